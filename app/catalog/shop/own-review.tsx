/** The signed-in user's part of the reviews: the form, or the user's own review, which can be edited. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { products, type OwnReview as Written } from '#shared/catalog/api/products.ts'
import { ask } from '#app/platform/api/query.ts'
import { loadDraft } from '#app/platform/session/drafts.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Day } from '#app/platform/ui/money.tsx'
import { Rating } from './rating.tsx'
import { EditReview, NewReview, editDraft } from './review-form.tsx'
import styles from './reviews.module.css'

/** For signed-in users. Buyers can review a product once, so their review replaces the form. */
export function OwnReview({ productId }: { productId: string }) {
  const { data, isPending } = useQuery(ask(products.myReview, { params: { id: productId } }))
  const [isNew, setNew] = useState(false)
  if (isPending) return <SkeletonLines count={3} height="4.2rem" />
  if (data?.review) return <Own productId={productId} review={data.review} isNew={isNew} />
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
          <p className={styles.comment}>Reason: {review.hiddenBecause}</p>
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
        <p className={styles.comment}>{review.comment}</p>
      )}
      <p>
        <Button look="line" onClick={onEdit}>
          Edit your review
        </Button>
      </p>
    </>
  )
}
