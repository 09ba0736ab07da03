import { Link } from 'react-router'
import type { Product } from '#shared/api/products.ts'
import { FramedPicture } from '../../ui/framed.tsx'
import { Money } from '../../ui/money.tsx'
import styles from './product-card.module.css'

/** A product on the wall: its picture in a wide mat and, below, what a museum would write. */
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
    <article className={styles.card}>
      <FramedPicture of={product.pictures.image} sizes={SIZES} priority={priority} />
      <div className={styles.caption}>
        <Heading className={styles.name}>
          <Link to={`/product/${product._id}`} className={styles.link}>
            {title}
            {place ? <span className={styles.place}> {place}</span> : null}
          </Link>
        </Heading>
        <p className={styles.price}>
          <Money dollars={product.price} />
        </p>
        <p className={styles.notes}>{product.cuppingNote || product.category}</p>
        {product.countInStock === 0 ? <p className={styles.sold}>Sold out</p> : null}
      </div>
    </article>
  )
}

/** The room of a card whose product is not here yet. */
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
      </div>
    </div>
  )
}

/** As on the bag: the land in capitals, the place below it in italics. */
export function titleOf({ name, origin }: Pick<Product, 'name' | 'origin'>): {
  title: string
  place: string
} {
  const land = origin.split(',')[0] ?? ''
  return land && name.startsWith(`${land} `)
    ? { title: land, place: name.slice(land.length + 1) }
    : { title: name, place: '' }
}

const SIZES = '(min-width: 75rem) 19vw, (min-width: 62rem) 24vw, (min-width: 48rem) 36vw, 75vw'
