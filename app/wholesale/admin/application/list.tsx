import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  APPLICATION_STATES,
  applications,
  type ApplicationState,
  type ListedApplication,
} from '#shared/wholesale/api/applications.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { AdminList, AdminPage } from '#app/platform/admin/admin-page.tsx'
import {
  Choice,
  Filters,
  SearchBox,
  useFilter,
  useListOrder,
  usePageNumber,
} from '#app/platform/admin/list/filters.tsx'
import { SortedTable } from '#app/platform/admin/list/sorted-table.tsx'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'
import { ask } from '#app/platform/api/query.ts'
import { Email } from '#app/platform/ui/email.tsx'
import type { Column } from '#app/platform/ui/table.tsx'
import { applicationPath, APPLICATIONS as BASE, STATES } from '../paths.ts'

/** Applications for a wholesale account. They begin with an inquiry under Messages. */
export default function ApplicationList() {
  const page = usePageNumber()
  return <AdminPage>{() => <List page={page} />}</AdminPage>
}

const SORTS = { date: 'desc', name: 'asc', state: 'asc' } as const

function List({ page }: { page: number }) {
  const [keyword] = useFilter('q', BASE)
  const [chosen] = useFilter('state', BASE)
  const state = APPLICATION_STATES.find((each): each is ApplicationState => each === chosen)
  const { query, sorting } = useListOrder(BASE, SORTS, 'date')
  const weigh = useWeigh()
  const answer = useQuery({
    ...ask(applications.list, {
      query: { pageNumber: page, ...query, state, keyword: keyword || undefined },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Filters status={answer.data ? `${counted(answer.data.waiting, 'application')} to decide.` : null}>
        <SearchBox label="Search by name or email" base={BASE} />
        <Choice label="State" base={BASE} name="state" options={{ '': 'Any state', ...STATES }} />
      </Filters>
      <AdminList
        answer={answer}
        what="applications"
        page={page}
        base={BASE}
        filters={[keyword && `“${keyword}”`, state && STATES[state]]}
        isEmpty={(data) => data.applications.length === 0}
        empty={NONE}
      >
        {(data) => (
          <SortedTable
            label="Applications"
            columns={columnsOf(weigh)}
            rows={data.applications}
            keyOf={({ _id }) => _id}
            sorting={sorting}
          />
        )}
      </AdminList>
    </>
  )
}

const NONE = {
  kind: 'first',
  text: 'No applications yet. Open a wholesale inquiry under Messages, and press “Send the application”.',
  action: <Link to="/admin/messages?kind=wholesale">Wholesale inquiries</Link>,
} as const

function columnsOf(weigh: (grams: number) => string): Column<ListedApplication>[] {
  return [
    {
      name: 'BUSINESS',
      sort: 'name',
      of: ({ _id, name }) => <Link to={applicationPath(_id)}>{name}</Link>,
      rowHeader: true,
      title: true,
    },
    { name: 'EMAIL', of: ({ email }) => <Email>{email}</Email> },
    { name: 'CITY', of: ({ city }) => city, inline: true },
    { name: 'A MONTH', of: ({ expected }) => (expected ? weigh(expected) : ''), inline: true },
    { name: 'STATE', sort: 'state', of: ({ state }) => STATES[state], inline: true },
    {
      name: 'SINCE',
      sort: 'date',
      of: ({ createdAt }) => formatDate(createdAt, 'shortDay'),
      noWrap: true,
      inline: true,
    },
  ]
}
