/** The form for a new review, and the same form to edit one. Unsent text is stored as a draft, even if the session ends. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type FormEvent } from 'react'
import { products, type OwnReview } from '#shared/catalog/api/products.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { useDraft } from '#app/platform/session/drafts.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { SelectField, TextareaField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useProblems, type Problems } from '#app/platform/ui/use-problems.ts'
import { RATING_NAMES } from './rating.tsx'
import styles from './reviews.module.css'

/** The id of the draft of an edited comment. */
export const editDraft = (productId: string) => `review-edit:${productId}`

type Typed = { rating: number; comment: string }

/** @param id the product */
export function NewReview({ id, onSaved }: { id: string; onSaved: () => void }) {
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

type EditProps = { id: string; review: OwnReview; onClosed: () => void }

/** @param id the product; `onClosed` is called after a save and when the user cancels */
export function EditReview({ id, review, onClosed }: EditProps) {
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
    <form ref={form} {...events} className={`stack-2 ${styles.form}`} onSubmit={onSubmit}>
      <Fields rating={rating} comment={comment} problems={problems} />
      <div className={styles.actions}>
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
