/** One review in the admin's list, with its actions. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { REASON_MAX, REPLY_MAX, reviewAdmin, type AdminReview } from '#shared/catalog/api/review-admin.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, TextareaField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import { Moment } from '#app/platform/admin/inbox.tsx'
import { loadDraft, useDraft } from '#app/platform/session/drafts.ts'
import { Rating } from '../../shop/rating.tsx'
import styles from './review.module.css'

export function Review({ review }: { review: AdminReview }) {
  const { _id, name, comment, productId, productName, isVerified, hidden } = review
  const [isAsking, setAsking] = useState(false)
  const label = `the review of ${productName} by ${name}`
  return (
    <li className="rule-below">
      <article
        className={`stack-1 items-left pad-y-2 ${styles.review}`}
        data-hidden={hidden ? true : undefined}
        aria-labelledby={`review-${_id}`}
      >
        <header className="facts-line">
          <h2 id={`review-${_id}`} className={`break-words ${styles.product}`}>
            <Link to={`/product/${productId}#reviews`}>{productName}</Link>
          </h2>
          <Rating of={review.rating} />
          <p className={`soft ${styles.by}`}>
            <strong>{name}</strong>, {isVerified ? 'has bought it' : 'has not bought it'},{' '}
            <Moment of={review.createdAt} />
          </p>
        </header>
        {comment ? <p className={`break-words pre-line ${styles.comment}`}>{comment}</p> : null}
        {hidden ? (
          <p className={`break-words ${styles.reason}`}>
            <strong>Hidden</strong> by {hidden.by}, <Moment of={hidden.at} />: {hidden.reason}
          </p>
        ) : null}
        <Reply review={review} label={label} />
        {hidden ? <ShowAgain id={_id} label={label} /> : null}
        {!hidden && !isAsking ? (
          <Button
            look="line"
            className={styles.act}
            aria-label={`Hide ${label}`}
            onClick={() => setAsking(true)}
          >
            Hide
          </Button>
        ) : null}
        {!hidden && isAsking ? <Hide id={_id} label={label} done={() => setAsking(false)} /> : null}
      </article>
    </li>
  )
}

function Hide({ id, label, done }: { id: string; label: string; done: () => void }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { problems, showProblems, events } = useProblems()
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const hiding = useMutation({
    mutationFn: (reason: string) => call(reviewAdmin.hide, { params: { id }, body: { reason } }),
    onSuccess: () => {
      toast.success('Review hidden')
      done()
    },
    onError: (error) => {
      toast.error(error.message)
      showProblems(form.current, { ...fieldsIn(error) })
    },
    onSettled: () => refresh(client, 'reviews', 'products'),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = new FormData(event.currentTarget).get('reason')
    if (!hiding.isPending && typeof reason === 'string') hiding.mutate(reason)
  }
  return (
    <form ref={form} {...events} className={`stack-2 full-width above-1 ${styles.form}`} onSubmit={submit}>
      <Field
        label="Reason"
        name="reason"
        aria-label={`Reason to hide ${label}`}
        hint="The writer sees it beside the review. It is also in the change log."
        maxLength={REASON_MAX}
        autoComplete="off"
        problem={problems.reason}
        data-missing="Say why, for the writer and the change log."
        required
      />
      <div className={`row-1 ${styles.actions}`}>
        <Button type="submit" busy={hiding.isPending}>
          Hide this review
        </Button>
        <Button look="quiet" onClick={done}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function ShowAgain({ id, label }: { id: string; label: string }) {
  const client = useQueryClient()
  const showing = useMutation({
    mutationFn: () => call(reviewAdmin.show, { params: { id } }),
    onSuccess: () => toast.success('Review shown again'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'reviews', 'products'),
  })
  return (
    <Button
      look="line"
      className={styles.act}
      busy={showing.isPending}
      aria-label={`Show ${label} again`}
      onClick={() => showing.mutate()}
    >
      Show again
    </Button>
  )
}

/** @param label what the reply answers, such as “the review of Harrar by Bea” */
function Reply({ review, label }: { review: AdminReview; label: string }) {
  const { _id, reply } = review
  const [isOpen, setOpen] = useState(() => loadDraft(draftOf(_id)) !== null)
  if (isOpen) return <ReplyForm review={review} label={label} done={() => setOpen(false)} />
  return (
    <>
      {reply ? (
        <div className={`grid ${styles.reply}`}>
          <p className={`soft ${styles.by}`}>
            <strong>Your reply</strong>, <Moment of={reply.at} />
          </p>
          <p className={`break-words pre-line ${styles.comment}`}>{reply.text}</p>
        </div>
      ) : null}
      <div className={`row-1 ${styles.actions}`}>
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
    <form ref={form} {...events} className={`stack-2 full-width above-1 ${styles.form}`} onSubmit={submit}>
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
      <div className={`row-1 ${styles.actions}`}>
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
