/** What the desk has written back to a visitor, and the next answer. */
import { refresh } from '../../../api/query.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { ANSWER_MAX, inbox, type StoredAnswer, type StoredMessage } from '#shared/api/inbox.ts'
import { call } from '../../../api/call.ts'
import { useDraft } from '../../../session/drafts.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextareaField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { MailState, Moment } from '../inbox.tsx'
import { calledOf, letterOf, useFreshLetter } from './letters.ts'
import styles from './message.module.css'

export function Answers({ letter }: { letter: StoredMessage }) {
  if (letter.answers.length === 0) return null
  return (
    <ol className={styles.answers} aria-label={`Answers to ${calledOf(letter)}`}>
      {letter.answers.map((answer) => (
        <li key={answer.mailId}>
          <p className={styles.answered}>
            <span>{answer.by}</span>
            <Moment of={answer.at} />
            <Sent answer={answer} />
          </p>
          <p className={styles.ours}>{answer.text}</p>
        </li>
      ))}
    </ol>
  )
}

/** The log of mail knows why it has not gone out, and sends it again. */
function Sent({ answer: { mail, mailId } }: { answer: StoredAnswer }) {
  return (
    <Link to={`/admin/mail?id=${mailId}`}>
      <MailState of={mail} />
    </Link>
  )
}

/** What is typed stays, on this screen and over a reload, until it is sent. */
export function AnswerForm({
  letter,
  isSandbox,
}: {
  letter: StoredMessage
  /** No mail leaves the house. */
  isSandbox: boolean
}) {
  const { text, type, clearSent } = useDraft(`answer:${letter._id}`)
  const field = useRef<HTMLTextAreaElement>(null)
  const sending = useSend(letter, isSandbox, (sent) => {
    clearSent(sent)
    field.current?.focus()
  })
  const label = letter.answers.length === 0 ? 'Answer' : 'Another answer'
  const isThere = text.trim() !== ''
  // An answer whose receipt was lost on the way stands here still.
  const isSentAlready = isThere && letter.answers.at(-1)?.text === text.trim()
  return (
    <form
      className={styles.write}
      onSubmit={(event) => {
        event.preventDefault()
        if (isThere && !isSentAlready && !sending.isPending) sending.mutate(text)
      }}
    >
      <TextareaField
        ref={field}
        label={label}
        aria-label={`${label} to ${calledOf(letter)}`}
        hint={
          isSandbox
            ? `No mail server is set up: an answer is kept under Mail and does not reach ${letter.email}`
            : `Goes to ${letter.email}, with the message below it`
        }
        value={text}
        rows={5}
        maxLength={ANSWER_MAX}
        onChange={(event) => type(event.target.value)}
        required
      />
      {sending.error && isThere ? <NotSent error={sending.error} /> : null}
      <div className={styles.asking}>
        <Button type="submit" busy={sending.isPending} aria-label={`Send answer to ${calledOf(letter)}`}>
          Send answer
        </Button>
        <p role="status">{isSentAlready ? 'These words have been sent already.' : null}</p>
      </div>
    </form>
  )
}

function useSend(letter: StoredMessage, isSandbox: boolean, onSent: (text: string) => void) {
  const client = useQueryClient()
  const freshen = useFreshLetter()
  return useMutation({
    mutationFn: (text: string) =>
      call(inbox.answer, { params: { id: letter._id }, body: { text, seen: letter.answers.length } }),
    onSuccess: (answered, text) => {
      freshen(answered)
      onSent(text)
      toast.success(isSandbox ? 'Answer kept, not sent' : `Your answer is on its way to ${letter.email}`)
    },
    onError: (error) => {
      const now = letterOf(error)
      if (now) freshen(now)
    },
    onSettled: () => refresh(client, 'mail'),
  })
}

function NotSent({ error }: { error: Error }) {
  const isLate = letterOf(error) !== null
  return (
    <Alert tone="danger">
      {error.message}.{' '}
      {isLate ? 'Read theirs above; sending again sends yours as well.' : 'Your words are kept here.'}
    </Alert>
  )
}
