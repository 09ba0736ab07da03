import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { webhooks, type Webhook } from '#shared/backoffice/api/webhooks.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { FormProblem } from '#app/platform/account-forms/account-page.tsx'
import { useAccountForm } from '#app/platform/account-forms/use-account-form.ts'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'
import { Deliveries } from './deliveries.tsx'
import { SecretOnce } from './secret-once.tsx'
import { readWebhookFields, WebhookFields } from './webhook-fields.tsx'
import { stateOf } from './webhooks.tsx'

const LIST = '/admin/connections'
const SOON = 5000

/** A webhook: its address, events and secret, and what was sent. */
export default function WebhookPage() {
  const { id = '' } = useParams()
  return (
    <AdminPage title="Webhook" back={{ to: LIST, title: 'Connections' }}>
      {() => <Loaded id={id} />}
    </AdminPage>
  )
}

function Loaded({ id }: { id: string }) {
  const answer = useQuery({ ...ask(webhooks.one, { params: { id } }), refetchInterval: SOON })
  return (
    <AdminResource answer={answer} what="webhook" gone="There is no such webhook." list={LIST}>
      {(webhook) => <Details of={webhook} />}
    </AdminResource>
  )
}

function Details({ of: webhook }: { of: Webhook }) {
  return (
    <div className="stack-6">
      {webhook.isOn && !webhook.failingSince ? null : (
        <Alert tone={webhook.isOn || !webhook.offReason ? 'warning' : 'danger'}>
          <p>{stateOf(webhook)}</p>
        </Alert>
      )}
      <Edit key={webhook.version} of={webhook} />
      <Secret of={webhook} />
      <Deliveries of={webhook} />
    </div>
  )
}

function Edit({ of: webhook }: { of: Webhook }) {
  const { _id: id, version, isOn } = webhook
  const client = useQueryClient()
  const { sending, problems, form } = useAccountForm({
    read: (typed, showProblems) => {
      const fields = readWebhookFields(typed, showProblems)
      return fields && { ...fields, isOn: typed.has('isOn'), version }
    },
    send: (body: Body<typeof webhooks.update>) => call(webhooks.update, { params: { id }, body }),
    onSent: () => {
      toast.success('Saved')
      return refresh(client, 'webhooks')
    },
  })
  return (
    <form {...form} className="stack-3 measure-wide" aria-label="Webhook">
      <WebhookFields of={webhook} problems={problems} />
      <CheckField
        label="Switched on"
        name="isOn"
        defaultChecked={isOn}
        hint="While it is off, the shop keeps no events for it."
      />
      <FormProblem of={problems} />
      <div className="row-0-3">
        <Button type="submit" busy={sending.isPending}>
          Save
        </Button>
        <Remove id={id} />
      </div>
    </form>
  )
}

function Remove({ id }: { id: string }) {
  const navigate = useNavigate()
  const remove = useChange(async () => {
    const done = await call(webhooks.remove, { params: { id } })
    void navigate(LIST)
    return done
  }, 'webhooks')
  return (
    <Button
      look="quiet"
      busy={remove.isPending}
      onClick={() => {
        if (window.confirm('Remove this webhook with its log?')) remove.mutate()
      }}
    >
      Remove
    </Button>
  )
}

function Secret({ of: { _id: id, formerUntil } }: { of: Webhook }) {
  const [made, setMade] = useState<string | null>(null)
  const renew = useChange(async () => {
    setMade((await call(webhooks.renewSecret, { params: { id } })).secret)
    return { message: 'Made a new secret' }
  }, 'webhooks')
  return (
    <section className="stack-2 measure-wide" aria-labelledby="secret">
      <h2 id="secret">Secret</h2>
      <p>
        The other program checks with it that a message comes from the shop.{' '}
        {formerUntil
          ? `Messages are also signed with the old secret until ${formatDate(formerUntil, 'dayAndTime')}.`
          : 'After you make a new secret, messages are also signed with the old one for a day.'}
      </p>
      {made ? (
        <SecretOnce key={made} label="The new secret" value={made} onDone={() => setMade(null)} />
      ) : null}
      <p>
        <Button look="line" busy={renew.isPending} onClick={() => renew.mutate()}>
          Make a new secret
        </Button>
      </p>
    </section>
  )
}
