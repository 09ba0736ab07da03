import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChangedSubscription, Subscription } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { isOpen } from '../account/texts.ts'

/** The changes that the owner can make in the buyer's name. The change log records each change. */
export function ForBuyer({ subscription }: { subscription: Subscription }) {
  const { _id: id, status, next, buyer } = subscription
  const params = { id }
  const change = useChange(id)
  if (!isOpen(subscription)) return null
  return (
    <section aria-labelledby="for-buyer">
      <h2 id="for-buyer">For {buyer.name}</h2>
      <p>Do this only if the subscriber has asked for it. The change log records it with your name.</p>
      <div className="row-2 align-bottom">
        {next ? (
          <Button
            look="quiet"
            busy={change.isPending}
            onClick={() =>
              change.mutate(() => call(subscriptions.skip, { params, body: { number: next.number } }))
            }
          >
            Skip the next delivery
          </Button>
        ) : null}
        {status === 'active' ? null : (
          <Button
            look="quiet"
            busy={change.isPending}
            onClick={() => change.mutate(() => call(subscriptions.resume, { params, body: { on: null } }))}
          >
            Resume
          </Button>
        )}
      </div>
      {status === 'failed' ? null : <Pause id={id} change={change} />}
      <Disclosure summary="Cancel the subscription" name="for-buyer">
        <p>
          The subscriber is not charged again and gets an email. A delivery that is already paid is still
          sent.
        </p>
        <Button
          busy={change.isPending}
          onClick={() =>
            change.mutate(() => call(subscriptions.cancel, { params, body: { reason: '', note: '' } }))
          }
        >
          Cancel it
        </Button>
      </Disclosure>
    </section>
  )
}

type Change = ReturnType<typeof useChange>

function Pause({ id, change }: { id: string; change: Change }) {
  const [until, setUntil] = useState('')
  return (
    <Disclosure summary="Pause" name="for-buyer">
      <form
        className="row-2 align-bottom"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate(() => call(subscriptions.pause, { params: { id }, body: { until: until || null } }))
        }}
      >
        <Field
          label="Until"
          type="date"
          hint="Leave it empty to pause until someone resumes it"
          unmarked
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
        <Button type="submit" look="quiet" busy={change.isPending}>
          Pause
        </Button>
      </form>
    </Disclosure>
  )
}

/** A change that returns the subscription, which is then shown. */
function useChange(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: () => Promise<ChangedSubscription>) => change(),
    onSuccess: async ({ subscription, message }) => {
      client.setQueryData(ask(subscriptions.one, { params: { id } }).queryKey, subscription)
      toast.success(message)
      await refresh(client, 'subscriptions', 'record')
    },
    onError: async (error) => {
      toast.error(error.message)
      await refresh(client, 'subscriptions')
    },
  })
}
