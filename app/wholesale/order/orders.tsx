/** The orders of an account: /wholesale/orders. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatDate } from '#shared/kernel/dates.ts'
import { stateWords } from './words.ts'
import { accountOrders, type AccountOrderSummary } from '#shared/wholesale/api/account-orders.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { BuyerPage } from '../buyer/buyer-page.tsx'

export default function Orders() {
  return <BuyerPage title="Orders">{({ _id }) => <List company={_id} />}</BuyerPage>
}

function List({ company }: { company: string }) {
  const [query, setQuery] = useSearchParams()
  const page = Math.max(1, Number(query.get('page')) || 1)
  const answer = useQuery({
    ...ask(accountOrders.list, { query: { company, pageNumber: page } }),
    staleTime: 0,
  })
  if (!answer.data) return <NotLoaded of={answer} what="your orders" lines={4} />
  const { orders, pages } = answer.data
  const go = (to: number) => {
    const next = new URLSearchParams(query)
    next.set('page', String(to))
    setQuery(next)
  }
  return (
    <>
      <p>
        <ButtonLink to={`/wholesale/order?account=${company}`}>Order</ButtonLink>
      </p>
      {orders.length === 0 ? <p>No orders yet.</p> : null}
      {orders.length > 0 ? (
        <Table
          label="Orders"
          columns={columnsOf((id) => `/wholesale/orders/${id}`)}
          rows={orders}
          keyOf={({ _id }) => _id}
        />
      ) : null}
      {pages > 1 ? (
        <p className="row-1-2">
          {page > 1 ? (
            <button type="button" className="reach" onClick={() => go(page - 1)}>
              Newer
            </button>
          ) : null}
          {page < pages ? (
            <button type="button" className="reach" onClick={() => go(page + 1)}>
              Older
            </button>
          ) : null}
        </p>
      ) : null}
    </>
  )
}

/** @param pathOf the page of an order, for who reads the list */
export const columnsOf = (pathOf: (id: string) => string): Column<AccountOrderSummary>[] => [
  {
    name: 'ORDER',
    of: ({ _id, number }) => <Link to={pathOf(_id)}>No. {number}</Link>,
    rowHeader: true,
    title: true,
  },
  { name: 'DELIVERY', of: ({ deliversOn }) => (deliversOn ? formatDate(deliversOn, 'shortWeekday') : '') },
  { name: 'LOCATION', of: ({ location }) => location },
  { name: 'STATE', of: ({ state, onAccount }) => stateWords(state, onAccount) },
  { name: 'PO', of: ({ poNumber }) => poNumber },
  { name: 'BY', of: ({ by }) => by },
  { name: 'TOTAL', of: ({ total }) => <Money dollars={total} />, align: 'end' },
]
