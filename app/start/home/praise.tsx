import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { products } from '#shared/catalog/api/products.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { Rating } from '#app/catalog/shop/rating.tsx'
import { ask } from '#app/platform/api/query.ts'
import styles from './home.module.css'

/** The query of the section, for the page's loader. */
export const praise = ask(products.praise, {})

/** Good reviews by customers. Renders nothing if there are none. */
export function Praise() {
  const { data: reviews = [] } = useQuery(praise)
  if (reviews.length === 0) return null
  return (
    <section className="stack-3" aria-labelledby="praise">
      <h2 id="praise" className={styles.title}>
        What customers say
      </h2>
      <ul className={`stack-3 ${styles.strip} ${styles.praise}`}>
        {reviews.map(({ _id, comment, rating, name, product }) => (
          <li key={_id} className="stack-1 packed">
            <Rating of={rating} />
            <blockquote className="lead italic break-words pre-line">{comment}</blockquote>
            <p className="small break-words">
              {name}, about <Link to={`${productPath(product)}#reviews`}>{product.name}</Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
