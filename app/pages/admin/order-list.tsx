import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { orders, type OrderSummary } from '#shared/api/orders.ts'
import { ask } from '../../api/query.ts'
import { RequireAdmin } from '../../session/guard.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { BoneLines, Loading } from '../checkout/bones.tsx'
import { InboxHead } from './inbox-nav.tsx'
import styles from './order-list.module.css'

export default function OrderList() {
  const { pageNumber } = useParams()
  return (
    <section className={styles.page}>
      <PageHead title="Orders" />
      <InboxHead title="Orders" id="orders" />
      <RequireAdmin skeleton={<Skeleton />}>
        {() => <List page={Math.max(1, Number(pageNumber) || 1)} />}
      </RequireAdmin>
    </section>
  )
}

function List({ page }: { page: number }) {
  const list = useQuery({
    ...ask(orders.list, { query: { pageNumber: page } }),
    placeholderData: keepPreviousData,
  })
  if (list.isPending) {
    return (
      <>
        <Loading what="Fetching the orders" />
        <Skeleton />
      </>
    )
  }
  if (list.isError) return <Trouble error={list.error} retry={list.refetch} />
  const { orders: found, pages } = list.data
  if (found.length === 0) return <Nothing page={page} />
  return (
    <div aria-busy={list.isPlaceholderData} className={styles.list}>
      <OrderTable found={found} />
      <Pagination page={page} pages={pages} to={(number) => `/admin/orderlist/${number}`} />
    </div>
  )
}

function OrderTable({ found }: { found: OrderSummary[] }) {
  return (
    <table className={styles.table} aria-labelledby="orders">
      <thead>
        <tr>
          <th scope="col">ID</th>
          <th scope="col">USER</th>
          <th scope="col">DATE</th>
          <th scope="col" className={styles.amount}>
            TOTAL
          </th>
          <th scope="col">PAID</th>
          <th scope="col">DELIVERED</th>
          <th scope="col">
            <span className="visually-hidden">DETAILS</span>
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
      <td data-label="USER" className={styles.user}>
        {order.user.name}
      </td>
      <td data-label="DATE" className={styles.day}>
        {dateOf(order.createdAt)}
      </td>
      <td data-label="TOTAL" className={styles.amount}>
        <Money dollars={order.totalPrice} />
      </td>
      <td data-label="PAID" className={styles.day}>
        {order.paidAt ? dateOf(order.paidAt) : <Cross text="Not paid" />}
      </td>
      <td data-label="DELIVERED" className={styles.day}>
        {order.deliveredAt ? dateOf(order.deliveredAt) : <Cross text="Not delivered" />}
      </td>
      <td className={styles.details}>
        <ButtonLink
          look="line"
          to={`/order/${order._id}`}
          className={styles.button}
          aria-label={`Details of order ${order._id}`}
        >
          Details
        </ButtonLink>
      </td>
    </tr>
  )
}

/** Spec section 2: the first ten characters, which are the day. */
function dateOf(instant: string): string {
  return instant.slice(0, 10)
}

function Cross({ text }: { text: string }) {
  return (
    <span className={styles.cross} role="img" aria-label={text}>
      ✕
    </span>
  )
}

function Nothing({ page }: { page: number }) {
  if (page === 1) return <p>No orders yet. The first one will stand here.</p>
  return (
    <p>
      There are no orders on this page. <Link to="/admin/orderlist">Go to the newest</Link>
    </p>
  )
}

function Skeleton() {
  return (
    <div className={styles.skeleton}>
      <BoneLines count={11} height="2.4rem" />
    </div>
  )
}
