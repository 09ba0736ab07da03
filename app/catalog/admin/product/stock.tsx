import type { Product, ProductSize } from '#shared/catalog/api/products.ts'
import { brand } from '#shared/kernel/brand.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { counted } from '#shared/kernel/counts.ts'
import { weightText, type WeightUnit } from '#shared/kernel/weights.ts'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import styles from './product-list.module.css'

const NO_WEIGHT = ['No weight', 'A size without a weight'] as const

/** Sizes that a row of the list names. */
const MOST_NAMED = 4

/** The stock of a product and its weight, or those of each size if there are several. @param isWeightless whether one is missing */
export function Stock({ product, isWeightless }: { product: Product; isWeightless: boolean }) {
  const { isDraft, isRoastedToOrder, sizes } = product
  const { small } = useWeightUnits()
  const look = isDraft ? 'soft italic' : sizes.some(isLow) && !isRoastedToOrder ? 'alarm strong' : 'soft'
  return (
    <span className={`${styles.stock} ${look}`}>
      {textOf(product, small)}
      {isWeightless ? (
        <span className={`alarm ${styles.noWeight}`}>{NO_WEIGHT[sizes.length > 1 ? 1 : 0]}</span>
      ) : null}
    </span>
  )
}

function textOf(product: Product, unit: WeightUnit): string {
  const { isDraft, isRoastedToOrder, sizes } = product
  if (isRoastedToOrder)
    return `${isDraft ? 'Draft, roasted' : 'Roasted'} to order: ${listed(sizes, ({ label }) => label || 'one size')}`
  if (sizes.length > 1)
    return `${isDraft ? 'Draft. ' : ''}${listed(sizes, (size) => countText(size, isDraft))}`
  const grams = weightOf(product, sizes[0]!)
  const weight = grams === null ? '' : `, ${sizes[0]!.label || weightText(grams, unit)}`
  return `${isDraft ? 'Draft, ' : ''}${stockText(sizes[0]!, isDraft)}${weight}`
}

/** The first sizes, those that are running low before the others, and how many more there are. */
function listed(sizes: readonly ProductSize[], textOfSize: (size: ProductSize) => string): string {
  if (sizes.length <= MOST_NAMED) return sizes.map(textOfSize).join(', ')
  const first = [...sizes.filter(isLow), ...sizes.filter((size) => !isLow(size))].slice(0, MOST_NAMED)
  return `${first.map(textOfSize).join(', ')} and ${counted(sizes.length - MOST_NAMED, 'more size')}`
}

function isLow({ countInStock }: ProductSize): boolean {
  return countInStock <= brand.lowStock
}

/** What one piece weighs in a parcel, in grams; null if no weight has been entered. */
function weightOf({ category }: Product, { grams, shippingGrams }: ProductSize): number | null {
  return (category === COFFEE_BEANS ? grams : shippingGrams) || null
}

/** One size in one piece, with spaces that do not break: `2 lb: 18`. */
function countText({ label, countInStock }: ProductSize, isDraft: boolean): string {
  const isPlain = isDraft || countInStock > brand.lowStock
  const count = isPlain ? `${countInStock}` : countInStock === 0 ? 'sold out' : `${countInStock} left`
  return `${label}: ${count}`.replaceAll(' ', '\u00a0')
}

function stockText({ countInStock }: ProductSize, isDraft: boolean): string {
  if (isDraft || countInStock > brand.lowStock) return `${countInStock} in stock`
  return countInStock === 0 ? 'Sold out' : `Low stock: ${countInStock} left`
}
