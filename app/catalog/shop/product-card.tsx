import { Link } from 'react-router'
import type { Product } from '#shared/catalog/api/products.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { accentStyle } from './accent.ts'
import styles from './product-card.module.css'
import { QuickAdd } from './quick-add.tsx'

/** A product in a list: its framed picture, with name, price and tasting notes below. */
export function ProductCard({
  product,
  priority = false,
  level: Heading = 'h2',
}: {
  product: Product
  priority?: boolean
  level?: 'h2' | 'h3'
}) {
  const { title, place } = titleOf(product)
  return (
    <article className={styles.card} style={accentStyle(product)}>
      <FramedPicture of={product.pictures.image} sizes={SIZES} priority={priority} />
      <div className={styles.caption}>
        <Heading className={styles.name}>
          <Link to={`/product/${product._id}`} className={styles.link}>
            {title}
            {place ? <span className={styles.place}> {place}</span> : null}
          </Link>
        </Heading>
        <p className={styles.price}>
          <Price of={product} />
        </p>
        <p className={styles.notes}>{product.cuppingNote || product.category}</p>
        {product.category === COFFEE_BEANS ? (
          <p className={styles.form}>{[product.sizes[0]!.label, 'whole bean'].filter(Boolean).join(', ')}</p>
        ) : null}
        {product.sizes.every(({ countInStock }) => countInStock === 0) ? (
          <p className={styles.sold}>Sold out</p>
        ) : null}
        <QuickAdd product={product} title={product.name} />
      </div>
    </article>
  )
}

/** The price, or the lowest one if the sizes have different prices. */
export function Price({ of: { price, sizes } }: { of: Product }) {
  const lowest = Math.min(...sizes.map((size) => size.price))
  const isSame = sizes.every((size) => size.price === price)
  return (
    <>
      {isSame ? null : 'from '}
      <Money dollars={lowest} />
    </>
  )
}

/** A placeholder of the same size as a card. It is shown until the product has been loaded. */
export function CardSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <FramedPicture of={null} sizes="" />
      <div className={styles.caption}>
        <p className={`${styles.name} ${styles.blank}`}>
          Coffee<span className={styles.place}> From somewhere</span>
        </p>
        <p className={`${styles.price} ${styles.blank}`}>$00.00</p>
        <p className={`${styles.notes} ${styles.blank}`}>One, another, a third</p>
        <p className={styles.noButton} />
      </div>
    </div>
  )
}

/** Splits the name as on the bag: the country is the title in capitals, and the place is in italics. */
export function titleOf({ name, origin }: Pick<Product, 'name' | 'origin'>): {
  title: string
  place: string
} {
  const country = origin.split(',')[0] ?? ''
  return country && name.startsWith(`${country} `)
    ? { title: country, place: name.slice(country.length + 1) }
    : { title: name, place: '' }
}

const SIZES = '(min-width: 75rem) 19vw, (min-width: 62rem) 24vw, (min-width: 48rem) 36vw, 44vw'
