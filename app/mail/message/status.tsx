import { useMutation } from '@tanstack/react-query'
import { inbox, MESSAGE_STATES, type MessageState, type StoredMessage } from '#shared/mail/api/inbox.ts'
import { call } from '#app/platform/api/call.ts'
import { loadDraft } from '#app/platform/session/drafts.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { nameOf, currentMessageIn, useUpdateCached } from './cached-messages.ts'
import styles from './message.module.css'

export const STATES: Record<MessageState, string> = { new: 'New', answered: 'Answered', closed: 'Closed' }

/** The status of a message, with a button for each status. */
export function Status({ message }: { message: StoredMessage }) {
  const { set, isPending } = useSetStatus(message)
  return (
    <div className={styles.status} role="group" aria-label={`Status of ${nameOf(message)}`}>
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
export function useSetStatus(message: StoredMessage) {
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
