import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { giftCardAdmin, type ListedCard } from '#shared/checkout/api/gift-card-admin.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { maskedCode } from '#shared/checkout/gift-cards.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { usePart } from '#app/platform/api/business.ts'
import { ask } from '#app/platform/api/query.ts'
import { Money } from '#app/platform/ui/money.tsx'
import type { Column } from '#app/platform/ui/table.tsx'
import { AdminList, AdminPage } from '#app/platform/admin/admin-page.tsx'
import {
  Filters,
  SearchBox,
  useFilter,
  useListOrder,
  usePageNumber,
} from '#app/platform/admin/list/filters.tsx'
import { SortedTable } from '#app/platform/admin/list/sorted-table.tsx'
import { cardPath, LIST, stateText } from './cards.ts'
import { SellCard } from './sell-card.tsx'

/** All gift cards, what the shop owes for them, and the form to sell one at the bar. */
export default function CardList() {
  const page = usePageNumber()
  return <AdminPage>{() => <List page={page} />}</AdminPage>
}

function List({ page }: { page: number }) {
  const [keyword] = useFilter('q', LIST)
  const isSold = usePart('giftCards') === 'on'
  const { query, sorting } = useListOrder(LIST, SORTS, 'date')
  const answer = useQuery({
    ...ask(giftCardAdmin.list, { query: { pageNumber: page, ...query, keyword: keyword || undefined } }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="stack-2 may-shrink">
      <Filters
        status={
          answer.data ? `${formatDollars(answer.data.outstanding)} is left on all gift cards together.` : null
        }
      >
        <SearchBox label="Search by code, name or order" base={LIST} />
      </Filters>
      <AdminList
        answer={answer}
        what="gift cards"
        page={page}
        base={LIST}
        filters={[keyword && `“${keyword}”`]}
        isEmpty={({ cards }) => cards.length === 0}
        empty={NO_CARDS}
      >
        {({ cards }) => (
          <SortedTable
            label="Gift cards"
            columns={COLUMNS}
            rows={cards}
            keyOf={({ _id }) => _id}
            sorting={sorting}
          />
        )}
      </AdminList>
      {answer.data && isSold ? <SellCard mayStillSell={answer.data.mayStillSell} /> : null}
    </div>
  )
}

const SORTS = { date: 'desc', name: 'asc', amount: 'desc', left: 'desc' } as const

const NO_CARDS = {
  kind: 'first',
  text: 'No gift card has been sold yet. Buyers find them in the shop, and you can sell one at the bar below.',
} as const

const COLUMNS: Column<ListedCard>[] = [
  {
    name: 'CARD',
    of: ({ _id, lastFour }) => <Link to={cardPath(_id)}>{maskedCode(lastFour)}</Link>,
    rowHeader: true,
    title: true,
    noWrap: true,
  },
  { name: 'FOR', sort: 'name', of: ({ to, soldBy }) => to.name || (soldBy ? 'Sold at the bar' : '') },
  { name: 'SOLD', sort: 'date', of: ({ createdAt }) => formatDate(createdAt, 'shortDay'), noWrap: true },
  {
    name: 'AMOUNT',
    sort: 'amount',
    of: ({ amount }) => <Money dollars={amount} />,
    align: 'end',
    noWrap: true,
  },
  {
    name: 'LEFT',
    sort: 'left',
    of: ({ balance }) => <Money dollars={balance} />,
    align: 'end',
    noWrap: true,
  },
  { name: 'STATE', of: stateText, inline: true },
]
