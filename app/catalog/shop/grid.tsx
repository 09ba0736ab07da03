import type { Product } from '#shared/catalog/api/products.ts'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import { ProductCard } from './product-card.tsx'
import styles from './product-card.module.css'

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
    <ul className={`grid halves ${styles.grid}`} aria-busy={isOutdated || undefined}>
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
    <div className={`grid halves ${styles.grid}`}>
      <output className="visually-hidden">Loading the coffees</output>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((number) => (
        <CardSkeleton key={number} />
      ))}
    </div>
  )
}

/** A placeholder of the same size as a card. It is shown until the product has been loaded. */
function CardSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <FramedPicture of={null} sizes="" />
      <div className={`pad-top-2 ${styles.caption}`}>
        <div className="row-0-2 apart">
          <p className={`may-shrink break-words ${styles.name} ${styles.blank}`}>
            Coffee<span className={styles.place}> From somewhere</span>
          </p>
          <p className={`${styles.price} ${styles.blank}`}>$00.00</p>
        </div>
        <p className={`${styles.notes} ${styles.blank}`}>One, another, a third</p>
        <p className={`target above-1 ${styles.noButton}`} />
      </div>
    </div>
  )
}
