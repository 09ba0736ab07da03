/** The shop's public reply to a review: write, change and remove it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { REPLY_MAX, reviewAdmin, type AdminReview } from '#shared/catalog/api/review-admin.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { useDraft, loadDraft } from '#app/platform/session/drafts.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { TextareaField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import { Moment } from '#app/platform/admin/inbox.tsx'
import styles from './review.module.css'

/** @param label what the reply answers, such as “the review of Harrar by Bea” */
export function Reply({ review, label }: { review: AdminReview; label: string }) {
  const { _id, reply } = review
  const [isOpen, setOpen] = useState(() => loadDraft(draftOf(_id)) !== null)
  if (isOpen) return <ReplyForm review={review} label={label} done={() => setOpen(false)} />
  return (
    <>
      {reply ? (
        <div className={styles.reply}>
          <p className={styles.by}>
            <strong>Your reply</strong>, <Moment of={reply.at} />
          </p>
          <p className={`break-words pre-line ${styles.comment}`}>{reply.text}</p>
        </div>
      ) : null}
      <div className={styles.actions}>
        <Button
          look="quiet"
          aria-label={reply ? `Edit the reply to ${label}` : `Reply to ${label}`}
          onClick={() => setOpen(true)}
        >
          {reply ? 'Edit reply' : 'Reply'}
        </Button>
        {reply ? <Remove id={_id} label={label} /> : null}
      </div>
    </>
  )
}

const draftOf = (id: string) => `reply:${id}`

type FormProps = { review: AdminReview; label: string; done: () => void }

function ReplyForm({ review: { _id: id, reply }, label, done }: FormProps) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { problems, showProblems, events } = useProblems()
  const draft = useDraft(draftOf(id), reply?.text)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const saving = useMutation({
    mutationFn: (text: string) => call(reviewAdmin.reply, { params: { id }, body: { text } }),
    onSuccess: async (_, sent) => {
      draft.clearSent(sent)
      toast.success('Reply saved')
      await refresh(client, 'reviews', 'products')
      // Text that was typed after the button was pressed stays in the form.
      if (loadDraft(draftOf(id)) === null) done()
    },
    onError: (error) => {
      toast.error(error.message)
      showProblems(form.current, { ...fieldsIn(error) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate(draft.text)
  }
  const cancel = () => {
    draft.discard()
    done()
  }
  return (
    <form ref={form} {...events} className={`stack-2 ${styles.form}`} onSubmit={submit}>
      <TextareaField
        label="Reply"
        name="text"
        aria-label={`Reply to ${label}`}
        hint="Everyone can read it below the review."
        maxLength={REPLY_MAX}
        value={draft.text}
        problem={problems.text}
        data-missing="Write a line or two."
        onChange={({ target }) => draft.type(target.value)}
        required
      />
      <div className={styles.actions}>
        <Button type="submit" busy={saving.isPending}>
          Save reply
        </Button>
        <Button look="quiet" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function Remove({ id, label }: { id: string; label: string }) {
  const client = useQueryClient()
  const removing = useMutation({
    mutationFn: () => call(reviewAdmin.removeReply, { params: { id } }),
    onSuccess: () => toast.success('Reply removed'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'reviews', 'products'),
  })
  return (
    <Button
      look="quiet"
      busy={removing.isPending}
      aria-label={`Remove the reply to ${label}`}
      onClick={() => removing.mutate()}
    >
      Remove reply
    </Button>
  )
}
