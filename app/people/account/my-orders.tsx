import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { orders, type OrderSummary } from '#shared/checkout/api/orders.ts'
import { ask } from '#app/platform/api/query.ts'
import { SkeletonLines, Loading } from '#app/platform/ui/skeleton.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Pagination } from '#app/platform/ui/pagination.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { formatDeviceDate } from '#app/platform/orders/dates.ts'
import { OrderAgainById } from '#app/platform/orders/order-again.tsx'
import styles from './my-orders.module.css'

/** A page of the signed-in user's orders. */
export function MyOrders({ page }: { page: number }) {
  const list = useQuery({
    ...ask(orders.mine, { query: { pageNumber: page } }),
    placeholderData: keepPreviousData,
  })
  if (list.isPending) {
    return (
      <>
        <Loading what="Loading your orders" />
        <SkeletonLines count={6} height="3.25rem" />
      </>
    )
  }
  if (list.isError) return <LoadError error={list.error} retry={list.refetch} />
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
    <div className={`stack-3 items-left box-soft ${styles.empty}`}>
      <p>No orders yet. Your orders will be shown here.</p>
      <ButtonLink to="/shop">See the coffees</ButtonLink>
    </div>
  )
}

function EmptyPage() {
  return (
    <p className={`stack-3 items-left box-soft ${styles.empty}`}>
      There are no orders on this page. <Link to="/profile">Go to the newest</Link>
    </p>
  )
}
