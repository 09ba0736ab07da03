import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { counterDays, type ListedDay } from '#shared/checkout/api/counter-days.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { ask } from '#app/platform/api/query.ts'
import { AdminList, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { usePageNumber } from '#app/platform/admin/list/filters.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { dayPath, LIST } from './days.ts'

/** The days of the counter: what was expected in the drawer, and what was counted. */
export default function DayList() {
  const page = usePageNumber()
  return (
    <AdminPage
      actions={
        <ButtonLink look="quiet" to="/admin/record?subject=counterDay">
          Change log
        </ButtonLink>
      }
    >
      {() => <List page={page} />}
    </AdminPage>
  )
}

function List({ page }: { page: number }) {
  const answer = useQuery({
    ...ask(counterDays.list, { query: { pageNumber: page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <AdminList
      answer={answer}
      what="counter days"
      page={page}
      base={LIST}
      hasRows={false}
      isEmpty={({ days }) => days.length === 0}
      empty={NO_DAYS}
    >
      {({ days }) => <Table label="Counter days" columns={COLUMNS} rows={days} keyOf={({ _id }) => _id} />}
    </AdminList>
  )
}

const NO_DAYS = {
  kind: 'first',
  text: 'No day yet. The first sale at the counter starts one, and so does Start the day there.',
  action: <ButtonLink to="/admin/counter">Open the counter</ButtonLink>,
} as const

const COLUMNS: Column<ListedDay>[] = [
  {
    name: 'STARTED',
    of: ({ _id, openedAt }) => <Link to={dayPath(_id)}>{formatDate(openedAt, 'shortDayAndTime')}</Link>,
    rowHeader: true,
    title: true,
    noWrap: true,
  },
  { name: 'BY', of: ({ openedBy }) => openedBy, inline: true },
  {
    name: 'CLOSED',
    of: ({ closedAt, closedBy }) =>
      closedAt ? `${formatDate(closedAt, 'shortDayAndTime')}, ${closedBy}` : <strong>Open</strong>,
    inline: true,
  },
  {
    name: 'EXPECTED',
    of: ({ expected }) => <Amount of={expected} />,
    align: 'end',
    noWrap: true,
    inline: true,
  },
  { name: 'COUNTED', of: ({ counted }) => <Amount of={counted} />, align: 'end', noWrap: true, inline: true },
  {
    name: 'DIFFERENCE',
    of: ({ difference }) => <Difference of={difference} />,
    align: 'end',
    noWrap: true,
    inline: true,
  },
]

function Amount({ of }: { of: number | null }) {
  return of === null ? null : <Money dollars={of} />
}

/** Too much or too little in words too, not only by a sign. */
export function Difference({ of }: { of: number | null }) {
  if (of === null) return null
  if (of === 0) return <span className="soft">none</span>
  return (
    <strong className="alarm">
      <Money dollars={Math.abs(of)} /> {of < 0 ? 'short' : 'over'}
    </strong>
  )
}
