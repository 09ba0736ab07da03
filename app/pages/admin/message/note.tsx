import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type Ref } from 'react'
import { inbox, NOTE_MAX, type StoredMessage } from '#shared/api/inbox.ts'
import { call } from '../../../api/call.ts'
import { loadDraft, saveDraft } from '../../../session/drafts.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextareaField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { calledOf, letterOf, useFreshLetter } from './letters.ts'
import styles from './message.module.css'

/** A note for whoever works here. What is typed stays, on this screen and over a reload, until it is saved. */
export function Note({ letter }: { letter: StoredMessage }) {
  const freshen = useFreshLetter()
  const [typed, setTyped] = useState(() => loadDraft(letter._id))
  const field = useRef<HTMLTextAreaElement>(null)
  const doing = useRef<HTMLDivElement>(null)
  const text = typed ?? letter.note
  const type = (next: string | null) => {
    setTyped(next)
    saveDraft(letter._id, next)
  }
  const saving = useMutation({
    mutationFn: (note: string) =>
      call(inbox.setNote, { params: { id: letter._id }, body: { note, was: letter.note } }),
    onSuccess: (saved, sent) => {
      // The buttons go away with what they are about.
      if (doing.current?.contains(document.activeElement)) field.current?.focus()
      freshen(saved)
      // Keys that were pressed while it was being saved are a draft of their own.
      setTyped((now) => (now === sent ? null : now))
      if (loadDraft(letter._id) === sent) saveDraft(letter._id, null)
      toast.success('Note saved')
    },
    onError: (error) => {
      const now = letterOf(error)
      if (now) freshen(now)
    },
  })
  const isChanged = typed !== null && typed.trim() !== letter.note
  return (
    <form
      className={styles.note}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !saving.isPending) saving.mutate(text)
      }}
    >
      <TextareaField
        ref={field}
        label="Private note"
        aria-label={`Private note on ${calledOf(letter)}`}
        value={text}
        maxLength={NOTE_MAX}
        onChange={(event) => type(event.target.value)}
      />
      {saving.error && isChanged ? <NotSaved error={saving.error} note={letter.note} /> : null}
      {isChanged ? (
        <NotSavedYet
          ref={doing}
          of={letter}
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

function NotSavedYet({
  ref,
  of: letter,
  isSaving,
  discard,
}: {
  ref: Ref<HTMLDivElement>
  of: StoredMessage
  isSaving: boolean
  discard: () => void
}) {
  return (
    <div ref={ref} className={styles.asking}>
      <p className={styles.waits} role="status">
        Note not saved yet
      </p>
      <Button type="submit" look="line" busy={isSaving} aria-label={`Save note on ${calledOf(letter)}`}>
        Save note
      </Button>
      <Button look="quiet" aria-label={`Discard note on ${calledOf(letter)}`} onClick={discard}>
        Discard
      </Button>
    </div>
  )
}

function NotSaved({ error, note }: { error: Error; note: string }) {
  if (letterOf(error) === null) return <Alert tone="danger">{error.message}. Your words are kept here.</Alert>
  return (
    <Alert tone="danger">
      <p>{error.message}. Saving again replaces it:</p>
      <p className={styles.theirs}>{note || '(no note)'}</p>
    </Alert>
  )
}
