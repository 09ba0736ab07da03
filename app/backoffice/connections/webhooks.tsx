import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { webhooks, type Webhook } from '#shared/backoffice/api/webhooks.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { FormProblem } from '#app/platform/account-forms/account-page.tsx'
import { useAccountForm } from '#app/platform/account-forms/use-account-form.ts'
import { AdminLoading } from '#app/platform/admin/admin-page.tsx'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { SecretOnce } from './secret-once.tsx'
import { readWebhookFields, WebhookFields } from './webhook-fields.tsx'

/** The webhooks, and the form for a new one. */
export function Webhooks() {
  const answer = useQuery(ask(webhooks.list, {}))
  return (
    <section className="stack-3" aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <p className="measure-wide">
        The shop tells other programs what happened: it sends a short message to their address within seconds,
        signed in the form of <a href="https://www.standardwebhooks.com">Standard Webhooks</a>.
      </p>
      {answer.isError && !answer.data ? (
        <LoadError error={answer.error} retry={answer.refetch} />
      ) : answer.data ? (
        <List of={answer.data.webhooks} />
      ) : (
        <AdminLoading what="webhooks" />
      )}
      <NewWebhook />
    </section>
  )
}

function List({ of: all }: { of: Webhook[] }) {
  if (all.length === 0) return <p className="soft">The shop tells no other program.</p>
  return <Table label="Webhooks" columns={COLUMNS} rows={all} keyOf={({ _id }) => _id} />
}

const COLUMNS: Column<Webhook>[] = [
  {
    name: 'ADDRESS',
    rowHeader: true,
    title: true,
    of: ({ _id, url }) => (
      <Link className="break-words" to={`/admin/webhook/${_id}`}>
        {url}
      </Link>
    ),
  },
  { name: 'STATE', of: (webhook) => stateOf(webhook) },
  { name: 'EVENTS', of: ({ events }) => <span className="break-words">{events.join(', ')}</span> },
  {
    name: 'LAST DELIVERED',
    of: ({ lastDeliveredAt: at }) => (at ? formatDate(at, 'shortDayAndTime') : 'nothing yet'),
  },
  {
    name: 'NOT DELIVERED',
    of: ({ waiting, failed }) => {
      const parts = [waiting > 0 ? `${waiting} waiting` : '', failed > 0 ? `${failed} failed` : '']
      return parts.filter(Boolean).join(', ') || 'none'
    },
  },
]

/** The state of a webhook, in words. */
export function stateOf({ isOn, offReason, failingSince, waiting }: Webhook): string {
  if (!isOn) return offReason ? `Switched off by the shop. ${offReason}.` : 'Off'
  if (!failingSince) return 'On'
  return `Failing since ${formatDate(failingSince, 'dayAndTime')}. ${counted(waiting, 'event')} to deliver.`
}

function NewWebhook() {
  const client = useQueryClient()
  const [made, setMade] = useState<string | null>(null)
  const { sending, problems, form } = useAccountForm({
    read: readWebhookFields,
    send: (body: Body<typeof webhooks.create>) => call(webhooks.create, { body }),
    onSent: ({ secret }) => {
      setMade(secret)
      form.ref.current?.reset()
      return refresh(client, 'webhooks')
    },
  })
  return (
    <section className="stack-3 measure-wide" aria-labelledby="new-webhook">
      <h3 id="new-webhook">New webhook</h3>
      {made ? (
        <SecretOnce
          key={made}
          label="The secret with which the other program checks the signature"
          value={made}
          onDone={() => setMade(null)}
        />
      ) : null}
      <form {...form} className="stack-3">
        <WebhookFields problems={problems} />
        <FormProblem of={problems} />
        <p>
          <Button type="submit" busy={sending.isPending}>
            Add the webhook
          </Button>
        </p>
      </form>
    </section>
  )
}
