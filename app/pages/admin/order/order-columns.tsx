import type { ReactNode } from 'react'
import type { OrderState, OrderSummary } from '#shared/api/orders.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Money } from '../../../ui/money.tsx'
import { type Column, Cross, Email, Id } from '../../../ui/table.tsx'
import { STATES } from '../../../orders/states.ts'
import { formatDate } from '#shared/dates.ts'
import styles from './order-list.module.css'

/** Spec section 2, Admin Orders. */
export const ORDER_COLUMNS: Column<OrderSummary>[] = [
  { name: 'ID', of: (order) => <Id>{order._id}</Id>, inline: true },
  { name: 'USER', of: (order) => <User of={order.user} />, head: true, title: true },
  { name: 'DATE', of: (order) => dateOf(order.createdAt), whole: true },
  { name: 'TOTAL', of: (order) => <Money dollars={order.totalPrice} />, align: 'end', whole: true },
  { name: 'PAID', of: (order) => <Paid order={order} />, whole: true },
  { name: 'DELIVERED', of: (order) => <Delivered order={order} />, whole: true },
  {
    name: 'DETAILS',
    of: (order) => (
      <ButtonLink
        look="line"
        to={`/order/${order._id}`}
        aria-label={`Details of order ${order._id} of ${order.user.name}`}
      >
        Details
      </ButtonLink>
    ),
    align: 'end',
    wide: true,
    whole: true,
    unnamed: true,
  },
]

function User({ of: { name, email } }: { of: OrderSummary['user'] }) {
  return (
    <span className={styles.user}>
      <span>{name}</span>
      <span className={styles.email}>
        <Email>{email}</Email>
      </span>
    </span>
  )
}

/** Why no money came, where it is not only that nobody has paid yet; and that it went back. */
const WHY: Partial<Record<OrderState, string>> = {
  capturing: STATES.capturing,
  cancelled: STATES.cancelled,
  expired: STATES.expired,
  refunded: STATES.refunded,
}

function Paid({ order }: { order: OrderSummary }) {
  const mark = order.paidAt ? dateOf(order.paidAt) : <Cross text="Not paid" />
  return <Standing mark={mark} word={WHY[order.state]} />
}

function Delivered({ order }: { order: OrderSummary }) {
  if (order.deliveredAt) return dateOf(order.deliveredAt)
  return (
    <Standing
      mark={<Cross text="Not delivered" />}
      word={order.state === 'shipped' ? STATES.shipped : undefined}
    />
  )
}

function Standing({ mark, word }: { mark: ReactNode; word?: string }) {
  return (
    <span className={styles.standing}>
      {mark}
      {word ? <span className={styles.word}>{word.toLowerCase()}</span> : null}
    </span>
  )
}

/** Spec section 2: the first ten characters, which are the day in UTC. Pointed at, the moment by the shop's clock. */
function dateOf(instant: string): ReactNode {
  return (
    <time dateTime={instant} title={formatDate(instant, 'dayAndTime')}>
      {instant.slice(0, 10)}
    </time>
  )
}
