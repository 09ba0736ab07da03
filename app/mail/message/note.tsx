import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type Ref } from 'react'
import { inbox, NOTE_MAX, type StoredMessage } from '#shared/mail/api/inbox.ts'
import { call } from '#app/platform/api/call.ts'
import { loadDraft, saveDraft } from '#app/platform/session/drafts.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { TextareaField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { nameOf, currentMessageIn, useUpdateCached } from './cached-messages.ts'
import styles from './message.module.css'

/** A private note of the admins. Unsaved text is stored as a draft, so that a reload does not lose it. */
export function Note({ message }: { message: StoredMessage }) {
  const updateCached = useUpdateCached()
  const [typed, setTyped] = useState(() => loadDraft(message._id))
  const field = useRef<HTMLTextAreaElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  const text = typed ?? message.note
  const type = (next: string | null) => {
    setTyped(next)
    saveDraft(message._id, next)
  }
  const saving = useMutation({
    mutationFn: (note: string) =>
      call(inbox.setNote, { params: { id: message._id }, body: { note, was: message.note } }),
    onSuccess: (saved, sent) => {
      // The pressed buttons disappear, so the focus moves to the field.
      if (actions.current?.contains(document.activeElement)) field.current?.focus()
      updateCached(saved)
      // Text that was typed while the request was running stays as a draft.
      setTyped((now) => (now === sent ? null : now))
      if (loadDraft(message._id) === sent) saveDraft(message._id, null)
      toast.success('Note saved')
    },
    onError: (error) => {
      const now = currentMessageIn(error)
      if (now) updateCached(now)
    },
  })
  const isChanged = typed !== null && typed.trim() !== message.note
  return (
    <form
      className={`stack-2 packed ${styles.note}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !saving.isPending) saving.mutate(text)
      }}
    >
      <TextareaField
        ref={field}
        label="Private note"
        aria-label={`Private note on ${nameOf(message)}`}
        value={text}
        maxLength={NOTE_MAX}
        onChange={(event) => type(event.target.value)}
      />
      {saving.error && isChanged ? <NotSaved error={saving.error} note={message.note} /> : null}
      {isChanged ? (
        <UnsavedNote
          ref={actions}
          of={message}
          isSaving={saving.isPending}
          discard={() => {
            field.current?.focus()
            type(null)
          }}
        />
      ) : null}
    </form>
  )
}

function UnsavedNote({
  ref,
  of: message,
  isSaving,
  discard,
}: {
  ref: Ref<HTMLDivElement>
  of: StoredMessage
  isSaving: boolean
  discard: () => void
}) {
  return (
    <div ref={ref} className="cluster">
      <p className={`alarm ${styles.waits}`} role="status">
        Note not saved yet
      </p>
      <Button type="submit" look="line" busy={isSaving} aria-label={`Save note on ${nameOf(message)}`}>
        Save note
      </Button>
      <Button look="quiet" aria-label={`Discard note on ${nameOf(message)}`} onClick={discard}>
        Discard
      </Button>
    </div>
  )
}

function NotSaved({ error, note }: { error: Error; note: string }) {
  if (currentMessageIn(error) === null)
    return <Alert tone="danger">{error.message}. Your text is still here.</Alert>
  return (
    <Alert tone="danger">
      <p>{error.message}. Saving again replaces it:</p>
      <p className="above-1 italic pre-wrap">{note || '(no note)'}</p>
    </Alert>
  )
}
