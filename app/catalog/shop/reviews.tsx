import { Link } from 'react-router'
import type { ProductWithReviews, Review } from '#shared/catalog/api/products.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { useBusiness, usePart } from '#app/platform/api/business.ts'
import { withRedirect } from '#app/platform/session/redirect.ts'
import { useUser } from '#app/platform/session/session.ts'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Day } from '#app/platform/ui/money.tsx'
import { OwnReview } from './own-review.tsx'
import { reviewCount } from './product-label.tsx'
import { Rating } from './rating.tsx'
import styles from './reviews.module.css'

/** The reviews of a product, and the form to write one. Nothing if the shop has no reviews. */
export function Reviews({ product }: { product: ProductWithReviews }) {
  const user = useUser()
  const part = usePart('reviews')
  if (part === 'off') return null
  return (
    <section
      className={`stack-4 pad-top-4 rule ${styles.reviews}`}
      id="reviews"
      aria-labelledby="reviews-title"
    >
      <div className="stack-1 packed">
        <h2 id="reviews-title">Reviews</h2>
        {product.numReviews > 0 ? (
          <p>
            <Rating of={product.rating}>{`${product.rating} of 5, ${reviewCount(product)}`}</Rating>
          </p>
        ) : (
          <p className="italic">There are no reviews yet.</p>
        )}
        {user?.isAdmin ? (
          <p>
            <Link to={`/admin/reviews?product=${product._id}`}>Manage these reviews</Link>
          </p>
        ) : null}
      </div>
      <div className={`stack-4 packed measure ${styles.list}`}>
        <ReviewList of={product.reviews.slice(0, FIRST)} />
        {product.reviews.length > FIRST ? (
          <Disclosure summary={`${product.reviews.length - FIRST} more`}>
            <ReviewList of={product.reviews.slice(FIRST)} />
          </Disclosure>
        ) : null}
      </div>
      <div className={`stack-2 packed measure ${styles.write}`}>
        {user ? (
          <OwnReview productId={product._id} takesNew={part === 'on'} />
        ) : part === 'on' ? (
          <>
            <h3>Write a review</h3>
            <p>
              Have you bought it here? <Link to={withRedirect('/login', productPath(product))}>Sign in</Link>{' '}
              to tell how it tasted.
            </p>
          </>
        ) : null}
      </div>
    </section>
  )
}

/** The reviews that are shown at once. The others are folded, because they make the page of a phone long. */
const FIRST = 3

function ReviewList({ of: reviews }: { of: Review[] }) {
  return (
    <ol className="stack-4">
      {reviews.map((review) => (
        <OneReview key={review._id} of={review} />
      ))}
    </ol>
  )
}

function OneReview({ of: review }: { of: Review }) {
  return (
    <li className={`grid ${styles.review}`}>
      <p className={`facts-line ${styles.by}`}>
        <strong>{review.name}</strong> <Day of={review.createdAt} />
        {review.isVerified ? <span className={`soft ${styles.verified}`}>Verified purchase</span> : null}
      </p>
      <p>
        <Rating of={review.rating} />
      </p>
      <p className={`break-words pre-line ${styles.comment}`}>{review.comment}</p>
      {review.editedAt ? (
        <p className={`soft ${styles.edited}`}>
          Edited on <Day of={review.editedAt} />
        </p>
      ) : null}
      {review.reply ? <Reply of={review.reply} /> : null}
    </li>
  )
}

function Reply({ of: { text, at } }: { of: NonNullable<Review['reply']> }) {
  const brand = useBusiness()
  return (
    <div className={`grid above-1 ${styles.reply}`}>
      <p className={`facts-line ${styles.by}`}>
        <strong>Reply from {brand.name}</strong> <Day of={at} />
      </p>
      <p className={`break-words pre-line ${styles.comment}`}>{text}</p>
    </div>
  )
}
