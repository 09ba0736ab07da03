import type { Product } from '#shared/api/products.ts'
import { FramedPicture } from '../../../ui/framed.tsx'
import { ProductLabel } from '../../shop/product-label.tsx'
import styles from './preview.module.css'
import type { ProductForm } from './use-product-form.ts'
import { productOf } from './values.ts'

/** A preview of the product as typed, with the label from the shop. No link or button in the preview works. */
export function Preview({ form, latest }: { form: ProductForm; latest: Product }) {
  const { values, factsOf } = form
  const pictures = { image: factsOf(values.image), secondImage: factsOf(values.secondImage) }
  return (
    <section className={styles.preview} aria-label="Preview">
      <h2 className={styles.title}>As the shop shows it</h2>
      <div className={styles.page} inert>
        <FramedPicture of={pictures.image} sizes="24rem" />
        <ProductLabel product={productOf(latest, values, pictures)} />
      </div>
    </section>
  )
}
