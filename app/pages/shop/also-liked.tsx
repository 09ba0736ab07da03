import { useQuery } from '@tanstack/react-query'
import { products } from '#shared/api/products.ts'
import { ask } from '../../api/query.ts'
import { ProductCard } from './product-card.tsx'
import styles from './product.module.css'
import productGrid from './product-grid.module.css'

/** Other products with the best ratings. Renders nothing until they are loaded, or if there are none. */
export function AlsoLiked({ except }: { except: string }) {
  const { data: top = [] } = useQuery(ask(products.top, {}))
  const others = top.filter(({ _id }) => _id !== except)
  if (others.length === 0) return null
  return (
    <section className={styles.also}>
      <h2>You may also like</h2>
      <ul className={`${productGrid.grid} ${others.length === 3 ? productGrid.three : ''} ${styles.others}`}>
        {others.map((product) => (
          <li key={product._id}>
            <ProductCard product={product} level="h3" />
          </li>
        ))}
      </ul>
    </section>
  )
}
