/** The signed-in user's part of a product's reviews: the form, or their own review. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { products, type OwnReview as Written } from '#shared/api/products.ts'
import { call, fieldsIn } from '../../api/call.ts'
import { ask, refresh } from '../../api/query.ts'
import { useDraft } from '../../session/drafts.ts'
import { Alert } from '../../ui/alert.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Button } from '../../ui/button.tsx'
import { Day } from '../../ui/day.tsx'
import { SelectField, TextareaField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useProblems } from '../../ui/use-problems.ts'
import { RATING_NAMES, Rating } from './rating.tsx'
import styles from './reviews.module.css'

/** For signed-in users. A user can review a product once, so the review replaces the form. */
export function OwnReview({ productId }: { productId: string }) {
  const { data, isPending } = useQuery(ask(products.myReview, { params: { id: productId } }))
  const [isNew, setNew] = useState(false)
  if (isPending) return <SkeletonLines count={3} height="4.2rem" />
  if (data?.review) return <Shown review={data.review} isNew={isNew} />
  return (
    <>
      <h3>Write a review</h3>
      <ReviewForm id={productId} onPosted={() => setNew(true)} />
    </>
  )
}

/** The user's own review. It is also in the list of reviews, unless the shop has hidden it. */
function Shown({ review, isNew }: { review: Written; isNew: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The pressed button is gone, so the focus moves to this heading.
    if (isNew) heading.current?.focus({ preventScroll: true })
  }, [isNew])
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={styles.own}>
        Your review
      </h3>
      {review.hiddenBecause === null ? (
        <>
          <p>
            <Rating of={review.rating} />
          </p>
          <p>
            Posted on <Day of={review.createdAt} />. Thank you.
          </p>
        </>
      ) : (
        <>
          <Alert tone="warning">
            <p>The shop has hidden your review: nobody else sees it, and it does not count.</p>
            <p className={styles.comment}>Reason: {review.hiddenBecause}</p>
          </Alert>
          <p>
            <Rating of={review.rating} />
          </p>
          <p className={styles.comment}>{review.comment}</p>
        </>
      )}
    </>
  )
}

/** The form for a review. Its text is stored as a draft until it is sent, even if the session ends. */
function ReviewForm({ id, onPosted }: { id: string; onPosted: () => void }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { problems, showProblems, events } = useProblems()
  const rating = useDraft(`rating:${id}`)
  const comment = useDraft(`review:${id}`)
  const send = useMutation({
    mutationFn: (sent: { rating: string; comment: string }) =>
      call(products.review, { params: { id }, body: { ...sent, rating: Number(sent.rating) } }),
    onSuccess: async (_, sent) => {
      rating.clearSent(sent.rating)
      comment.clearSent(sent.comment)
      toast.success('Review created successfully')
      onPosted()
      await refresh(client, 'products')
    },
    onError: (error) => {
      toast.error(error.message)
      showProblems(form.current, fieldsIn(error))
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!send.isPending) send.mutate({ rating: rating.text, comment: comment.text })
  }
  return (
    <form ref={form} {...events} className={styles.form} onSubmit={onSubmit}>
      <SelectField
        label="Rating"
        name="rating"
        required
        value={rating.text}
        problem={problems.rating}
        data-missing="Choose a rating."
        onChange={({ target }) => rating.type(target.value)}
      >
        <option value="">Choose</option>
        {RATING_NAMES.map((name, index) => (
          <option key={name} value={index + 1}>
            {index + 1} {name}
          </option>
        ))}
      </SelectField>
      <TextareaField
        label="Comment"
        name="comment"
        required
        maxLength={2000}
        value={comment.text}
        problem={problems.comment}
        data-missing="Write a line or two."
        onChange={({ target }) => comment.type(target.value)}
      />
      <Button type="submit" busy={send.isPending}>
        Post review
      </Button>
    </form>
  )
}
