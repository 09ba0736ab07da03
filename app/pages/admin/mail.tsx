import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { messages, type MailLine } from '#shared/api/messages.ts'
import { ask } from '../../api/query.ts'
import { Alert } from '../../ui/alert.tsx'
import { Desk, DeskList } from './desk.tsx'
import { usePageLinks } from './filters.tsx'
import { Facts, Letter, Letters, MailState, Moment, Text } from './inbox.tsx'

/** Every mail the shop has sent or tries to send. */
export default function Mail() {
  const page = Math.max(1, Number(useParams().pageNumber) || 1)
  return <Desk title="Mail">{() => <List page={page} />}</Desk>
}

function List({ page }: { page: number }) {
  const to = usePageLinks('/admin/mail')
  const answer = useQuery({
    ...ask(messages.mail, { query: { pageNumber: page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      {answer.data?.sandbox ? (
        <Alert>
          <p>
            <strong>Sandbox.</strong> No mail server is set up, so these mails leave for nowhere: a catcher
            inside the shop takes them, and this page is where they can be read.
          </p>
        </Alert>
      ) : null}
      <DeskList
        answer={answer}
        what="mail"
        page={page}
        to={to}
        isEmpty={(data) => data.mail.length === 0}
        empty="No mail has been written yet. What the shop sends will stand here."
      >
        {(data) => (
          <Letters label="Mail">
            {data.mail.map((mail) => (
              <MailLetter key={mail._id} mail={mail} />
            ))}
          </Letters>
        )}
      </DeskList>
    </>
  )
}

function MailLetter({ mail: it }: { mail: MailLine }) {
  return (
    <Letter at={it.createdAt} who={it.to} what={it.subject} state={<MailState of={it.state} />}>
      <Facts
        of={[
          ['To', it.to],
          ['Subject', it.subject],
          ['Sent', it.sentAt ? <Moment key="sent" of={it.sentAt} /> : 'Not yet'],
          ['Tries', String(it.attempts)],
          ['Last problem', it.problem],
        ]}
      />
      <Text>{it.text}</Text>
    </Letter>
  )
}
