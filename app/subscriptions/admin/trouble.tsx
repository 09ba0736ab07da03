/** What is wrong with a subscription, what happens next, and the button that does it now. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { subscriptionAdmin, type Trouble } from '#shared/subscriptions/api/subscription-admin.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { RETRY_DAYS } from '#shared/platform/subscriptions.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import type { OpenForm } from '../account/part.tsx'
import { Settle } from './settle.tsx'
import { CHARGES_PAGE } from './texts.ts'

/** The troubles of one subscription, above its facts. */
export function TroublesOf({ of, forms }: { of: Subscription; forms: OpenForm }) {
  const subscription = of._id
  const answer = useQuery({
    ...ask(subscriptionAdmin.troubles, { query: { subscription } }),
    refetchOnMount: 'always',
  })
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  return answer.data?.troubles.map((trouble) => (
    <Alert key={trouble.kind} tone={trouble.kind === 'waiting' ? 'warning' : 'danger'}>
      <p>
        <strong>{problemOf(trouble)}.</strong> {nextOf(trouble)}
      </p>
      <div className="row-2 align-middle">
        {trouble.nextAt === null ? null : <Retry trouble={trouble} />}
        {canSettle(trouble) ? <Settle of={of} forms={forms} trouble={trouble} /> : null}
        <Link to={CHARGES_PAGE}>Charges</Link>
      </div>
    </Alert>
  ))
}

/** Whether money that was taken by hand can pay it. */
export const canSettle = ({ kind, isInvented }: Trouble) => kind === 'declined' && !isInvented

/** What is wrong, and since when. */
export function problemOf({ kind, reason, attempts, since }: Trouble): string {
  const day = formatDate(since, 'shortDay')
  switch (kind) {
    case 'declined':
      return `Payment failed ${attempts === 1 ? 'once' : `${attempts} times`} since ${day}`
    case 'paused':
      return `All payments failed; paused on ${day}`
    case 'noMethod':
      return 'The payment method was removed'
    case 'waiting':
      return `Waits since ${day}: ${reason}`
  }
}

/** What the shop does next, and what the owner can do. */
export function nextOf({ kind, nextAt, attempts, isInvented }: Trouble): string {
  if (isInvented) return 'Nothing: it was invented for the demo, so nothing is charged and no email is sent.'
  switch (kind) {
    case 'declined': {
      const then =
        attempts >= RETRY_DAYS.length
          ? 'If that fails, it is paused.'
          : 'The subscriber gets an email about each failure.'
      return `${nextAt ? `Charged again on ${formatDate(nextAt, 'dayAndTime')}. ` : ''}${then}`
    }
    case 'paused':
      return 'Nothing is charged until it is resumed. Contact the subscriber.'
    case 'noMethod':
      return 'The next charge will fail, and the subscriber will get an email. Contact the subscriber before that.'
    case 'waiting':
      return 'The order is made as soon as the goods are in stock; the shop checks every hour. The subscriber has received an email.'
  }
}

/** Tries the payment again now, or looks again for missing goods. */
export function Retry({ trouble: { _id, kind, buyer, attempts, isInvented } }: { trouble: Trouble }) {
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: () => call(subscriptionAdmin.retry, { params: { id: _id }, body: { attempts } }),
    onMutate: () => toast.dropErrors(),
    onSuccess: ({ message, isPaid }) =>
      kind === 'declined' && !isPaid ? toast.error(message) : toast.success(message),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'subscriptions', 'record', 'orders'),
  })
  const text = kind === 'declined' ? 'Retry now' : 'Look again'
  return (
    <Button
      look="quiet"
      busy={retry.isPending}
      aria-disabled={isInvented}
      aria-label={`${text}: ${buyer.name}`}
      onClick={() => retry.mutate()}
    >
      {text}
    </Button>
  )
}
