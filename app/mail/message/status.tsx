import { useMutation } from '@tanstack/react-query'
import { inbox, MESSAGE_STATES, type MessageState, type StoredMessage } from '#shared/mail/api/inbox.ts'
import { call } from '#app/platform/api/call.ts'
import { loadDraft } from '#app/platform/session/drafts.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { nameOf, currentMessageIn, useUpdateCached } from './cached-messages.ts'
import styles from './message.module.css'
import { useRef, useState } from 'react'
import { useBusiness } from '#app/platform/api/business.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'

export const STATES: Record<MessageState, string> = { new: 'New', answered: 'Answered', closed: 'Closed' }

/** The status of a message, with a button for each status. */
export function Status({ message }: { message: StoredMessage }) {
  const { set, isPending } = useSetStatus(message)
  return (
    <div className={`grid box ${styles.status}`} role="group" aria-label={`Status of ${nameOf(message)}`}>
      {MESSAGE_STATES.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={message.status === status}
          aria-disabled={isPending || undefined}
          onClick={() => set(status)}
        >
          {STATES[status]}
        </button>
      ))}
    </div>
  )
}

function hasUnsavedNote({ _id, note }: StoredMessage): boolean {
  const typed = loadDraft(_id)
  return typed !== null && typed.trim() !== note
}

/** Sets the status of a message. Does nothing while a request is running or if the message already has the status. */
function useSetStatus(message: StoredMessage) {
  const updateCached = useUpdateCached()
  const setting = useMutation({
    mutationFn: (status: MessageState) =>
      call(inbox.setStatus, { params: { id: message._id }, body: { status, was: message.status } }),
    onSuccess: (saved) => {
      updateCached(saved)
      toast.success(
        `Marked as ${STATES[saved.status].toLowerCase()}${hasUnsavedNote(saved) ? '. Your note is not saved yet' : ''}`,
      )
    },
    onError: (error) => {
      toast.error(error.message)
      const now = currentMessageIn(error)
      if (now) updateCached(now)
    },
  })
  return {
    isPending: setting.isPending,
    set: (status: MessageState) => {
      if (!setting.isPending && status !== message.status) setting.mutate(status)
    },
  }
}

/**
 * Opens an email to the visitor in the admin's mail program. Then asks whether it was sent, because the shop cannot know.
 */
export function MailProgram({ message }: { message: StoredMessage }) {
  const [isAsking, setAsking] = useState(false)
  const { roasters } = useBusiness()
  const { set, isPending } = useSetStatus(message)
  const isOpen = message.status === 'new'
  const link = useRef<HTMLAnchorElement>(null)
  const onAnswer = (isSent: boolean) => {
    // The question and its buttons disappear, so the focus moves to the link.
    link.current?.focus()
    if (isSent) set('answered')
    else setAsking(false)
  }
  return (
    <div className="cluster">
      <ButtonLink
        ref={link}
        look="quiet"
        aria-label={`${LABEL}, to ${message.email}`}
        to={mailTo(message, roasters)}
        onClick={() => setAsking(isOpen)}
      >
        {LABEL}
      </ButtonLink>
      {isAsking && isOpen ? (
        <div className="cluster" role="status">
          <p>Have you sent your answer?</p>
          <Button look="line" busy={isPending} onClick={() => onAnswer(true)}>
            Mark as answered
          </Button>
          <Button look="quiet" onClick={() => onAnswer(false)}>
            Not yet
          </Button>
        </div>
      ) : null}
    </div>
  )
}

const LABEL = 'Or write in your mail program'

/** The maximum number of quoted characters. Longer mailto links fail in some mail programs. */
const QUOTED = 1200

function mailTo({ email, message }: StoredMessage, shop: string): string {
  const quoted = message.length > QUOTED ? `${message.slice(0, QUOTED).toWellFormed()}…` : message
  const lines = quoted.split('\n').map((line) => `> ${line}`)
  const subject = encodeURIComponent(`Your message to ${shop}`)
  // RFC 6068: line breaks are CRLF. Some programs show other line breaks as one line.
  return `mailto:${email}?subject=${subject}&body=${encodeURIComponent(`\r\n\r\n${lines.join('\r\n')}`)}`
}
