import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { orders } from '#shared/checkout/api/orders.ts'
import { ORDER_STATES, type OrderState } from '#shared/kernel/order-states.ts'
import { counted, formatNumber } from '#shared/kernel/counts.ts'
import type { PartId } from '#shared/platform/parts.ts'
import { users } from '#shared/people/api/users.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { SortedTable } from '#app/platform/admin/list/sorted-table.tsx'
import { PICKUP_STATES, STATES } from '#shared/kernel/order-state-names.ts'
import { AdminList, AdminPage } from '#app/platform/admin/admin-page.tsx'
import {
  Choice,
  Filters,
  SearchBox,
  useFilter,
  useIdFilter,
  useListOrder,
  usePageNumber,
} from '#app/platform/admin/list/filters.tsx'
import { isNotFound } from '#app/platform/api/call.ts'
import { BulkBar } from '#app/platform/admin/bulk/bulk-bar.tsx'
import { useBulkChoice } from '#app/platform/admin/bulk/use-choice.ts'
import { useOrderActions } from './bulk-actions.tsx'
import { ORDER_COLUMNS } from './order-columns.tsx'
import { ExportSales } from '../sales/export-sales.tsx'
import styles from './order-list.module.css'

const BASE = '/admin/orderlist'
const SORTS = { date: 'desc', total: 'desc', paid: 'desc', delivered: 'desc' } as const

export default function OrderList() {
  const page = usePageNumber()
  const [isExporting, setExporting] = useState(false)
  return (
    <AdminPage
      actions={
        <>
          <Button look="line" aria-expanded={isExporting} onClick={() => setExporting(!isExporting)}>
            Export sales
          </Button>
          <ButtonLink to="/admin/new-order">New order</ButtonLink>
        </>
      }
    >
      {() => (
        <>
          {isExporting ? <ExportSales /> : null}
          <List page={page} />
        </>
      )}
    </AdminPage>
  )
}

const ONLY = ['pickup', 'unopened', 'phone', 'counter'] as const

/** The filters in the URL. */
function useListFilters() {
  const [keyword] = useFilter('q', BASE)
  const [state] = useFilter('state', BASE)
  const user = useIdFilter('user', BASE)
  const [only] = useFilter('only', BASE)
  return {
    keyword: keyword || undefined,
    state: ORDER_STATES.find((each): each is OrderState => each === state),
    user,
    only: ONLY.find((each) => each === only),
  }
}

function List({ page }: { page: number }) {
  const filters = useListFilters()
  const { query, sorting } = useListOrder(BASE, SORTS, 'date')
  const answer = useQuery({
    ...ask(orders.list, { query: { pageNumber: page, ...query, ...filters } }),
    placeholderData: keepPreviousData,
  })
  const totals = answer.data?.totals
  const listed = answer.data?.orders ?? []
  const choice = useBulkChoice(
    listed.map(({ _id }) => _id),
    totals?.count ?? 0,
    filters,
  )
  const actions = useOrderActions()
  return (
    <>
      {filters.user ? <OrderBuyer orders={filters.user} all={BASE} /> : null}
      <OrderFilters totals={totals} isPickup={filters.only === 'pickup'} />
      <AdminList
        answer={answer}
        what="orders"
        page={page}
        base={BASE}
        filters={textsOf(filters)}
        isEmpty={(data) => data.orders.length === 0}
        empty={NO_ORDERS}
      >
        {(data) => (
          <SortedTable
            label="Orders"
            columns={ORDER_COLUMNS}
            rows={data.orders}
            keyOf={(order) => order._id}
            sorting={sorting}
            choosing={{ ...choice, nameOf: ({ number, user }) => `order ${number} of ${user.name}` }}
          />
        )}
      </AdminList>
      <BulkBar of={actions} choice={choice} />
    </>
  )
}

/** The names of the states. In the list of all orders, a paid order may have to be shipped or handed over. */
const ALL_STATES = { ...STATES, paid: 'To ship or hand over' }

type Totals = Reply<typeof orders.list>['totals']

const DELIVERIES: readonly (readonly [value: string, name: string, part?: PartId])[] = [
  ['', 'Any delivery'],
  ['pickup', 'Pickup only', 'pickup'],
  ['unopened', 'Gifts not opened yet', 'subscriptions'],
  ['phone', 'Ordered by phone'],
  ['counter', 'Sold at the counter'],
]

type OrderFiltersProps = { totals: Totals | undefined; isPickup: boolean }

function OrderFilters({ totals, isPickup }: OrderFiltersProps) {
  const { parts } = useBusiness()
  const names = isPickup ? PICKUP_STATES : ALL_STATES
  const options = ORDER_STATES.map((state) => {
    const count = totals?.states.find((each) => each.state === state)?.count
    return [state, count === undefined ? names[state] : `${names[state]} (${formatNumber(count)})`]
  })
  return (
    <Filters status={totals ? <TotalsText totals={totals} /> : null}>
      <SearchBox label="Search by number, buyer, phone or product" base={BASE} />
      <Choice
        label="Status"
        base={BASE}
        name="state"
        options={{ '': 'Any status', ...Object.fromEntries(options) }}
      />
      <Choice
        label="Delivery"
        base={BASE}
        name="only"
        options={Object.fromEntries(DELIVERIES.filter(([, , part]) => !part || parts[part]))}
      />
    </Filters>
  )
}

function TotalsText({ totals: { count, paid } }: { totals: Totals }) {
  return (
    <>
      {counted(count, 'order')}, <Money dollars={paid} /> paid
    </>
  )
}

const NO_ORDERS = { kind: 'first', text: 'No orders yet. What buyers order is listed here.' } as const

function textsOf({ keyword, state, user, only }: ReturnType<typeof useListFilters>) {
  return [
    keyword && `“${keyword}”`,
    state && ALL_STATES[state],
    user && 'of one account',
    only && 'pickup only',
  ]
}

/** Shown when the list has only one buyer's orders: the buyer, and a link to all orders. */
function OrderBuyer({ orders: id, all }: { orders: string; all: string }) {
  const answer = useQuery(ask(users.one, { params: { id } }))
  const isGone = isNotFound(answer.error)
  return (
    <div className={styles.buyer}>
      <p>
        {isGone ? (
          'This account was deleted. Search its orders by name or email.'
        ) : answer.data ? (
          <>
            Orders of <strong>{answer.data.name}</strong> ({answer.data.email})
          </>
        ) : (
          'Orders of one account'
        )}
      </p>
      <Link to={all}>Show all orders</Link>
      {answer.data ? <Link to={`/admin/user/${id}/edit`}>Edit this user</Link> : null}
    </div>
  )
}
