import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { orders, type OrderSummary } from '#shared/api/orders.ts'
import { ask } from '../../api/query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { Cross, Id, Table, type Column } from '../../ui/table.tsx'
import { Desk, DeskList } from './desk.tsx'
import { usePageLinks } from './filters.tsx'

const BASE = '/admin/orderlist'

export default function OrderList() {
  const page = Math.max(1, Number(useParams().pageNumber) || 1)
  return <Desk title="Orders">{() => <List page={page} />}</Desk>
}

function List({ page }: { page: number }) {
  const to = usePageLinks(BASE)
  const answer = useQuery({
    ...ask(orders.list, { query: { pageNumber: page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <DeskList
      answer={answer}
      what="orders"
      page={page}
      to={to}
      isEmpty={(data) => data.orders.length === 0}
      empty="No orders yet. The first one will stand here."
    >
      {(data) => <Table label="Orders" columns={COLUMNS} rows={data.orders} keyOf={(order) => order._id} />}
    </DeskList>
  )
}

const COLUMNS: Column<OrderSummary>[] = [
  { name: 'ID', of: (order) => <Id>{order._id}</Id>, head: true, wide: true },
  { name: 'USER', of: (order) => order.user.name, wide: true },
  { name: 'DATE', of: (order) => dateOf(order.createdAt), whole: true },
  { name: 'TOTAL', of: (order) => <Money dollars={order.totalPrice} />, align: 'end', whole: true },
  {
    name: 'PAID',
    of: (order) => (order.paidAt ? dateOf(order.paidAt) : <Cross text="Not paid" />),
    whole: true,
  },
  {
    name: 'DELIVERED',
    of: (order) => (order.deliveredAt ? dateOf(order.deliveredAt) : <Cross text="Not delivered" />),
    whole: true,
  },
  {
    name: 'DETAILS',
    of: (order) => (
      <ButtonLink look="line" to={`/order/${order._id}`} aria-label={`Details of order ${order._id}`}>
        Details
      </ButtonLink>
    ),
    wide: true,
    unnamed: true,
  },
]

/** Spec section 2: the first ten characters, which are the day. */
function dateOf(instant: string): string {
  return instant.slice(0, 10)
}
