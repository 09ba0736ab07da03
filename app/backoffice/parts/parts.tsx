/** The parts of the shop: what is on, and what must be settled before a part can be off. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { shopParts, type Parts } from '#shared/backoffice/api/parts.ts'
import { PART_TEXTS, STATE_TEXTS } from '#shared/platform/part-texts.ts'
import { PART_STATES, type PartState } from '#shared/platform/parts.ts'
import { call, isConflict } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './parts.module.css'
import { Question } from './question.tsx'

export default function PartsOfTheShop() {
  return (
    <AdminPage
      actions={
        <ButtonLink look="quiet" to="/admin/record?subject=setting&id=parts">
          Change log
        </ButtonLink>
      }
    >
      {() => <AllParts />}
    </AdminPage>
  )
}

function AllParts() {
  const answer = useQuery(ask(shopParts.list, {}))
  if (answer.isError && !answer.data) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) return <AdminLoading what="parts" />
  const { parts, version } = answer.data
  return (
    <div className="stack-4">
      {version === 0 ? <Question /> : null}
      <dl className={`soft ${styles.meaning}`}>
        {PART_STATES.map((state) => (
          <div key={state}>
            <dt className="strong">{STATE_TEXTS[state].title}</dt>
            <dd>{STATE_TEXTS[state].about}</dd>
          </div>
        ))}
      </dl>
      <ul>
        {parts.map((part) => (
          <li key={part._id} className={`grid gap-0-2 pad-y-2 rule-soft ${styles.part}`}>
            <Part key={part.state} of={part} version={version} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type PartOfShop = Parts['parts'][number]

/** One part with its form. It begins again when its saved state changes. */
function Part({ of: { _id, state, owed, named }, version }: { of: PartOfShop; version: number }) {
  const client = useQueryClient()
  const [chosen, choose] = useState<PartState>(state)
  const { title, about } = PART_TEXTS[_id]
  const save = useMutation({
    mutationFn: () => call(shopParts.switch, { params: { part: _id }, body: { state: chosen, version } }),
    onSuccess: (saved) => {
      client.setQueryData(ask(shopParts.list, {}).queryKey, saved)
      toast.success(`${title}: ${STATE_TEXTS[chosen].title.toLowerCase()}`)
    },
    // What is owed, and what another owner has switched.
    onSettled: (_saved, error) =>
      refresh(client, ...(isConflict(error) ? (['parts'] as const) : []), 'config'),
  })
  return (
    <>
      <div className="may-shrink">
        <h2 id={`part-${_id}`} className="size-h3">
          {title}
        </h2>
        <p className="soft">{about}</p>
        {state !== 'off' && owed.length > 0 ? <Links of={owed}>Before it can be off:</Links> : null}
        {named.length > 0 ? (
          <Links of={named}>{state === 'off' ? `It is off, and ${NAMED}` : `If it is off, ${NAMED}`}</Links>
        ) : null}
      </div>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending && chosen !== state) save.mutate()
        }}
      >
        <fieldset className={styles.states} aria-labelledby={`part-${_id}`}>
          {PART_STATES.map((each) => (
            <label key={each} className="flex align-middle gap-1 target" title={STATE_TEXTS[each].about}>
              <input
                type="radio"
                name={_id}
                value={each}
                checked={chosen === each}
                onChange={() => choose(each)}
              />
              {STATE_TEXTS[each].title}
            </label>
          ))}
        </fieldset>
        <Button type="submit" look="line" busy={save.isPending} aria-disabled={chosen === state}>
          Save<span className="visually-hidden"> {title}</span>
        </Button>
      </form>
      {save.error ? (
        <div className="whole-row above-1">
          <Alert tone="danger">{save.error.message}</Alert>
        </div>
      ) : null}
    </>
  )
}

const NAMED = 'these texts of yours still name it:'

/** What keeps the part from being off, or names it, with links to the pages that change that. */
function Links({ of, children }: { of: PartOfShop['named']; children: string }) {
  return (
    <ul className="row-0-2">
      <li className="soft reach">{children}</li>
      {of.map(({ text, to }) => (
        <li key={text}>
          <Link to={to} className="reach">
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}
