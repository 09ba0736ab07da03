import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import delivery from '#imagery/drawings/delivery.svg'
import { orders, type OrderSummary } from '#shared/checkout/api/orders.ts'
import { guests } from '#shared/people/api/guests.ts'
import { counted } from '#shared/kernel/counts.ts'
import { useChange } from '#app/platform/ui/use-change.ts'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink, Button } from '#app/platform/ui/button.tsx'
import { EmptyState } from '#app/platform/ui/illustration.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Pagination } from '#app/platform/ui/pagination.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { formatDeviceDate } from '#app/platform/orders/dates.ts'
import { OrderAgainById } from '#app/platform/orders/order-again.tsx'
import { call } from '#app/platform/api/call.ts'
import styles from './my-orders.module.css'

/** A page of the signed-in user's orders. */
export function MyOrders({ page }: { page: number }) {
  const list = useQuery({
    ...ask(orders.mine, { query: { pageNumber: page } }),
    placeholderData: keepPreviousData,
  })
  if (list.status !== 'success') return <NotLoaded of={list} what="your orders" lines={6} height="3.25rem" />
  const { orders: found, pages } = list.data
  if (found.length === 0) return page > 1 ? <EmptyPage /> : <NoOrders />
  return (
    <div className={`stack-4 small ${styles.list}`} aria-busy={list.isPlaceholderData}>
      <Table label="Your orders" columns={COLUMNS} rows={found} keyOf={(order) => order._id} />
      <Pagination page={page} pages={pages} to={(number) => `/profile/${number}`} />
    </div>
  )
}

const COLUMNS: Column<OrderSummary>[] = [
  { name: 'ID', of: (order) => order.number, rowHeader: true, noWrap: true, inline: true },
  { name: 'DATE', of: (order) => formatDeviceDate(order.createdAt, 'shortDay'), noWrap: true },
  { name: 'TOTAL', of: (order) => <Money dollars={order.totalPrice} />, align: 'end', noWrap: true },
  { name: 'PAID', of: paidText, noWrap: true },
  { name: 'DELIVERED', of: deliveredText, noWrap: true },
  {
    name: 'DETAILS',
    of: (order) => (
      <span className={styles.actions}>
        {canOrderAgain(order) ? <OrderAgainById id={order._id} number={order.number} /> : null}
        <ButtonLink look="line" to={`/order/${order._id}`} aria-label={`Details of order ${order.number}`}>
          Details
        </ButtonLink>
      </span>
    ),
    align: 'end',
    wide: true,
    noWrap: true,
    hideName: true,
  },
]

/** Whether the list offers to order the items again. It does not before the payment, nor for a replacement. */
function canOrderAgain({ state, isReplacement }: OrderSummary): boolean {
  return state !== 'pending' && state !== 'capturing' && !isReplacement
}

function paidText(order: OrderSummary): string {
  if (order.isReplacement) return order.state === 'cancelled' ? 'Canceled' : 'Replacement'
  if (order.paidAt) return formatDeviceDate(order.paidAt, 'shortDay')
  if (order.state === 'cancelled') return 'Canceled'
  if (order.state === 'expired') return 'Expired'
  return order.state === 'capturing' ? 'Confirming' : 'Not paid'
}

function deliveredText({ deliveredAt, state, isPickup, readyAt }: OrderSummary): string {
  if (deliveredAt) return formatDeviceDate(deliveredAt, 'shortDay')
  if (isPickup) return readyAt && state === 'paid' ? 'Ready at the bar' : 'Not picked up'
  return state === 'shipped' ? 'Shipped' : 'Not delivered'
}

function NoOrders() {
  return (
    <EmptyState drawing={delivery}>
      <p>No orders yet. Your orders will be shown here.</p>
      <ButtonLink to="/shop">See the coffees</ButtonLink>
    </EmptyState>
  )
}

function EmptyPage() {
  return (
    <p className={`stack-3 items-left box-soft ${styles.empty}`}>
      There are no orders on this page. <Link to="/profile">Go to the newest</Link>
    </p>
  )
}

/**
 * Guest orders with the email of the account: a button to add them, or to confirm the email first. Before that, the
 * page does not show whether there are any.
 */
export function GuestOrders() {
  const waiting = useQuery(ask(guests.waiting, {}))
  const adopting = useChange(
    async () => {
      const { count } = await call(guests.adopt, {})
      return { message: `${counted(count, 'order')} added to your account` }
    },
    'guests',
    'orders',
  )
  const mailing = useChange(() => call(guests.mailConfirmation, {}), 'guests')
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
