import { productFields } from '#shared/catalog/resources/product.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { PictureField } from '#app/platform/admin/pictures/picture-field.tsx'
import styles from '#app/platform/admin/pictures/picture-field.module.css'
import type { ProductForm } from './use-product-form.ts'

/** Both pictures of a product. Lists show the first picture. A button or dragging swaps the two. */
export function PictureFields({ form }: { form: ProductForm }) {
  const { image, secondImage } = form.values
  const swap = () => form.change({ image: secondImage, secondImage: image })
  return (
    <fieldset className={`gap-0-3 align-top ${styles.pictures}`}>
      <legend className="visually-hidden">Pictures</legend>
      <PictureField form={form} field="image" label={productFields.image.label} onSwap={swap} />
      <PictureField form={form} field="secondImage" label={productFields.secondImage.label} onSwap={swap} />
      {image || secondImage ? (
        <Button look="quiet" className={styles.swap} onClick={swap}>
          Swap first and second
        </Button>
      ) : null}
    </fieldset>
  )
}
