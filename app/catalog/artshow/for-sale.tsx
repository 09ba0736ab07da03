import type { Product } from '#shared/catalog/api/products.ts'
import { ProductCard } from '../shop/product-card.tsx'
import productGrid from '../shop/product-grid.module.css'
import styles from './artshow.module.css'

/** The works for sale, each with a link to its product. Renders nothing if there are none. */
export function ForSale({ title, products }: { title: string; products: Product[] }) {
  if (products.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <ul className={productGrid.grid}>
        {products.map((product) => (
          <li key={product._id}>
            <ProductCard product={product} level="h3" />
          </li>
        ))}
      </ul>
    </section>
  )
}
