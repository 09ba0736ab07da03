import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formatDollars, toCents } from '#shared/kernel/pricing.ts'
import { keepGuestLink } from '#app/platform/api/guest-links.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { useIsMounted } from '#app/platform/ui/use-is-mounted.ts'

type Placed = { _id: string; guestLink?: string | undefined }

/**
 * Asks how much is paid, and goes to the page that takes the payment.
 * @param open in dollars
 * @param place places the order that pays
 */
export function PayForm({
  open,
  place,
}: {
  open: number
  place: (body: { amount: number }, idempotencyKey: string) => Promise<Placed>
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const sendOnce = useSendOnce()
  const isMounted = useIsMounted()
  const amount = Number((typed ?? String(open)).replace(/[$,\s]/g, ''))
  const paying = useMutation({
    mutationFn: () => sendOnce({ amount, open }, (key) => place({ amount }, key)),
    onSuccess: async ({ _id, guestLink }) => {
      if (guestLink) keepGuestLink(_id, guestLink)
      if (isMounted()) await navigate(`/order/${_id}`, { state: { invoices: pathname + search } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!paying.isPending) paying.mutate()
  }
  const isMore = Number.isFinite(amount) && toCents(amount) > toCents(open)
  return (
    <form onSubmit={submit} className="stack-2 measure-form">
      <Field
        label="Amount in dollars"
        inputMode="decimal"
        value={typed ?? open.toFixed(2)}
        onChange={({ target }) => setTyped(target.value)}
        maxLength={12}
        required
        hint={
          isMore
            ? `${formatDollars(amount - open)} more than is open stays on the account as credit.`
            : 'All of it, or a part.'
        }
      />
      {paying.error ? <Alert tone="danger">{paying.error.message}</Alert> : null}
      <Button type="submit" busy={paying.isPending}>
        Pay {Number.isFinite(amount) && amount > 0 ? formatDollars(amount) : ''}
      </Button>
    </form>
  )
}
