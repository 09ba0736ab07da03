import type { Product } from '#shared/catalog/api/products.ts'
import { CardSkeleton, ProductCard } from './product-card.tsx'
import styles from './product-grid.module.css'

/** The number of products in the first row. Their pictures load first. */
const FIRST_ROW = 4

/** Products as framed pictures. */
export function ProductGrid({
  products,
  level,
  isOutdated = false,
}: {
  products: Product[]
  level?: 'h3'
  /** Whether the products of a new choice are still loading. */
  isOutdated?: boolean
}) {
  return (
    <ul className={styles.grid} aria-busy={isOutdated || undefined}>
      {products.map((product, index) => (
        <li key={product._id}>
          <ProductCard
            product={product}
            priority={!level && index < FIRST_ROW}
            {...(level ? { level } : {})}
          />
        </li>
      ))}
    </ul>
  )
}

/** A placeholder of the same size. It is shown until the products have been loaded. */
export function GridSkeleton() {
  return (
    <div className={styles.grid}>
      <output className="visually-hidden">Loading the coffees</output>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((number) => (
        <CardSkeleton key={number} />
      ))}
    </div>
  )
}
