import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { products } from '#shared/api/products.ts'
import { ask } from '../../api/query.ts'
import { ProductCard } from './product-card.tsx'
import styles from './product.module.css'

/** Up to four products of a similar taste. Renders nothing until they are loaded, or if there are none. */
export function AlsoLiked({ productId }: { productId: string }) {
  const { data: others = [] } = useQuery(ask(products.similar, { params: { id: productId } }))
  if (others.length === 0) return null
  return (
    <section className={styles.also}>
      <h2>You may also like</h2>
      <ul className={styles.others} style={{ '--count': others.length } as CSSProperties}>
        {others.map((product) => (
          <li key={product._id}>
            <ProductCard product={product} level="h3" />
          </li>
        ))}
      </ul>
    </section>
  )
}
