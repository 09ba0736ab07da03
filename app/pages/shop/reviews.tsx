import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { products, type ProductWithReviews } from '#shared/api/products.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query.ts'
import { useDraft } from '../../session/drafts.ts'
import { withRedirect } from '../../session/redirect.ts'
import { useUser } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Day } from '../../ui/day.tsx'
import { SelectField, TextareaField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { reviewCount } from './product-label.tsx'
import { RATING_WORDS, Rating } from './rating.tsx'
import styles from './reviews.module.css'

/** What people said of a product, and the place to say something. */
export function Reviews({ product }: { product: ProductWithReviews }) {
  const user = useUser()
  return (
    <section className={styles.reviews} id="reviews" aria-labelledby="reviews-title">
      <div className={styles.side}>
        <h2 id="reviews-title">Reviews</h2>
        {product.numReviews > 0 ? (
          <p>
            <Rating of={product.rating}>{`${product.rating} of 5, ${reviewCount(product)}`}</Rating>
          </p>
        ) : (
          <p className={styles.none}>No one has written here yet.</p>
        )}
      </div>
      <ol className={styles.list}>
        {product.reviews.map((review) => (
          <li key={review._id} className={styles.review}>
            <p className={styles.by}>
              <strong>{review.name}</strong> <Day of={review.createdAt} />
            </p>
            <p>
              <Rating of={review.rating} />
            </p>
            <p className={styles.comment}>{review.comment}</p>
          </li>
        ))}
      </ol>
      <div className={styles.write}>
        <h3>Write a review</h3>
        {user ? (
          <ReviewForm id={product._id} />
        ) : (
          <p>
            <Link to={withRedirect('/login', `/product/${product._id}`)}>Sign in</Link> to tell how it tasted.
          </p>
        )}
      </div>
    </section>
  )
}

/** What is typed stays until it is sent, over the end of a session too. */
function ReviewForm({ id }: { id: string }) {
  const client = useQueryClient()
  const rating = useDraft(`rating:${id}`)
  const comment = useDraft(`review:${id}`)
  const send = useMutation({
    mutationFn: (sent: { rating: string; comment: string }) =>
      call(products.review, { params: { id }, body: { ...sent, rating: Number(sent.rating) } }),
    onSuccess: async (_, sent) => {
      rating.settle(sent.rating)
      comment.settle(sent.comment)
      toast.success('Review created successfully')
      await refresh(client, 'products')
    },
    onError: (error) => toast.error(error.message),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate({ rating: rating.text, comment: comment.text })
  }
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <SelectField
        label="Rating"
        required
        value={rating.text}
        onChange={({ target }) => rating.type(target.value)}
      >
        <option value="">Choose</option>
        {RATING_WORDS.map((word, index) => (
          <option key={word} value={index + 1}>
            {index + 1} {word}
          </option>
        ))}
      </SelectField>
      <TextareaField
        label="Comment"
        required
        maxLength={2000}
        value={comment.text}
        onChange={({ target }) => comment.type(target.value)}
      />
      <Button type="submit" busy={send.isPending}>
        Post review
      </Button>
    </form>
  )
}
