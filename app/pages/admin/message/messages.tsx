import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  inbox,
  MESSAGE_KINDS,
  MESSAGE_STATES,
  type MessageKind,
  type MessageState,
} from '#shared/api/inbox.ts'
import { urlOf } from '#shared/api/url.ts'
import { ask } from '../../../api/query.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { AdminList, AdminPage } from '../admin-page.tsx'
import { counted } from '#shared/counts.ts'
import {
  Choice,
  Filters,
  SearchBox,
  useFilter,
  useIdFilter,
  usePageLinks,
  usePageNumber,
} from '../filters.tsx'
import { Letters } from '../inbox.tsx'
import { Message } from './message.tsx'

const BASE = '/admin/messages'

/** What visitors wrote: contact messages and wholesale enquiries. */
export default function Messages() {
  const page = usePageNumber()
  const wanted = useWanted()
  const { id: _, ...exported } = wanted
  return (
    <AdminPage
      title="Messages"
      actions={
        <ButtonLink look="line" to={urlOf(inbox.export, { query: exported })} reloadDocument download>
          Export
        </ButtonLink>
      }
    >
      {() => <List page={page} wanted={wanted} />}
    </AdminPage>
  )
}

type Wanted = ReturnType<typeof useWanted>

/** What the address says the list is narrowed to; a letter that another screen leads to goes by its id. */
function useWanted() {
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

function List({ page, wanted }: { page: number; wanted: Wanted }) {
  const to = usePageLinks(BASE)
  const answer = useQuery({
    ...ask(inbox.list, { query: { pageNumber: page, ...wanted } }),
    placeholderData: keepPreviousData,
  })
  const unanswered = answer.data?.unanswered
  const isNarrowed = Object.values(wanted).some((value) => value !== undefined)
  return (
    <>
      {wanted.id ? null : <Narrow unanswered={unanswered} />}
      <p role="status">{unanswered === undefined ? null : told(unanswered)}</p>
      {wanted.id ? <Link to={BASE}>Show all messages</Link> : null}
      <AdminList
        answer={answer}
        what="messages"
        page={page}
        to={to}
        isEmpty={(data) => data.messages.length === 0}
        empty={isNarrowed ? <NoneFound /> : NOBODY}
      >
        {(data) => (
          <Letters label="Messages">
            {data.messages.map((message) => (
              <Message
                key={message._id}
                message={message}
                isOpen={wanted.id !== undefined}
                isSandbox={data.sandbox}
              />
            ))}
          </Letters>
        )}
      </AdminList>
    </>
  )
}

const NOBODY = 'Nobody has written yet. Messages from the contact and the wholesale form will stand here.'

function Narrow({ unanswered }: { unanswered: number | undefined }) {
  const count = unanswered === undefined ? '' : ` (${unanswered})`
  return (
    <Filters>
      <SearchBox label="Search by name, email or words" base={BASE} />
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

function told(unanswered: number): string {
  if (unanswered === 0) return 'Every message is answered or closed.'
  return `${counted(unanswered, 'message waits', 'messages wait')} for an answer.`
}

function NoneFound() {
  return (
    <>
      No message is like that. <Link to={BASE}>Show all messages</Link>
    </>
  )
}
