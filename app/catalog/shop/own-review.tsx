/**
 * The signed-in user's part of the reviews: the form, or the user's own review, which can be edited. Unsent text is stored as
 * a draft, even if the session ends.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { products, type OwnReview as Written } from '#shared/catalog/api/products.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { loadDraft, useDraft } from '#app/platform/session/drafts.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Day } from '#app/platform/ui/money.tsx'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { SelectField, TextareaField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useProblems, type Problems } from '#app/platform/ui/use-problems.ts'
import { RATING_NAMES, Rating } from './rating.tsx'
import styles from './reviews.module.css'

/**
 * For signed-in users. Buyers can review a product once, so their review replaces the form.
 * @param takesNew whether the shop takes new reviews
 */
export function OwnReview({ productId, takesNew }: { productId: string; takesNew: boolean }) {
  const { data, isPending } = useQuery(ask(products.myReview, { params: { id: productId } }))
  const [isNew, setNew] = useState(false)
  if (isPending) return <SkeletonLines count={3} height="4.2rem" />
  if (data?.review) return <Own productId={productId} review={data.review} isNew={isNew} />
  if (!takesNew) return null
  return (
    <>
      <h3>Write a review</h3>
      {data?.hasBought === false ? (
        <p>Only customers who bought it in this shop can review it.</p>
      ) : (
        <NewReview id={productId} onSaved={() => setNew(true)} />
      )}
    </>
  )
}

function Own({ productId, review, isNew }: { productId: string; review: Written; isNew: boolean }) {
  const [isEditing, setEditing] = useState(() => loadDraft(editDraft(productId)) !== null)
  const [wasChanged, setChanged] = useState(false)
  const close = () => {
    setEditing(false)
    setChanged(true)
  }
  if (isEditing) {
    return (
      <>
        <h3>Edit your review</h3>
        <EditReview id={productId} review={review} onClosed={close} />
      </>
    )
  }
  return <Shown review={review} takeFocus={isNew || wasChanged} onEdit={() => setEditing(true)} />
}

type ShownProps = { review: Written; takeFocus: boolean; onEdit: () => void }

/** The user's own review. It is also in the list of reviews, unless the shop has hidden it. */
function Shown({ review, takeFocus, onEdit }: ShownProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The pressed button is gone, so the focus moves to this heading.
    if (takeFocus) heading.current?.focus({ preventScroll: true })
  }, [takeFocus])
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={styles.own}>
        Your review
      </h3>
      {review.hiddenBecause === null ? null : (
        <Alert tone="warning">
          <p>The shop has hidden your review: no one else sees it, and it does not count.</p>
          <p className={`break-words pre-line ${styles.comment}`}>Reason: {review.hiddenBecause}</p>
        </Alert>
      )}
      <p>
        <Rating of={review.rating} />
      </p>
      {review.hiddenBecause === null ? (
        <p>
          Posted on <Day of={review.createdAt} />. Thank you.
        </p>
      ) : (
        <p className={`break-words pre-line ${styles.comment}`}>{review.comment}</p>
      )}
      <p>
        <Button look="line" onClick={onEdit}>
          Edit your review
        </Button>
      </p>
    </>
  )
}

/** The id of the draft of an edited comment. */
const editDraft = (productId: string) => `review-edit:${productId}`

type Typed = { rating: number; comment: string }

/** @param id the product */
function NewReview({ id, onSaved }: { id: string; onSaved: () => void }) {
  return (
    <Form
      rating={useDraft(`rating:${id}`)}
      comment={useDraft(`review:${id}`)}
      send={(body) => call(products.review, { params: { id }, body })}
      saved="Review created successfully"
      submit="Post review"
      onSaved={onSaved}
    />
  )
}

type EditProps = { id: string; review: Written; onClosed: () => void }

/** @param id the product; `onClosed` is called after a save and when the user cancels */
function EditReview({ id, review, onClosed }: EditProps) {
  const rating = useDraft(`rating-edit:${id}`, String(review.rating))
  const comment = useDraft(editDraft(id), review.comment)
  const cancel = () => {
    rating.discard()
    comment.discard()
    onClosed()
  }
  return (
    <Form
      rating={rating}
      comment={comment}
      send={(body) => call(products.editMyReview, { params: { id }, body })}
      saved="Review saved"
      submit="Save review"
      onSaved={onClosed}
      onCancel={cancel}
    />
  )
}

type FormProps = {
  rating: ReturnType<typeof useDraft>
  comment: ReturnType<typeof useDraft>
  send: (body: Typed) => Promise<unknown>
  /** The message after a save. */
  saved: string
  submit: string
  onSaved: () => void
  onCancel?: () => void
}

function Form({ rating, comment, send, saved, submit, onSaved, onCancel }: FormProps) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { problems, showProblems, events } = useProblems()
  const isEdit = onCancel !== undefined
  useEffect(() => {
    // The pressed Edit button is gone.
    if (isEdit) form.current?.querySelector('select')?.focus()
  }, [isEdit])
  const saving = useMutation({
    mutationFn: (sent: { rating: string; comment: string }) => send({ ...sent, rating: Number(sent.rating) }),
    onSuccess: async (_, sent) => {
      rating.clearSent(sent.rating)
      comment.clearSent(sent.comment)
      toast.success(saved)
      await refresh(client, 'products')
      onSaved()
    },
    onError: (error) => {
      toast.error(error.message)
      showProblems(form.current, fieldsIn(error))
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate({ rating: rating.text, comment: comment.text })
  }
  return (
    <form ref={form} {...events} className="stack-2" onSubmit={onSubmit}>
      <Fields rating={rating} comment={comment} problems={problems} />
      <div className={`row-1 ${styles.actions}`}>
        <Button type="submit" busy={saving.isPending}>
          {submit}
        </Button>
        {onCancel ? (
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function Fields({
  rating,
  comment,
  problems,
}: Pick<FormProps, 'rating' | 'comment'> & { problems: Problems }) {
  return (
    <>
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
    </>
  )
}
