import type { ProductSize } from '#shared/catalog/api/products.ts'
import { cupPrice, formatCents, GRAMS_PER_CUP, toCents, unitPrice } from '#shared/kernel/pricing.ts'
import { Money } from '#app/platform/ui/money.tsx'
import styles from './size-choice.module.css'

/** The sizes of a product as radio buttons, each with its price, its price per pound or 100 g, and its stock. */
export function SizeChoice({
  sizes,
  chosen,
  onChoose,
}: {
  sizes: readonly ProductSize[]
  chosen: ProductSize
  onChoose: (id: string) => void
}) {
  return (
    <fieldset className={`may-shrink ${styles.choice}`}>
      <legend>Size</legend>
      <div className={`stack-1 ${styles.sizes}`}>
        {sizes.map((size) => (
          <label key={size.id} className={`grid packed target box ${styles.size}`}>
            <input
              type="radio"
              name="size"
              value={size.id}
              checked={size.id === chosen.id}
              onChange={() => onChoose(size.id)}
            />
            <span className={styles.name}>{size.label}</span>
            <span className="lining">
              <Money dollars={size.price} />
            </span>
            <span className={styles.note}>
              {size.countInStock > 0 ? <UnitPrice of={size} /> : 'Sold out'}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** What a cup of this coffee costs. Nothing without a net weight. */
export function CupPrice({ of: size }: { of: ProductSize }) {
  const text = cupPriceText(size)
  return text ? <span className={`lining ${styles.unit}`}> {text}</span> : null
}

/** What a cup costs, rounded: '$0.86 per 15 g cup'; empty without a net weight. */
export function cupPriceText({ price, grams }: ProductSize): string {
  const cents = cupPrice(toCents(price), grams)
  return cents === null ? '' : `${formatCents(cents)} per ${GRAMS_PER_CUP}\u00a0g cup`
}

/** The price per pound or per 100 g: '$25.33/lb'. Nothing for goods without a net weight. */
export function UnitPrice({ of: { price, grams } }: { of: ProductSize }) {
  if (!grams) return null
  const { cents, unit } = unitPrice(toCents(price), grams)
  return <span className={`lining nowrap ${styles.unit}`}> {`${formatCents(cents)}/${unit}`}</span>
}
