import type { RefObject } from 'react'
import { COFFEE_BEANS, ROASTS } from '#shared/kernel/categories.ts'
import type { Product, ProductSize, ProductWithReviews } from '#shared/catalog/api/products.ts'
import { counted } from '#shared/kernel/counts.ts'
import { sizeText } from '#shared/kernel/sizes.ts'
import { DeliveryNote } from '#app/platform/orders/delivery-note.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { BestDaysFact } from './best-days.tsx'
import { BuyForm, NoticeForm } from './buy-form.tsx'
import { Fact, RecipeFacts } from './recipe-facts.tsx'
import { titleOf } from './product-card.tsx'
import label from './label.module.css'
import { ReturnNote } from './return-note.tsx'
import styles from './product.module.css'
import { Rating, RoastingLevel } from './rating.tsx'
import { CupPrice, SizeChoice, UnitPrice } from './size-choice.tsx'
import type { Buy } from './use-buy.ts'

/**
 * The text beside the picture: name, price and the form to buy it, so that they are on the first screen; then the facts.
 * @param button the form's button, for the bar at the bottom of phones
 */
export function ProductLabel({
  product,
  work = null,
  buy,
  button,
}: {
  product: Product
  work?: ProductWithReviews['work']
  buy: Buy
  button?: RefObject<HTMLButtonElement | null>
}) {
  const { title, place } = titleOf(product)
  const { size } = buy
  const isOne = product.sizes.length === 1
  const isCoffee = product.category === COFFEE_BEANS
  return (
    <div className={`stack-3 may-shrink break-words ${styles.label}`}>
      <h1 className={label.name}>
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
      <OfferFacts product={product} work={work} buy={buy} />
      <BuyForm product={product} buy={buy} button={button}>
        {isOne ? null : <SizeChoice sizes={product.sizes} chosen={size} onChoose={buy.chooseSize} />}
      </BuyForm>
      {size.countInStock > 0 ? (
        <DeliveryNote goods={[{ ...product, isPickupOnly: work?.isPickupOnly === true }]} />
      ) : work ? null : (
        <NoticeForm sizeId={size.id} />
      )}
      {work ? null : <ReturnNote category={product.category} />}
      {product.description ? <p className="measure pre-line">{product.description}</p> : null}
      {isCoffee ? (
        <dl className={`lining ${label.facts} ${styles.facts}`}>
          <CoffeeFacts product={product} />
        </dl>
      ) : null}
    </div>
  )
}

/** What visitors choose by, and the price of their choice. */
function OfferFacts({
  product,
  work,
  buy,
}: Pick<Parameters<typeof ProductLabel>[0], 'product' | 'buy'> & { work: ProductWithReviews['work'] }) {
  const { size } = buy
  const isOne = product.sizes.length === 1
  const isCoffee = product.category === COFFEE_BEANS
  const roast = ROASTS[product.roastingLevel]
  return (
    <dl className={`lining ${label.facts} ${styles.facts} ${styles.offer}`}>
      {isCoffee && product.cuppingNote ? (
        <Fact term="Cupping Note">
          {product.cuppingNote}
          {roast ? <span className="soft italic"> in a {roast} roast</span> : null}
        </Fact>
      ) : null}
      {work ? <WorkFacts of={work} /> : null}
      {product.material ? <Fact term="Material">{product.material}</Fact> : null}
      {isOne && sizeText(size) ? <Fact term="Size">{sizeText(size)}</Fact> : null}
      <Fact term="Status" className={styles.half}>
        {statusOf(product, size)}
      </Fact>
      <Fact term="Price" className={styles.half}>
        <strong className={styles.price}>
          {buy.subscribing.choice ? 'up to ' : null}
          <Money dollars={size.price} />
        </strong>
        {isCoffee && size.grams ? <CupPrice of={size} /> : <UnitPrice of={size} />}
      </Fact>
    </dl>
  )
}

function statusOf({ isRoastedToOrder }: Product, { countInStock }: ProductSize): string {
  if (isRoastedToOrder) return 'Roasted to Order'
  return countInStock > 0 ? 'In Stock' : 'Out Of Stock'
}

/** Year, medium and size of a work of art, as on its wall label. */
function WorkFacts({ of: { year, medium, dimensions } }: { of: NonNullable<ProductWithReviews['work']> }) {
  return (
    <>
      {year === null ? null : <Fact term="Year">{year}</Fact>}
      {medium ? <Fact term="Medium">{medium}</Fact> : null}
      {dimensions ? <Fact term="Size">{dimensions}</Fact> : null}
    </>
  )
}

function CoffeeFacts({ product }: { product: Product }) {
  const { roastingLevel, composition, isDecaf, bestFor } = product
  return (
    <>
      {roastingLevel > 0 ? (
        <Fact term="Roasting Level">
          <RoastingLevel level={roastingLevel} />
        </Fact>
      ) : null}
      {composition === 'Blend' || isDecaf ? (
        <Fact term="Type">{[composition, isDecaf ? 'Decaf' : ''].filter(Boolean).join(', ')}</Fact>
      ) : null}
      {bestFor.length > 0 ? <Fact term="Best for">{bestFor.join(', ')}</Fact> : null}
      <BestDaysFact of={product} />
      <RecipeFacts of={product} />
      {/* Otherwise the grind is chosen in the form. */}
      {product.grinds.length === 0 ? <Fact term="Sold as">Whole bean</Fact> : null}
    </>
  )
}

/** The number of reviews as text: `1 review`, `12 reviews`. */
export function reviewCount({ numReviews }: Pick<Product, 'numReviews'>): string {
  return counted(numReviews, 'review')
}
