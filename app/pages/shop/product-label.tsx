import { useState, type ReactNode } from 'react'
import { COFFEE_BEANS } from '#shared/categories.ts'
import type { Product, ProductSize } from '#shared/api/products.ts'
import { counted } from '#shared/counts.ts'
import { sizeText } from '#shared/sizes.ts'
import { DeliveryNote } from '../../orders/delivery-note.tsx'
import { Money } from '../../ui/money.tsx'
import { BuyForm } from './buy-form.tsx'
import { titleOf } from './product-card.tsx'
import styles from './product.module.css'
import { Rating, RoastingLevel } from './rating.tsx'
import { SizeChoice, UnitPrice } from './size-choice.tsx'

/** The text beside the picture: name, facts, price and the form to buy it. */
export function ProductLabel({ product }: { product: Product }) {
  const { title, place } = titleOf(product)
  const [chosenId, setChosen] = useState('')
  const size = sizeToShow(product, chosenId)
  const isOne = product.sizes.length === 1
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
        {isOne && sizeText(size) ? <Fact term="Size">{sizeText(size)}</Fact> : null}
        <Fact term="Status">{size.countInStock > 0 ? 'In Stock' : 'Out Of Stock'}</Fact>
        <Fact term="Price">
          <strong className={styles.price}>
            <Money dollars={size.price} />
          </strong>
          <UnitPrice of={size} />
        </Fact>
      </dl>
      <BuyForm product={product} size={size}>
        {isOne ? null : <SizeChoice sizes={product.sizes} chosen={size} onChoose={setChosen} />}
      </BuyForm>
      {size.countInStock > 0 ? <DeliveryNote categories={[product.category]} /> : null}
      {product.description ? <p className={styles.description}>{product.description}</p> : null}
    </div>
  )
}

/** The chosen size; before the choice, the first one in stock. */
function sizeToShow({ sizes }: Product, chosenId: string): ProductSize {
  const isChosen = ({ id }: ProductSize) => id === chosenId
  return sizes.find(isChosen) ?? sizes.find(({ countInStock }) => countInStock > 0) ?? sizes[0]!
}

function CoffeeFacts({ product }: { product: Product }) {
  const { origin, cuppingNote, roastingLevel, process, variety, altitude, composition, isDecaf, bestFor } =
    product
  return (
    <>
      {origin ? <Fact term="Origin">{origin}</Fact> : null}
      {cuppingNote ? <Fact term="Cupping Note">{cuppingNote}</Fact> : null}
      {roastingLevel > 0 ? (
        <Fact term="Roasting Level">
          <RoastingLevel level={roastingLevel} />
        </Fact>
      ) : null}
      {composition === 'Blend' || isDecaf ? (
        <Fact term="Type">{[composition, isDecaf ? 'Decaf' : ''].filter(Boolean).join(', ')}</Fact>
      ) : null}
      {process ? <Fact term="Process">{process}</Fact> : null}
      {variety ? <Fact term="Variety">{variety}</Fact> : null}
      {altitude === null ? null : <Fact term="Altitude">{altitude.toLocaleString('en-US')} m</Fact>}
      {bestFor.length > 0 ? <Fact term="Best for">{bestFor.join(', ')}</Fact> : null}
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
