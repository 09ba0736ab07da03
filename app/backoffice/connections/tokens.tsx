import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiTokens, type ApiToken } from '#shared/backoffice/api/api-tokens.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import {
  describeScopes,
  TOKEN_AREAS,
  type TokenArea,
  type TokenScope,
} from '#shared/platform/token-scopes.ts'
import { FormProblem } from '#app/platform/account-forms/account-page.tsx'
import { useAccountForm } from '#app/platform/account-forms/use-account-form.ts'
import { AdminLoading } from '#app/platform/admin/admin-page.tsx'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { RowActions, Table, type Column } from '#app/platform/ui/table.tsx'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import { useChange } from '#app/platform/ui/use-change.ts'
import { SecretOnce } from './secret-once.tsx'
import styles from './connections.module.css'

/** The API tokens, and the form for a new one. */
export function Tokens() {
  const answer = useQuery(ask(apiTokens.list, {}))
  return (
    <section className="stack-3" aria-labelledby="tokens">
      <h2 id="tokens">API tokens</h2>
      <p className="measure-wide">
        With a token, a program of yours reads or changes the shop’s data. It may do at most what you may do.
        What each call needs is in the <a href="/api/docs">description of the API</a>.
      </p>
      {answer.isError && !answer.data ? (
        <LoadError error={answer.error} retry={answer.refetch} />
      ) : answer.data ? (
        <List of={answer.data.tokens} />
      ) : (
        <AdminLoading what="API tokens" />
      )}
      <NewToken />
    </section>
  )
}

function List({ of: tokens }: { of: ApiToken[] }) {
  if (tokens.length === 0) return <p className="soft">No program has a token.</p>
  return <Table label="API tokens" columns={COLUMNS} rows={tokens} keyOf={({ _id }) => _id} />
}

const STATES: Record<ApiToken['state'], (token: ApiToken) => string> = {
  works: ({ endsOn }) => `until ${formatDate(endsOn, 'shortDay')}`,
  ended: ({ endsOn }) => `ended on ${formatDate(endsOn, 'shortDay')}`,
  'no-role': ({ by }) => `opens nothing: ${by} has no role any more`,
}

const COLUMNS: Column<ApiToken>[] = [
  {
    name: 'NAME',
    rowHeader: true,
    title: true,
    of: ({ name, hint }) => (
      <>
        {name} <span className="soft nowrap">…{hint}</span>
      </>
    ),
  },
  { name: 'MAY', of: ({ scopes }) => describeScopes(scopes) },
  { name: 'WORKS', of: (token) => STATES[token.state](token) },
  { name: 'LAST USED', of: ({ usedAt }) => (usedAt ? formatDate(usedAt, 'shortDay') : 'not yet') },
  { name: 'MADE BY', inline: true, of: ({ by }) => by },
  { name: 'ACTIONS', hideName: true, wide: true, align: 'end', of: (token) => <Revoke of={token} /> },
]

function Revoke({ of: { _id: id, name } }: { of: ApiToken }) {
  const revoke = useChange(() => call(apiTokens.remove, { params: { id } }), 'tokens')
  return (
    <RowActions>
      <Button
        look="quiet"
        busy={revoke.isPending}
        aria-label={`Revoke ${name}`}
        onClick={() => {
          if (window.confirm(`Revoke ${name}? The program that uses it stops working at once.`))
            revoke.mutate()
        }}
      >
        Revoke
      </Button>
    </RowActions>
  )
}

const AREAS = Object.keys(TOKEN_AREAS) as TokenArea[]

function NewToken() {
  const client = useQueryClient()
  const [made, setMade] = useState<{ name: string; token: string } | null>(null)
  const { sending, problems, form } = useAccountForm({
    read: (typed, showProblems) => {
      const scopes = AREAS.map((area) => textOf(typed, area) as TokenScope | '').filter(
        (scope) => scope !== '',
      )
      if (scopes.length === 0) {
        showProblems({ [AREAS[0]!]: 'Choose what the token may do.' })
        return null
      }
      return { name: textOf(typed, 'name'), endsOn: textOf(typed, 'endsOn'), scopes }
    },
    send: async (body: Body<typeof apiTokens.create>) => ({
      ...(await call(apiTokens.create, { body })),
      name: body.name,
    }),
    onSent: (answer) => {
      setMade(answer)
      form.ref.current?.reset()
      return refresh(client, 'tokens')
    },
  })
  return (
    <section className="stack-3 measure-wide" aria-labelledby="new-token">
      <h3 id="new-token">New API token</h3>
      {made ? (
        <SecretOnce
          key={made.token}
          label={`The token of ${made.name}`}
          value={made.token}
          onDone={() => setMade(null)}
        />
      ) : null}
      <form {...form} className="stack-3">
        <Fields problems={problems} />
        <FormProblem of={problems} />
        <p>
          <Button type="submit" busy={sending.isPending}>
            Make the token
          </Button>
        </p>
      </form>
    </section>
  )
}

function Fields({ problems }: { problems: Problems }) {
  return (
    <>
      <div className={`grid gap-2 align-top ${styles.pair}`}>
        <Field
          label="Name"
          name="name"
          maxLength={60}
          autoComplete="off"
          placeholder="Bookkeeping"
          problem={problems.name}
          data-missing="Enter what the token is for."
          required
        />
        <Field
          label="Last day"
          name="endsOn"
          type="date"
          hint="At most a year ahead."
          problem={problems.endsOn}
          data-missing="Choose the last day."
          required
        />
      </div>
      <fieldset className={`grid gap-2 align-top ${styles.areas}`}>
        <legend className="label">What it may do</legend>
        {AREAS.map((area) => (
          <Area key={area} area={area} problem={problems[area]} />
        ))}
      </fieldset>
    </>
  )
}

function Area({ area, problem }: { area: TokenArea; problem: string | undefined }) {
  const { name, reads, writes } = TOKEN_AREAS[area]
  return (
    <SelectField
      label={name}
      name={area}
      defaultValue=""
      hint={`Reads: ${reads}. Writes: ${writes}.`}
      unmarked
      {...(problem ? { problem } : {})}
    >
      <option value="">Nothing</option>
      <option value={`${area}:read`}>Read</option>
      <option value={`${area}:write`}>Read and write</option>
    </SelectField>
  )
}
