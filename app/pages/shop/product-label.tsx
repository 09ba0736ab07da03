import type { ReactNode } from 'react'
import { COFFEE_BEANS } from '#shared/categories.ts'
import type { Product } from '#shared/api/products.ts'
import { counted } from '#shared/counts.ts'
import { DeliveryNote } from '../../orders/delivery-note.tsx'
import { Money } from '../../ui/money.tsx'
import { BuyForm } from './buy-form.tsx'
import { titleOf } from './product-card.tsx'
import styles from './product.module.css'
import { Rating, RoastingLevel } from './rating.tsx'

/** The text beside the picture: name, facts, price and the form to buy it. */
export function ProductLabel({ product }: { product: Product }) {
  const { title, place } = titleOf(product)
  return (
    <div className={styles.label}>
      <h1 className={styles.name}>
        {title}
        {place ? <span className={styles.place}> {place}</span> : null}
      </h1>
      {product.numReviews > 0 ? (
        <p className={styles.rated}>
          <a href="#reviews">
            <Rating of={product.rating}>{`${product.rating} of 5, ${reviewCount(product)}`}</Rating>
          </a>
        </p>
      ) : null}
      <dl className={styles.facts}>
        {product.category === COFFEE_BEANS ? <CoffeeFacts product={product} /> : null}
        <Fact term="Status">{product.countInStock > 0 ? 'In Stock' : 'Out Of Stock'}</Fact>
        <Fact term="Price">
          <strong className={styles.price}>
            <Money dollars={product.price} />
          </strong>
        </Fact>
      </dl>
      <BuyForm product={product} />
      {product.countInStock > 0 ? <DeliveryNote categories={[product.category]} /> : null}
      {product.description ? <p className={styles.description}>{product.description}</p> : null}
    </div>
  )
}

function CoffeeFacts({ product: { origin, cuppingNote, roastingLevel, size } }: { product: Product }) {
  return (
    <>
      {origin ? <Fact term="Origin">{origin}</Fact> : null}
      {cuppingNote ? <Fact term="Cupping Note">{cuppingNote}</Fact> : null}
      {roastingLevel > 0 ? (
        <Fact term="Roasting Level">
          <RoastingLevel level={roastingLevel} />
        </Fact>
      ) : null}
      {size ? <Fact term="Size">{size} g</Fact> : null}
    </>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The number of reviews as text: `1 review`, `12 reviews`. */
export function reviewCount({ numReviews }: Pick<Product, 'numReviews'>): string {
  return counted(numReviews, 'review')
}
