/** The top of the order page for its buyer: the state of the order in words, pictures of the goods, and the steps. */
import { dayOf } from '#shared/kernel/dates.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { stepsOf, type OrderStep } from '#shared/checkout/order-steps.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { sourceText } from '#shared/platform/pay-methods.ts'
import { PARCEL_SENTENCES } from '#shared/platform/parcel.ts'
import { useFormatDate } from '#app/platform/orders/dates.ts'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import styles from './page.module.css'

/** The maximum number of pictures. The list of items below shows all of them. */
const PICTURES = 4

/** @param readAt the time at which the order was received, in milliseconds */
export function Thanks({ order, readAt }: { order: Order; readAt: number }) {
  return (
    <section className={styles.thanks} aria-labelledby="thanks">
      <div className={`stack-1 ${styles.words}`}>
        <h2 id="thanks" className="size-h2">
          {titleOf(order)}
        </h2>
        <p className={`lead italic ${styles.lead}`}>{leadOf(order)}</p>
        {order.tracking?.url && order.state === 'shipped' ? (
          <p>
            <a href={order.tracking.url} target="_blank" rel="noreferrer">
              Follow the parcel
            </a>
          </p>
        ) : null}
      </div>
      {order.isGiftCard ? null : <Pictures order={order} />}
      <Steps order={order} readAt={readAt} />
    </section>
  )
}

function Pictures({ order }: { order: Order }) {
  return (
    <ul className={`flex gap-1 ${styles.pictures}`} aria-label="Your goods">
      {order.orderItems.slice(0, PICTURES).map((item) => (
        <li key={item.line}>
          <FramedPicture of={item.picture} sizes="(min-width: 62rem) 9rem, 22vw" alt={lineTitle(item)} />
        </li>
      ))}
    </ul>
  )
}

function Steps({ order, readAt }: { order: Order; readAt: number }) {
  const format = useFormatDate()
  return (
    <ol className={`grid rule ${styles.steps}`} aria-label="What happens next">
      {stepsOf(order, { today: dayOf(new Date(readAt)), format }).map(({ name, text, state }) => (
        <li
          key={name}
          className={`flex wraps align-baseline rule-below ${styles.step}`}
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className={styles.name}>
            {name}
            <span className="visually-hidden">{SPOKEN[state]}</span>
          </span>
          <span className={`may-shrink lining ${styles.text}`}>{text}</span>
        </li>
      ))}
    </ol>
  )
}

const SPOKEN: Record<OrderStep['state'], string> = {
  done: ', done: ',
  now: ', now: ',
  next: ': ',
  stopped: ': ',
}

function titleOf({ state, isReplacement, user }: Order): string {
  if (isReplacement && state !== 'cancelled') return 'A replacement for you'
  switch (state) {
    case 'pending':
    case 'capturing':
      return 'One step is left'
    case 'cancelled':
    case 'expired':
      return 'This order is closed'
    case 'refunded':
      return 'Your order is refunded'
    default:
      return `Thank you, ${user.name}`
  }
}

function leadOf(order: Order): string {
  const { state, parcel, isReplacement, replaces, readyAt, user } = order
  if (state === 'refunded') return refundedLead(order)
  if (isReplacement && state === 'paid' && !readyAt)
    return replaces
      ? `We send you these goods of order No. ${replaces.number} again. You pay nothing.`
      : 'We send you these goods again. You pay nothing.'
  if (order.isGiftCard && GIFT_CARD_LEADS[state]) return GIFT_CARD_LEADS[state]
  if (order.isPickup && PICKUP_LEADS[state]) return PICKUP_LEADS[state](order)
  if (state === 'shipped') return PARCEL_SENTENCES[parcel?.state ?? 'transit']
  return LEADS[state].replace('{email}', user.email)
}

/** The sentences that differ for an order that buys a gift card. */
const GIFT_CARD_LEADS: Partial<Record<Order['state'], string>> = {
  pending: 'Once you pay, the gift card is valid, and we email it.',
  delivered: 'The gift card is paid and valid. You can print it here, too.',
  cancelled: 'No gift card was issued.',
  expired: 'This order was not paid in time, so no gift card was issued.',
}

/** The sentences that differ for an order for pickup. */
const PICKUP_LEADS: Partial<Record<Order['state'], (order: Order) => string>> = {
  pending: () => 'We hold your goods for you. Once you pay, we get them ready at the bar.',
  paid: ({ readyAt, number, user }) =>
    readyAt
      ? `Your order is ready at the bar. Tell us your name and the number ${number}.`
      : `Your order is paid. We will email ${user.email} as soon as it is ready.`,
  delivered: () => 'You have picked up your order. Enjoy.',
  cancelled: () => 'We will not prepare this order.',
  expired: () => 'This order was not paid in time, so we will not prepare it.',
}

/** Where the money of a refunded order went: to PayPal, to gift cards, or to both. */
function refundedLead({ refunds, paidWith }: Order): string {
  const made = refunds.filter(({ state, ofSale }) => state === 'completed' && ofSale)
  const toCard = made.some(({ to }) => to === 'gift-card')
  const toPaypal = made.some(({ to }) => to === 'paypal')
  if (toCard && !toPaypal) return 'Your money is back on the gift card, and you can spend it again.'
  const rest = toCard ? ' The part that the gift card paid is back on it.' : ''
  return `PayPal returns your money to ${sourceText(paidWith, 'your')}. This can take a few days.${rest}`
}

const LEADS: Record<Exclude<Order['state'], 'shipped' | 'refunded'>, string> = {
  pending: 'We hold your goods for you. Once you pay, we pack and ship them.',
  capturing: 'PayPal is confirming your payment. You do not need to do anything.',
  paid: 'Your order is paid. We will email {email} when it ships.',
  delivered: PARCEL_SENTENCES.delivered,
  cancelled: 'We will not send this order.',
  expired: 'This order was not paid in time, so we will not send it.',
}
