import type { Product } from '#shared/catalog/api/products.ts'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import { accentStyle } from '../../shop/accent.ts'
import { ProductLabel } from '../../shop/product-label.tsx'
import { useBuy } from '../../shop/use-buy.ts'
import styles from './preview.module.css'
import type { ProductForm } from './use-product-form.ts'
import { productOf } from './values.ts'

/**
 * A preview of the product as typed, with the label from the shop. The links and buttons in the preview do not work.
 */
export function Preview({ form, latest }: { form: ProductForm; latest: Product }) {
  const { values, factsOf } = form
  const pictures = { image: factsOf(values.image), secondImage: factsOf(values.secondImage) }
  const product = productOf(latest, values, pictures)
  const buy = useBuy(product)
  return (
    <section className={`stack-2 packed may-shrink ${styles.preview}`} aria-label="Preview">
      <h2 className={styles.title}>How the shop shows it</h2>
      <div className={`stack-3 ${styles.page}`} style={accentStyle(product)} inert>
        <FramedPicture of={pictures.image} sizes="24rem" />
        <ProductLabel product={product} buy={buy} />
      </div>
    </section>
  )
}
