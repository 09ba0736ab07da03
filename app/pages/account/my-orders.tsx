import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { orders, type OrderSummary } from '#shared/api/orders.ts'
import { ask } from '../../api/query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { BoneLines, Loading } from '../../ui/bones.tsx'
import { formatShortDay } from '../order/dates.ts'
import styles from './my-orders.module.css'

/** The signed-in user's own orders: a table where there is room, labels on a wall where there is not. */
export function MyOrders({ page }: { page: number }) {
  const list = useQuery({
    ...ask(orders.mine, { query: { pageNumber: page } }),
    placeholderData: keepPreviousData,
  })
  if (list.isPending) {
    return (
      <>
        <Loading what="Fetching your orders" />
        <BoneLines count={6} height="3.25rem" />
      </>
    )
  }
  if (list.isError) return <Trouble error={list.error} retry={list.refetch} />
  const { orders: found, pages } = list.data
  if (found.length === 0) return page > 1 ? <PastTheEnd /> : <NoneYet />
  return (
    <div className={styles.list} aria-busy={list.isPlaceholderData}>
      <OrderTable found={found} />
      <Pagination page={page} pages={pages} to={(number) => `/profile/${number}`} />
    </div>
  )
}

function OrderTable({ found }: { found: OrderSummary[] }) {
  return (
    <table className={styles.table} aria-labelledby="my-orders">
      <thead>
        <tr>
          <th scope="col">ID</th>
          <th scope="col">Date</th>
          <th scope="col" className={styles.amount}>
            Total
          </th>
          <th scope="col">Paid</th>
          <th scope="col">Delivered</th>
          <th scope="col">
            <span className="visually-hidden">Details</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {found.map((order) => (
          <OrderRow key={order._id} order={order} />
        ))}
      </tbody>
    </table>
  )
}

function OrderRow({ order }: { order: OrderSummary }) {
  return (
    <tr>
      <th scope="row" className={styles.id} data-label="ID">
        <span>{order._id}</span>
      </th>
      <td data-label="Date">{formatShortDay(order.createdAt)}</td>
      <td data-label="Total" className={styles.amount}>
        <Money dollars={order.totalPrice} />
      </td>
      <td data-label="Paid">{paidText(order)}</td>
      <td data-label="Delivered">
        {order.deliveredAt ? formatShortDay(order.deliveredAt) : 'Not delivered'}
      </td>
      <td className={styles.details}>
        <ButtonLink look="line" to={`/order/${order._id}`} aria-label={`Details of order ${order._id}`}>
          Details
        </ButtonLink>
      </td>
    </tr>
  )
}

function paidText(order: OrderSummary): string {
  if (order.paidAt) return formatShortDay(order.paidAt)
  if (order.state === 'cancelled') return 'Cancelled'
  if (order.state === 'expired') return 'Expired'
  return order.state === 'capturing' ? 'Confirming' : 'Not paid'
}

function NoneYet() {
  return (
    <div className={styles.empty}>
      <p>Nothing hangs here yet. Your orders will, once you have made one.</p>
      <ButtonLink to="/shop">See the coffees</ButtonLink>
    </div>
  )
}

function PastTheEnd() {
  return (
    <p className={styles.empty}>
      There are no orders on this page. <Link to="/profile">Go to the newest</Link>
    </p>
  )
}
