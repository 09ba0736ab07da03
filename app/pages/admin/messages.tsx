import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { messages, type StoredMessage } from '#shared/api/messages.ts'
import { brand } from '#shared/brand.ts'
import { ask } from '../../api/query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Desk, DeskList } from './desk.tsx'
import { usePageLinks } from './filters.tsx'
import { Facts, Letter, Letters, MailState, Text } from './inbox.tsx'

/** What visitors wrote: contact messages and wholesale enquiries. */
export default function Messages() {
  const page = Math.max(1, Number(useParams().pageNumber) || 1)
  return <Desk title="Messages">{() => <List page={page} />}</Desk>
}

function List({ page }: { page: number }) {
  const to = usePageLinks('/admin/messages')
  const answer = useQuery({
    ...ask(messages.list, { query: { pageNumber: page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <DeskList
      answer={answer}
      what="messages"
      page={page}
      to={to}
      isEmpty={(data) => data.messages.length === 0}
      empty="Nobody has written yet. Messages from the contact and the wholesale form will stand here."
    >
      {(data) => (
        <Letters label="Messages">
          {data.messages.map((message) => (
            <Message key={message._id} message={message} />
          ))}
        </Letters>
      )}
    </DeskList>
  )
}

function Message({ message: it }: { message: StoredMessage }) {
  const isWholesale = it.kind === 'wholesale'
  return (
    <Letter
      at={it.createdAt}
      kind={isWholesale ? 'Wholesale' : 'Contact'}
      who={it.name}
      what={it.message}
      state={<MailState of={it.mail} />}
    >
      <Facts
        of={[
          ['From', it.name],
          ['Email', it.email],
          ['Phone', it.phone],
          ['Type of Business', it.typeOfBusiness],
          ['Quantity', isWholesale ? `${it.qty} lbs/ month` : ''],
          ['Website/ Socials', it.social],
        ]}
      />
      <Text>{it.message}</Text>
      <p>
        <ButtonLink look="line" to={`mailto:${encodeURIComponent(it.email)}?subject=${SUBJECT}`}>
          Answer {it.name}
        </ButtonLink>
      </p>
    </Letter>
  )
}

const SUBJECT = encodeURIComponent(`Your message to ${brand.roasters}`)
