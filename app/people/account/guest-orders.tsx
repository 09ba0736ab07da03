import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { guests } from '#shared/people/api/guests.ts'
import { counted } from '#shared/kernel/counts.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './my-orders.module.css'

/**
 * Guest orders with the email of the account: a button to add them, or to confirm the email first. Before that, the
 * page does not show whether there are any.
 */
export function GuestOrders() {
  const client = useQueryClient()
  const waiting = useQuery(ask(guests.waiting, {}))
  const adopting = useMutation({
    mutationFn: () => call(guests.adopt, {}),
    onSuccess: ({ count }) => toast.success(`${counted(count, 'order')} added to your account`),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'guests', 'orders'),
  })
  const mailing = useMutation({
    mutationFn: () => call(guests.mailConfirmation, {}),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'guests'),
  })
  if (!waiting.data) return null
  const { isConfirmed, count } = waiting.data
  if (!isConfirmed) {
    return (
      <p className={`below-2 pad-y-1 ${styles.guest}`}>
        Ordered as a guest before? Confirm your email address to add those orders to your account.{' '}
        <Button look="quiet" busy={mailing.isPending} onClick={() => mailing.mutate()}>
          Email me the link
        </Button>
      </p>
    )
  }
  if (count === 0) return null
  return (
    <p className={`below-2 pad-y-1 ${styles.guest}`} role="status">
      {counted(count, 'order')} with your address {count === 1 ? 'was' : 'were'} placed as a guest.{' '}
      <Button look="quiet" busy={adopting.isPending} onClick={() => adopting.mutate()}>
        Add to my orders
      </Button>
    </p>
  )
}
