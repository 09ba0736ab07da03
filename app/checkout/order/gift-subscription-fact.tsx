import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Order } from '#shared/checkout/api/orders.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { frequencyText } from '#shared/platform/subscriptions.ts'
import { gifts, type GiftOfOrder } from '#shared/subscriptions/api/gifts.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { useFormatDate } from '#app/platform/orders/dates.ts'
import { GiftNote } from '#app/platform/orders/gift.tsx'
import styles from '#app/platform/orders/order.module.css'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Loading } from '#app/platform/ui/skeleton.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { deliveryDayWords } from '#shared/platform/delivery-day-words.ts'
import { useRoasts } from '#app/platform/api/business.ts'
import { BuyerLines, Mark } from './fact-mark.tsx'
import { FileButton } from './file-button.tsx'

const giftQuery = (id: string) => ask(gifts.ofOrder, { params: { id } })

/** The gift subscription that an order buys: who gets it, what is left, and the link. In place of the shipping address. */
export function GiftSubscriptionFact({ order }: { order: Order }) {
  const answer = useQuery({
    ...giftQuery(order._id),
    // The gift changes when its order changes.
    queryKey: ['orders', order._id, 'gift subscription', order.state],
    // It begins a moment after the payment.
    refetchInterval: ({ state: { data } }) => (data && isBeginning(data) ? 3000 : false),
  })
  return (
    <section className={styles.fact}>
      <h2>Gift subscription</h2>
      <BuyerLines of={order.user} />
      {answer.data ? (
        <Facts order={order} gift={answer.data} />
      ) : answer.isError ? (
        <LoadError error={answer.error} retry={answer.refetch} />
      ) : (
        <Loading what="Loading the gift" />
      )}
    </section>
  )
}

function isBeginning({ state, startsOn, link }: GiftOfOrder): boolean {
  return state === 'scheduled' && (link === null || startsOn === null)
}

function Facts({ order, gift }: { order: Order; gift: GiftOfOrder }) {
  const { to, email, address, note, coffee, grind, weeks, deliveries, left, link, canCorrect } = gift
  const isPaid = gift.state !== 'ordered' && gift.state !== 'void'
  const { one } = deliveryDayWords(useRoasts())
  return (
    <>
      <p>
        For {to}
        {[...(email ? [email] : []), ...address].map((line) => (
          <span key={line}>
            <br />
            <span className="break-words">{line}</span>
          </span>
        ))}
      </p>
      {note ? <GiftNote>{note}</GiftNote> : null}
      <p className="lining">
        {deliveries} deliveries, one {frequencyText(weeks).toLowerCase()}: {coffee}
        {grind ? `, ${grind.toLowerCase()}` : ''}
      </p>
      <State of={gift} />
      {isPaid ? (
        <p className="lining">
          {left} of {deliveries} deliveries left
          {gift.nextOn ? `. The next one ${one} ${formatDate(gift.nextOn, 'weekday')}` : ''}.
        </p>
      ) : null}
      {gift.made.length > 0 ? (
        <ul className="stack-1 lining" aria-label="Deliveries so far">
          {gift.made.map((made) => (
            <li key={made.number}>
              {formatDate(made.on, 'weekday')}: {madeText(made)}
            </li>
          ))}
        </ul>
      ) : null}
      {gift.subscription && isPaid ? (
        <p className="lining soft">
          {formatDollars(gift.delivery)} a delivery. {formatDollars(gift.money)} is not delivered yet.
        </p>
      ) : null}
      {link ? <LinkCopy of={link} to={to} /> : null}
      {link ? (
        <FileButton file={gifts.file} order={order} name={`gift-subscription-${order.number}.pdf`}>
          Page to print (PDF)
        </FileButton>
      ) : null}
      {canCorrect ? (
        <Disclosure summary="Wrong email? Correct it, or send it again">
          <CorrectForm order={order} gift={gift} />
        </Disclosure>
      ) : null}
    </>
  )
}

function madeText({ state, shippedAt, deliveredAt }: GiftOfOrder['made'][number]): string {
  if (state === 'skipped') return 'skipped'
  return deliveredAt ? 'arrived' : shippedAt ? 'shipped' : 'being prepared'
}

function State({ of: gift }: { of: GiftOfOrder }) {
  const format = useFormatDate()
  const { state, startsOn, sentAt, openedAt, email } = gift
  if (state === 'void') return null
  if (state === 'ordered') return <Mark done={false}>Begins when it is paid</Mark>
  if (state === 'held') return <Mark done={false}>On hold, because its payment is disputed</Mark>
  if (state === 'ended') return <Mark done>Ended: nothing is left to deliver</Mark>
  if (state === 'scheduled')
    return (
      <Mark done={false}>
        {startsOn && email ? `Will be emailed on ${formatDate(startsOn, 'weekday')}` : 'Begins in a moment'}
      </Mark>
    )
  if (state === 'sent')
    return <Mark done={false}>Emailed on {format(sentAt!, 'dayAndTime')}. Not opened yet</Mark>
  return (
    <Mark done>{openedAt ? `Opened on ${format(openedAt, 'dayAndTime')}` : 'Delivered to the address'}</Mark>
  )
}

/** A copy of the receiver's link, to pass on. */
function LinkCopy({ of: link, to }: { of: string; to: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast.success('Link copied')
    } catch {
      toast.error('Not copied. Select the link and copy it')
    }
  }
  return (
    <div className="stack-1">
      <Field
        label={`The link for ${to}`}
        value={link}
        readOnly
        unmarked
        hint="Whoever has it can open the gift, so give it only to them."
        onFocus={({ target }) => target.select()}
      />
      <div>
        <Button look="quiet" onClick={() => void copy()}>
          Copy the link
        </Button>
      </div>
    </div>
  )
}

function CorrectForm({ order: { _id: id }, gift }: { order: Order; gift: GiftOfOrder }) {
  const client = useQueryClient()
  const correcting = useMutation({
    mutationFn: (email: string) => call(gifts.correct, { params: { id }, body: { email } }),
    onSuccess: ({ email, sentAt }) => {
      toast.success(sentAt ? `Sent to ${email}. The old link no longer works` : 'Saved')
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['orders', id] }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!correcting.isPending) correcting.mutate(textOf(new FormData(event.currentTarget), 'email').trim())
  }
  return (
    <form onSubmit={submit} className="stack-2">
      <Field
        label="Their email"
        name="email"
        type="email"
        maxLength={254}
        autoComplete="off"
        required
        defaultValue={gift.email}
        problem={correcting.error?.message}
      />
      <div>
        <Button type="submit" look="line" busy={correcting.isPending}>
          {gift.sentAt ? 'Send it again' : 'Save the email'}
        </Button>
      </div>
    </form>
  )
}
