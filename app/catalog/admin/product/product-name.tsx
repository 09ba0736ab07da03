import { Link } from 'react-router'
import type { Product, ProductSize } from '#shared/catalog/api/products.ts'
import { brand } from '#shared/kernel/brand.ts'
import { Picture } from '#app/platform/ui/picture.tsx'
import { useEditLink } from './edit-link.tsx'
import styles from './product-name.module.css'

/**
 * A product in the list: picture, name, and stock as text.
 * @param label the unique name of the product in the list
 */
export function ProductName({ product, label }: { product: Product; label: string }) {
  return (
    <span className={styles.product}>
      <span className={styles.frame}>
        {product.pictures.image ? <Picture of={product.pictures.image} sizes="2.5rem" alt="" /> : null}
      </span>
      <span>
        <Link {...useEditLink(product)} className={styles.name} aria-label={label}>
          {product.name}
        </Link>
        <Stock product={product} />
      </span>
    </span>
  )
}

/** The stock of the product, or of each size if there are several. */
function Stock({ product: { isDraft, isRoastedToOrder, sizes } }: { product: Product }) {
  if (isRoastedToOrder)
    return (
      <span className={isDraft ? styles.draft : styles.stock}>
        {isDraft ? 'Draft, roasted to order' : 'Roasted to order'}
      </span>
    )
  const isLow = !isDraft && sizes.some(({ countInStock }) => countInStock <= brand.lowStock)
  if (sizes.length === 1) {
    const style = isDraft ? styles.draft : isLow ? styles.low : styles.stock
    return (
      <span className={style}>
        {isDraft ? 'Draft, ' : null}
        {stockText(sizes[0]!, isDraft)}
      </span>
    )
  }
  return (
    <span className={isDraft ? styles.draft : isLow ? styles.low : styles.stock}>
      {isDraft ? 'Draft. ' : null}
      {sizes.map((size) => countText(size, isDraft)).join(', ')}
    </span>
  )
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
