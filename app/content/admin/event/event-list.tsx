import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { eventAdmin, type ListedEvent } from '#shared/content/api/event-admin.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { RowActions, type Column } from '#app/platform/ui/table.tsx'
import { AdminList, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { DeleteButton } from '#app/platform/admin/delete-button.tsx'
import { Choice, Filters, useFilter, useListOrder, usePageNumber } from '#app/platform/admin/list/filters.tsx'
import { SortedTable } from '#app/platform/admin/list/sorted-table.tsx'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'

export const LIST = '/admin/events'

/** All events, with their seats. */
export default function EventList() {
  const page = usePageNumber()
  return (
    <AdminPage actions={<ButtonLink to={`${LIST}/${NEW}/edit`}>Add event</ButtonLink>}>
      {() => <List page={page} />}
    </AdminPage>
  )
}

function List({ page }: { page: number }) {
  const [chosen] = useFilter('when', LIST)
  const when = chosen === 'past' ? 'past' : undefined
  const { query, sorting } = useListOrder(LIST, { ...SORTS, date: when ? 'desc' : 'asc' }, 'date')
  const answer = useQuery({
    ...ask(eventAdmin.all, { query: { pageNumber: page, ...query, when } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Filters>
        <Choice label="When" base={LIST} name="when" options={{ '': 'Coming', past: 'Past' }} />
      </Filters>
      <AdminList
        answer={answer}
        what="events"
        page={page}
        base={LIST}
        isEmpty={({ events }) => events.length === 0}
        empty={when ? NONE_PAST : NONE_PLANNED}
      >
        {({ events }) => (
          <SortedTable
            label="Events"
            columns={COLUMNS}
            rows={events}
            keyOf={({ _id }) => _id}
            sorting={sorting}
          />
        )}
      </AdminList>
    </>
  )
}

const SORTS = { name: 'asc', taken: 'desc' } as const

const NONE_PAST = { kind: 'cleared', text: 'No past events.' } as const
const NONE_PLANNED = {
  kind: 'first',
  text: 'No event is planned. Add one, and people can sign up on the site.',
  action: <ButtonLink to={`${LIST}/${NEW}/edit`}>Add event</ButtonLink>,
} as const

const nameOf = ({ title, startsAt }: ListedEvent) => `${title}, ${formatDate(startsAt, 'shortMonthDay')}`

const COLUMNS: Column<ListedEvent>[] = [
  {
    name: 'EVENT',
    sort: 'name',
    of: (event) => (
      <Link to={`${LIST}/${event._id}/edit`} aria-label={nameOf(event)}>
        {event.title}
      </Link>
    ),
    rowHeader: true,
    title: true,
  },
  {
    name: 'WHEN',
    sort: 'date',
    of: ({ startsAt }) => `${formatDate(startsAt, 'shortDay')}, ${formatDate(startsAt, 'time')}`,
    noWrap: true,
  },
  {
    name: 'TAKEN',
    sort: 'taken',
    of: ({ taken, seats, waiting }) => `${taken} of ${seats}${waiting > 0 ? `, ${waiting} waiting` : ''}`,
    align: 'end',
  },
  { name: 'STATE', of: stateOf, inline: true, noWrap: true },
  {
    name: 'ACTIONS',
    hideName: true,
    wide: true,
    align: 'end',
    of: (event) => (
      <RowActions>
        <ButtonLink look="quiet" to={`${LIST}/${event._id}/people`} aria-label={`People of ${nameOf(event)}`}>
          People
        </ButtonLink>
        <ButtonLink look="quiet" to={`${LIST}/${event._id}/edit`} aria-label={`Edit ${nameOf(event)}`}>
          Edit
        </ButtonLink>
        <DeleteButton
          name={nameOf(event)}
          remove={() => call(eventAdmin.remove, { params: { id: event._id } })}
          done="Event deleted"
          of={['events']}
        />
      </RowActions>
    ),
  },
]

function stateOf({ cancelledAt, isDraft, hasEnded }: ListedEvent): string {
  if (cancelledAt) return 'Canceled'
  if (isDraft) return 'Hidden'
  return hasEnded ? 'Past' : 'Published'
}
