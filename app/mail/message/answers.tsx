/** The answers to a visitor's message, and the form for the next one. */
import { refresh } from '#app/platform/api/query.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ANSWER_MAX, inbox, type StoredAnswer, type StoredMessage } from '#shared/mail/api/inbox.ts'
import { call } from '#app/platform/api/call.ts'
import { useDraft } from '#app/platform/session/drafts.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { TextareaField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { MailState, Moment } from '#app/platform/admin/inbox.tsx'
import { nameOf, currentMessageIn, useUpdateCached } from './cached-messages.ts'
import styles from './message.module.css'
import { AllowedLink } from '#app/platform/admin/allowed-link.tsx'

export function Answers({ message }: { message: StoredMessage }) {
  if (message.answers.length === 0) return null
  return (
    <ol className="stack-2" aria-label={`Answers to ${nameOf(message)}`}>
      {message.answers.map((answer) => (
        <li key={answer.mailId}>
          <p className="row-0-2 soft">
            <span>{answer.by}</span>
            <Moment of={answer.at} />
            <SentState answer={answer} />
          </p>
          <p className={`measure-form break-words pre-wrap ${styles.ours}`}>{answer.text}</p>
        </li>
      ))}
    </ol>
  )
}

/** The state of the answer's mail. Links to the mail, where it can be sent again. */
function SentState({ answer: { mail, mailId } }: { answer: StoredAnswer }) {
  return (
    <AllowedLink to={`/admin/mail?id=${mailId}`}>
      <MailState of={mail} />
    </AllowedLink>
  )
}

/** The form for an answer. Unsent text is stored as a draft, so that a reload does not lose it. */
export function AnswerForm({
  message,
  isSandbox,
}: {
  message: StoredMessage
  /** Whether no mail server is set up. */
  isSandbox: boolean
}) {
  const { text, type, clearSent } = useDraft(`answer:${message._id}`)
  const field = useRef<HTMLTextAreaElement>(null)
  const sending = useSend(message, isSandbox, (sent) => {
    clearSent(sent)
    field.current?.focus()
  })
  const label = message.answers.length === 0 ? 'Answer' : 'Another answer'
  const hasText = text.trim() !== ''
  // True if the answer was sent but the response was lost, so that its text is still in the form.
  const isSentAlready = hasText && message.answers.at(-1)?.text === text.trim()
  return (
    <form
      className="stack-2 packed measure-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (hasText && !isSentAlready && !sending.isPending) sending.mutate(text)
      }}
    >
      <TextareaField
        ref={field}
        label={label}
        aria-label={`${label} to ${nameOf(message)}`}
        hint={
          isSandbox
            ? `No mail server is set up: an answer is kept in the mail log and does not reach ${message.email}`
            : `Goes to ${message.email}, with the message below it`
        }
        value={text}
        rows={5}
        maxLength={ANSWER_MAX}
        onChange={(event) => type(event.target.value)}
        required
      />
      {sending.error && hasText ? <NotSent error={sending.error} /> : null}
      <div className="cluster">
        <Button type="submit" busy={sending.isPending} aria-label={`Send answer to ${nameOf(message)}`}>
          Send answer
        </Button>
        <p role="status">{isSentAlready ? 'This answer has already been sent.' : null}</p>
      </div>
    </form>
  )
}

function useSend(message: StoredMessage, isSandbox: boolean, onSent: (text: string) => void) {
  const client = useQueryClient()
  const updateCached = useUpdateCached()
  return useMutation({
    mutationFn: (text: string) =>
      call(inbox.answer, { params: { id: message._id }, body: { text, seen: message.answers.length } }),
    onSuccess: (answered, text) => {
      updateCached(answered)
      onSent(text)
      toast.success(isSandbox ? 'Answer kept, not sent' : `Your answer is on its way to ${message.email}`)
    },
    onError: (error) => {
      const now = currentMessageIn(error)
      if (now) updateCached(now)
    },
    onSettled: () => refresh(client, 'mail'),
  })
}

function NotSent({ error }: { error: Error }) {
  const isOutdated = currentMessageIn(error) !== null
  return (
    <Alert tone="danger">
      {error.message}.{' '}
      {isOutdated ? 'Read the other answer above. Send again to send yours too.' : 'Your text is still here.'}
    </Alert>
  )
}
