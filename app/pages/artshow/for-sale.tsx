import type { Product } from '#shared/api/products.ts'
import { ProductCard } from '../shop/product-card.tsx'
import wall from '../shop/wall.module.css'
import styles from './artshow.module.css'

/** What hangs here and can be taken home; each leads to its product. Nothing when there is nothing. */
export function ForSale({ products }: { products: Product[] }) {
  if (products.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>To take home</h2>
      <ul className={wall.wall}>
        {products.map((product) => (
          <li key={product._id}>
            <ProductCard product={product} level="h3" />
          </li>
        ))}
      </ul>
    </section>
  )
}
