import { useMutation } from '@tanstack/react-query'
import { inbox, MESSAGE_STATES, type MessageState, type StoredMessage } from '#shared/api/inbox.ts'
import { call } from '../../../api/call.ts'
import { loadDraft } from '../../../session/drafts.ts'
import { toast } from '../../../ui/toast.tsx'
import { calledOf, letterOf, useFreshLetter } from './letters.ts'
import styles from './message.module.css'

export const STATES: Record<MessageState, string> = { new: 'New', answered: 'Answered', closed: 'Closed' }

/** Where the letter stands, and the one click that changes it. */
export function Status({ letter }: { letter: StoredMessage }) {
  const { set, isPending } = useSetStatus(letter)
  return (
    <div className={styles.status} role="group" aria-label={`Status of ${calledOf(letter)}`}>
      {MESSAGE_STATES.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={letter.status === status}
          aria-disabled={isPending || undefined}
          onClick={() => set(status)}
        >
          {STATES[status]}
        </button>
      ))}
    </div>
  )
}

function noteWaits({ _id, note }: StoredMessage): boolean {
  const typed = loadDraft(_id)
  return typed !== null && typed.trim() !== note
}

/** Marks a letter, unless it is being marked or stands there already. */
export function useSetStatus(letter: StoredMessage) {
  const freshen = useFreshLetter()
  const setting = useMutation({
    mutationFn: (status: MessageState) =>
      call(inbox.setStatus, { params: { id: letter._id }, body: { status, was: letter.status } }),
    onSuccess: (saved) => {
      freshen(saved)
      toast.success(
        `Marked as ${STATES[saved.status].toLowerCase()}${noteWaits(saved) ? '. Your note is not saved yet' : ''}`,
      )
    },
    onError: (error) => {
      toast.error(error.message)
      const now = letterOf(error)
      if (now) freshen(now)
    },
  })
  return {
    isPending: setting.isPending,
    set: (status: MessageState) => {
      if (!setting.isPending && status !== letter.status) setting.mutate(status)
    },
  }
}
