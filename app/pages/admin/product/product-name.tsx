import { Link } from 'react-router'
import type { Product } from '#shared/api/products.ts'
import { brand } from '#shared/brand.ts'
import { Picture } from '../../../ui/picture.tsx'
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

function Stock({ product: { isDraft, countInStock } }: { product: Product }) {
  const stock = `${countInStock} in stock`
  if (isDraft) return <span className={styles.draft}>Draft, {stock}</span>
  if (countInStock === 0) return <span className={styles.low}>Sold out</span>
  if (countInStock <= brand.lowStock)
    return <span className={styles.low}>Low stock: {countInStock} left</span>
  return <span className={styles.stock}>{stock}</span>
}
