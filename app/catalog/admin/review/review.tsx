/** One review in the admin's list, with its actions. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { REASON_MAX, reviewAdmin, type AdminReview } from '#shared/catalog/api/review-admin.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import { Rating } from '../../shop/rating.tsx'
import { Moment } from '#app/platform/admin/inbox.tsx'
import { Reply } from './reply.tsx'
import styles from './review.module.css'

export function Review({ review }: { review: AdminReview }) {
  const { _id, name, comment, productId, productName, isVerified, hidden } = review
  const [isAsking, setAsking] = useState(false)
  const label = `the review of ${productName} by ${name}`
  return (
    <li>
      <article
        className={`stack-1 ${styles.review}`}
        data-hidden={hidden ? true : undefined}
        aria-labelledby={`review-${_id}`}
      >
        <header className="facts-line">
          <h2 id={`review-${_id}`} className={styles.product}>
            <Link to={`/product/${productId}#reviews`}>{productName}</Link>
          </h2>
          <Rating of={review.rating} />
          <p className={styles.by}>
            <strong>{name}</strong>, {isVerified ? 'has bought it' : 'has not bought it'},{' '}
            <Moment of={review.createdAt} />
          </p>
        </header>
        {comment ? <p className={`break-words pre-line ${styles.comment}`}>{comment}</p> : null}
        {hidden ? (
          <p className={styles.reason}>
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
    <form ref={form} {...events} className={`stack-2 ${styles.form}`} onSubmit={submit}>
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
      <div className={styles.actions}>
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
