import type { ReactNode } from 'react'
import type { ListedOrder, OrderSummary } from '#shared/checkout/api/orders.ts'
import type { OrderState } from '#shared/kernel/order-states.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Email } from '#app/platform/ui/email.tsx'
import { type Column, Cross } from '#app/platform/ui/table.tsx'
import { GiftMark } from '#app/platform/orders/gift.tsx'
import { VIA_TEXTS, STATES, stateOf } from '#shared/kernel/order-state-names.ts'
import styles from './order-list.module.css'

export const ORDER_COLUMNS: Column<ListedOrder>[] = [
  { name: 'ID', of: (order) => <OrderNumber order={order} />, inline: true, noWrap: true },
  { name: 'USER', of: (order) => <User order={order} />, rowHeader: true, title: true },
  { name: 'DATE', sort: 'date', of: (order) => dateOf(order.createdAt), noWrap: true },
  {
    name: 'TOTAL',
    sort: 'total',
    of: (order) => <Money dollars={order.totalPrice} />,
    align: 'end',
    noWrap: true,
  },
  { name: 'PAID', sort: 'paid', of: (order) => <Paid order={order} />, noWrap: true },
  { name: 'DELIVERED', sort: 'delivered', of: (order) => <Delivered order={order} />, noWrap: true },
  {
    name: 'DETAILS',
    of: (order) => (
      <ButtonLink
        look="line"
        to={`/order/${order._id}`}
        aria-label={`Details of order ${order.number} of ${order.user.name}`}
      >
        Details
      </ButtonLink>
    ),
    align: 'end',
    wide: true,
    noWrap: true,
    hideName: true,
  },
]

/** The number that people use, and the id of the API. An order gets its number within a minute. */
function OrderNumber({ order: { number, _id: id } }: { order: OrderSummary }) {
  return (
    <span className={`grid ${styles.lines} ${styles.number}`}>
      {number === id ? null : number}
      <span className={`soft break-words ${styles.id}`}>{id}</span>
    </span>
  )
}

function User({ order }: { order: OrderSummary }) {
  const { user, isGuest, recipient, isGift, isPickup, isTaken, via } = order
  const { name, email } = user
  return (
    <span className="grid">
      <span>
        {name}
        {isGuest ? <em className={styles.guest}> guest</em> : null}
        {isPickup && !isTaken ? <em className={styles.guest}> pickup</em> : null}
        {via === 'web' ? null : <em className={styles.guest}> {VIA_TEXTS[via]}</em>}
        {isGift ? (
          <>
            {' '}
            <GiftMark />
          </>
        ) : null}
      </span>
      {recipient && recipient !== name ? <span className={styles.email}>to {recipient}</span> : null}
      <span className={styles.email} title={email}>
        <Email>{email}</Email>
      </span>
    </span>
  )
}

/** Texts below PAID: why an order is not paid, or that it was refunded. */
const REASONS: Partial<Record<OrderState, string>> = {
  capturing: STATES.capturing,
  cancelled: STATES.cancelled,
  expired: STATES.expired,
  refunded: STATES.refunded,
}

function Paid({ order }: { order: ListedOrder }) {
  if (order.isReplacement) return <StateText mark="Replacement" detail={REASONS[order.state]} />
  const mark = order.paidAt ? dateOf(order.paidAt) : <Cross text="Not paid" />
  return (
    <span className={`grid ${styles.lines}`}>
      <StateText mark={mark} detail={REASONS[order.state]} />
      {order.paidText ? (
        <span className={styles.method} title={order.paidText}>
          {order.paidText}
        </span>
      ) : null}
    </span>
  )
}

function Delivered({ order }: { order: OrderSummary }) {
  if (order.deliveredAt) return dateOf(order.deliveredAt)
  return (
    <StateText
      mark={<Cross text="Not delivered" />}
      detail={
        order.state === 'shipped' || (order.isPickup && order.state === 'paid') ? stateOf(order) : undefined
      }
    />
  )
}

function StateText({ mark, detail }: { mark: ReactNode; detail?: string }) {
  return (
    <span className={styles.state}>
      {mark}
      {detail ? <span className={styles.detail}>{detail.toLowerCase()}</span> : null}
    </span>
  )
}

/** The first ten characters (test/SPEC.md, Admin: orders), which are the day at the shop. The tooltip shows the time. */
function dateOf(instant: string): ReactNode {
  return (
    <time dateTime={instant} title={formatDate(instant, 'dayAndTime')}>
      {instant.slice(0, 10)}
    </time>
  )
}
