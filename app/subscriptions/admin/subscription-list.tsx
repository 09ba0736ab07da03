import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { subscriptionAdmin, type ListedSubscription } from '#shared/subscriptions/api/subscription-admin.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import {
  frequencyText,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from '#shared/platform/subscriptions.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Email } from '#app/platform/ui/email.tsx'
import type { Column } from '#app/platform/ui/table.tsx'
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
import { ProvenDownload } from '#app/platform/account-forms/proven-download.tsx'
import { LIST, subscriptionPath, STATUS_TEXT } from './texts.ts'

/** All subscriptions, newest first. */
export default function SubscriptionList() {
  const page = usePageNumber()
  return (
    <AdminPage
      actions={<ProvenDownload to={urlOf(subscriptionAdmin.exportAll, {})}>Export (CSV)</ProvenDownload>}
    >
      {() => <List page={page} />}
    </AdminPage>
  )
}

function List({ page }: { page: number }) {
  const [keyword] = useFilter('q', LIST)
  const [chosen] = useFilter('status', LIST)
  const status = SUBSCRIPTION_STATUSES.find((each) => each === chosen)
  const { query, sorting } = useListOrder(LIST, SORTS, 'date')
  const answer = useQuery({
    ...ask(subscriptionAdmin.list, {
      query: { pageNumber: page, ...query, keyword: keyword || undefined, status },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Filters>
        <SearchBox label="Search by name, email or id" base={LIST} />
        <Choice label="Status" base={LIST} name="status" options={optionsOf(answer.data?.statuses ?? [])} />
      </Filters>
      <AdminList
        answer={answer}
        what="subscriptions"
        page={page}
        base={LIST}
        filters={[keyword && `“${keyword}”`, status && STATUS_TEXT[status]]}
        isEmpty={({ subscriptions }) => subscriptions.length === 0}
        empty={NO_SUBSCRIPTIONS}
      >
        {({ subscriptions }) => (
          <SortedTable
            label="Subscriptions"
            columns={COLUMNS}
            rows={subscriptions}
            keyOf={({ _id }) => _id}
            sorting={sorting}
          />
        )}
      </AdminList>
    </>
  )
}

function optionsOf(statuses: { status: SubscriptionStatus; count: number }[]): Record<string, string> {
  const options = SUBSCRIPTION_STATUSES.map((status) => {
    const count = statuses.find((each) => each.status === status)?.count ?? 0
    return [status, `${STATUS_TEXT[status]} (${formatNumber(count)})`]
  })
  return { '': 'All', ...Object.fromEntries(options) }
}

const SORTS = { name: 'asc', next: 'asc', date: 'desc' } as const

const NO_SUBSCRIPTIONS = {
  kind: 'first',
  text: 'No one has subscribed yet. Coffee that repeats, and its payments, are listed here.',
  action: (
    <ButtonLink look="line" to="/admin/settings/subscribing">
      Settings of subscriptions
    </ButtonLink>
  ),
} as const

const COLUMNS: Column<ListedSubscription>[] = [
  {
    name: 'SUBSCRIBER',
    sort: 'name',
    of: ({ _id, buyer }) => (
      <>
        <Link to={subscriptionPath(_id)}>{buyer.name}</Link>
        <div>
          <Email>{buyer.email}</Email>
        </div>
      </>
    ),
    rowHeader: true,
    title: true,
  },
  {
    name: 'COFFEE',
    of: ({ goods }) => goods.map((text) => <div key={text}>{text}</div>),
    wide: true,
  },
  { name: 'FREQUENCY', of: ({ weeks }) => frequencyText(weeks), inline: true, noWrap: true },
  { name: 'STATUS', of: statusOf, inline: true },
  {
    name: 'NEXT ROAST',
    sort: 'next',
    of: ({ nextOn }) => (nextOn ? formatDate(nextOn, 'shortWeekday') : '—'),
    inline: true,
    noWrap: true,
  },
  {
    name: 'SINCE',
    sort: 'date',
    of: ({ createdAt }) => formatDate(createdAt, 'shortDay'),
    inline: true,
    noWrap: true,
  },
]

function statusOf({ status, resumes, nextOn }: ListedSubscription): string {
  return resumes && nextOn ? `Paused until ${formatDate(nextOn, 'shortDay')}` : STATUS_TEXT[status]
}
