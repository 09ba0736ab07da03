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
import { Email, Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminList, AdminPage } from '#app/platform/admin/admin-page.tsx'
import {
  Choice,
  Filters,
  SearchBox,
  useFilter,
  usePageLinks,
  usePageNumber,
} from '#app/platform/admin/filters.tsx'
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
  const to = usePageLinks(LIST)
  const answer = useQuery({
    ...ask(subscriptionAdmin.list, { query: { pageNumber: page, keyword: keyword || undefined, status } }),
    placeholderData: keepPreviousData,
  })
  const isFiltered = keyword !== '' || status !== undefined
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
        to={to}
        isEmpty={({ subscriptions }) => subscriptions.length === 0}
        empty={
          isFiltered ? (
            'No subscription matches.'
          ) : (
            <>
              No one has subscribed yet.{' '}
              <Link to="/admin/settings/subscribing">Settings of subscriptions</Link>
            </>
          )
        }
      >
        {({ subscriptions }) => (
          <Table label="Subscriptions" columns={COLUMNS} rows={subscriptions} keyOf={({ _id }) => _id} />
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

const COLUMNS: Column<ListedSubscription>[] = [
  {
    name: 'SUBSCRIBER',
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
  { name: 'FREQUENCY', of: ({ weeks }) => frequencyText(weeks), inline: true },
  { name: 'STATUS', of: statusOf, inline: true },
  {
    name: 'NEXT ROAST',
    of: ({ nextOn }) => (nextOn ? formatDate(nextOn, 'shortWeekday') : '—'),
    inline: true,
    noWrap: true,
  },
  { name: 'SINCE', of: ({ createdAt }) => formatDate(createdAt, 'shortDay'), inline: true, noWrap: true },
]

function statusOf({ status, resumes, nextOn }: ListedSubscription): string {
  return resumes && nextOn ? `Paused until ${formatDate(nextOn, 'shortDay')}` : STATUS_TEXT[status]
}
