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
  usePageLinks,
  usePageNumber,
} from '#app/platform/admin/filters.tsx'
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
  const to = usePageLinks(BASE)
  const answer = useQuery({
    ...ask(inbox.list, { query: { pageNumber: page, ...filters } }),
    placeholderData: keepPreviousData,
  })
  const unanswered = answer.data?.unanswered
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <>
      {filters.id ? null : <MessageFilters unanswered={unanswered} />}
      <p role="status">{unanswered === undefined ? null : statusText(unanswered)}</p>
      {filters.id ? <Link to={BASE}>Show all messages</Link> : null}
      <AdminList
        answer={answer}
        what="messages"
        page={page}
        to={to}
        isEmpty={(data) => data.messages.length === 0}
        empty={isFiltered ? <NoneFound /> : NO_MESSAGES}
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

const NO_MESSAGES = 'No messages yet. Messages from the contact form and the wholesale form are listed here.'

function MessageFilters({ unanswered }: { unanswered: number | undefined }) {
  const count = unanswered === undefined ? '' : ` (${unanswered})`
  return (
    <Filters>
      <SearchBox label="Search by name, email or text" base={BASE} />
      <Choice
        label="Status"
        base={BASE}
        name="status"
        options={{ '': 'Any status', new: `New${count}`, answered: 'Answered', closed: 'Closed' }}
      />
      <Choice
        label="Kind"
        base={BASE}
        name="kind"
        options={{ '': 'Any kind', contact: 'Contact', wholesale: 'Wholesale' }}
      />
    </Filters>
  )
}

function statusText(unanswered: number): string {
  if (unanswered === 0) return 'Every message is answered or closed.'
  return `${counted(unanswered, 'message')} to answer.`
}

function NoneFound() {
  return (
    <>
      No message matches. <Link to={BASE}>Show all messages</Link>
    </>
  )
}
