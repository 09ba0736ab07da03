import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { messages, type MailLine } from '#shared/api/messages.ts'
import { ask } from '../../api/query.ts'
import { Alert } from '../../ui/alert.tsx'
import { Facts, InboxPage, Letter, Letters, MailState, Moment, Text } from './inbox.tsx'

/** Every mail the shop has sent or tries to send. */
export default function Mail() {
  const page = Math.max(1, Number(useParams().pageNumber) || 1)
  return <InboxPage title="Mail">{() => <List page={page} />}</InboxPage>
}

function List({ page }: { page: number }) {
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
      <Letters
        answer={answer}
        page={page}
        base="/admin/mail"
        empty="No mail has been written yet. What the shop sends will stand here."
        lettersOf={(data) => data.mail.map((mail) => <MailLetter key={mail._id} mail={mail} />)}
      />
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
