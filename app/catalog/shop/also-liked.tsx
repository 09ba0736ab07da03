import { useQuery } from '@tanstack/react-query'
import { products } from '#shared/catalog/api/products.ts'
import { ask } from '#app/platform/api/query.ts'
import { ProductCard } from './product-card.tsx'
import styles from './product.module.css'

/**
 * Two to four products of a similar taste, which fill their rows at every width. Renders nothing until they are loaded,
 * or if there are fewer than two.
 */
export function AlsoLiked({ productId }: { productId: string }) {
  const { data: others = [] } = useQuery(ask(products.similar, { params: { id: productId } }))
  if (others.length < 2) return null
  return (
    <section className={styles.also}>
      <h2>You may also like</h2>
      <ul className={styles.others} data-count={others.length}>
        {others.map((product) => (
          <li key={product._id}>
            <ProductCard product={product} level="h3" />
          </li>
        ))}
      </ul>
    </section>
  )
}
