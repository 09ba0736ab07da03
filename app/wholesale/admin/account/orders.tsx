import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { formatCents, formatDollars, toCents } from '#shared/kernel/pricing.ts'
import { accountOrders } from '#shared/wholesale/api/account-orders.ts'
import { ledger, type AccountLedger } from '#shared/wholesale/api/ledger.ts'
import { AGES } from '#shared/wholesale/papers.ts'
import { Facts } from '#app/platform/admin/inbox.tsx'
import { ask } from '#app/platform/api/query.ts'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { Pagination } from '#app/platform/ui/pagination.tsx'
import { Table } from '#app/platform/ui/table.tsx'
import { columnsOf } from '../../order/orders.tsx'
import { accountPath } from '../paths.ts'

/** What an account owes and has ordered, newest first. */
export function Orders({ of: id }: { of: string }) {
  const [query] = useSearchParams()
  const page = Math.max(1, Number(query.get('page')) || 1)
  const money = useQuery(ask(ledger.account, { params: { id } })).data
  const answer = useQuery({
    ...ask(accountOrders.deskList, { query: { company: id, pageNumber: page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="stack-2" aria-labelledby="orders">
      <h2 id="orders">Orders and money</h2>
      {money ? <Facts of={factsOf(money)} /> : null}
      {answer.data === undefined ? (
        <NotLoaded of={answer} what="the orders" lines={4} />
      ) : answer.data.orders.length === 0 ? (
        <p className="soft">No orders yet.</p>
      ) : (
        <>
          <Table label="Orders" columns={COLUMNS} rows={answer.data.orders} keyOf={({ _id }) => _id} />
          <Pagination
            page={page}
            pages={answer.data.pages}
            to={(number) => `${accountPath(id)}?page=${number}#orders`}
          />
        </>
      )}
    </section>
  )
}

const COLUMNS = columnsOf((id) => `/order/${id}`)

function factsOf({ ages, accepted }: AccountLedger): [string, string][] {
  const late = AGES.reduce((cents, age) => cents + (age === 'current' ? 0 : toCents(ages[age])), 0)
  return [
    ['Balance', formatDollars(ages.balance)],
    ['Late', late > 0 ? formatCents(late) : ''],
    ['Not billed yet', accepted > 0 ? formatDollars(accepted) : ''],
  ]
}
