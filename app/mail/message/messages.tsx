import type { ComponentProps } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  inbox,
  MESSAGE_KINDS,
  MESSAGE_STATES,
  type MessageKind,
  type MessageState,
} from '#shared/mail/api/inbox.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { ask } from '#app/platform/api/query.ts'
import { AdminList, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { counted } from '#shared/kernel/counts.ts'
import {
  Choice,
  Filters,
  SearchBox,
  useFilter,
  useIdFilter,
  useListOrder,
  usePageNumber,
} from '#app/platform/admin/list/filters.tsx'
import { SortChoice } from '#app/platform/admin/list/sorted-table.tsx'
import type { Sorting } from '#app/platform/ui/table.tsx'
import { InboxList } from '#app/platform/admin/inbox.tsx'
import { Message } from './message.tsx'
import { useMayOpen } from '#app/platform/session/role.ts'
import { ProvenDownload } from '#app/platform/account-forms/proven-download.tsx'

const BASE = '/admin/messages'

/** The messages of visitors: contact messages and wholesale inquiries. */
export default function Messages() {
  const page = usePageNumber()
  const filters = useListFilters()
  const { id: _, ...exported } = filters
  return (
    <AdminPage actions={<Export to={urlOf(inbox.export, { query: exported })} />}>
      {() => <List page={page} filters={filters} />}
    </AdminPage>
  )
}

/** The export has the addresses of customers, so only admins may save it. */
function Export({ to }: { to: string }) {
  return useMayOpen(to) ? <ProvenDownload to={to}>Export</ProvenDownload> : null
}

type ListFilters = ReturnType<typeof useListFilters>

/** The filters in the URL. Links from other pages contain the id of one message. */
function useListFilters() {
  const [keyword] = useFilter('q', BASE)
  const [status] = useFilter('status', BASE)
  const [kind] = useFilter('kind', BASE)
  const id = useIdFilter('id', BASE)
  return {
    keyword: keyword || undefined,
    status: MESSAGE_STATES.find((each): each is MessageState => each === status),
    kind: MESSAGE_KINDS.find((each): each is MessageKind => each === kind),
    id,
  }
}

function List({ page, filters }: { page: number; filters: ListFilters }) {
  const { query, sorting } = useListOrder(BASE, SORTS, 'date')
  const answer = useQuery({
    ...ask(inbox.list, { query: { pageNumber: page, ...query, ...filters } }),
    placeholderData: keepPreviousData,
  })
  const unanswered = answer.data?.unanswered
  return (
    <>
      {filters.id ? null : <MessageFilters unanswered={unanswered} sorting={sorting} />}
      <p role="status">{unanswered === undefined ? null : statusText(unanswered)}</p>
      {filters.id ? <Link to={BASE}>Show all messages</Link> : null}
      <AdminList
        answer={answer}
        what="messages"
        page={page}
        base={BASE}
        filters={[
          filters.keyword && `“${filters.keyword}”`,
          filters.status && STATUS[filters.status],
          filters.kind && KIND[filters.kind],
          filters.id && 'one message',
        ]}
        isEmpty={(data) => data.messages.length === 0}
        empty={NO_MESSAGES}
      >
        {(data) => (
          <InboxList label="Messages">
            {data.messages.map((message) => (
              <Message
                key={message._id}
                message={message}
                isOpen={filters.id !== undefined}
                isSandbox={data.sandbox}
              />
            ))}
          </InboxList>
        )}
      </AdminList>
    </>
  )
}

const NO_MESSAGES = {
  kind: 'first',
  text: 'No messages yet. Messages from the contact form and the wholesale form are listed here.',
} as const

const STATUS = { new: 'New', answered: 'Answered', closed: 'Closed' } as const
const KIND = { contact: 'Contact', wholesale: 'Wholesale' } as const

const SORTS = { date: 'desc', name: 'asc' } as const
const ORDERS: ComponentProps<typeof SortChoice>['options'] = [
  ['date', 'desc', 'Newest first'],
  ['date', 'asc', 'Oldest first'],
  ['name', 'asc', 'Name, A to Z'],
  ['name', 'desc', 'Name, Z to A'],
]

function MessageFilters({ unanswered, sorting }: { unanswered: number | undefined; sorting: Sorting }) {
  const count = unanswered === undefined ? '' : ` (${unanswered})`
  return (
    <Filters>
      <SearchBox label="Search by name, email or text" base={BASE} />
      <Choice
        label="Status"
        base={BASE}
        name="status"
        options={{ '': 'Any status', ...STATUS, new: `New${count}` }}
      />
      <Choice label="Kind" base={BASE} name="kind" options={{ '': 'Any kind', ...KIND }} />
      <SortChoice sorting={sorting} options={ORDERS} />
    </Filters>
  )
}

function statusText(unanswered: number): string {
  if (unanswered === 0) return 'Every message is answered or closed.'
  return `${counted(unanswered, 'message')} to answer.`
}
