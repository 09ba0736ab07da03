import { useEffect, useRef, type FormEvent } from 'react'
import { altitudeText } from '#shared/catalog/altitude.ts'
import type { Product } from '#shared/catalog/api/products.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { DraftOffer } from '#app/platform/admin/form/resource-form.tsx'
import { SaveBar } from '#app/platform/admin/save-bar.tsx'
import { PictureField } from '#app/platform/admin/pictures/picture-field.tsx'
import pictureFields from '#app/platform/admin/pictures/picture-field.module.css'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import { Part, RoastsInTheBag, Suggestions, usePartsOf } from './fields.tsx'
import styles from './form.module.css'
import { ChangedByOthers, DeletedByOthers } from './conflict.tsx'
import { SectionList } from './sections.tsx'
import { SizeFields } from './size-fields.tsx'
import { useCreateAgain, useProductForm, type ProductForm as Form } from './use-product-form.ts'
import {
  HIDDEN,
  editOf,
  isSampleName,
  productOf,
  samplesIn,
  showsSamples,
  withoutSamples,
  type Values,
} from './values.ts'
import { accentStyle } from '../../shop/product-card.tsx'
import { GrownFacts } from '../../shop/origin.tsx'
import { ProductLabel } from '../../shop/product-label.tsx'
import label from '../../shop/label.module.css'
import { useBuy } from '../../shop/use-buy.ts'

type Props = {
  latest: Product
  /** The URL of the list. */
  list: string
  /** Called when something is typed or saved. */
  onUnsaved: (isUnsaved: boolean) => void
}

/** The form of a product in sections, with a preview of the product in the shop. */
export function ProductForm({ latest, list, onUnsaved }: Props) {
  const form = useProductForm(latest, list)
  const parts = usePartsOf(form.values)
  useEffect(() => onUnsaved(form.isDirty), [onUnsaved, form.isDirty])
  const creating = useCreateAgain(form.finish)
  const { conflict, isHeld, submitWith } = form
  const isBusy = form.isSaving || creating.isPending
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) form.submit()
  }
  return (
    <>
      <DraftOffer offer={form.offer} />
      {conflict?.is === 'changed' && conflict.data.product ? (
        <ChangedByOthers form={form} fresh={conflict.data.product as Product} />
      ) : null}
      {conflict?.is === 'deleted' ? (
        <DeletedByOthers busy={isBusy} onCreateAgain={() => creating.mutate(editOf(form.values))} />
      ) : null}
      <SectionList parts={parts} />
      <div className={`grid align-top ${styles.beside}`}>
        <form {...form.formProps} className={`stack-4 ${styles.form}`} onSubmit={onSubmit} noValidate>
          <Suggestions />
          {parts.map((part) => (
            <Part key={part} part={part} form={form}>
              {part === 'goods' ? (
                <>
                  <PictureFields form={form} />
                  <SizeFields form={form} />
                </>
              ) : null}
              {part === 'roasting' ? <RoastsInTheBag id={latest._id} /> : null}
            </Part>
          ))}
          {isHeld ? <Held values={form.values} submitWith={submitWith} /> : <Samples values={form.values} />}
          <Bar form={form} busy={isBusy} />
        </form>
        <Preview form={form} latest={latest} />
      </div>
    </>
  )
}

function Bar({ form, busy }: { form: Form; busy: boolean }) {
  return (
    <SaveBar state={form.isDirty ? 'Unsaved changes' : ''}>
      <Button type="submit" busy={busy}>
        Update
      </Button>
      {form.isDirty ? (
        <Button
          look="quiet"
          aria-label="Discard changes"
          onClick={({ currentTarget }) => {
            // The pressed button disappears, so the focus moves to the first field.
            currentTarget.form?.querySelector('input')?.focus()
            form.discard()
          }}
        >
          Discard
        </Button>
      ) : null}
    </SaveBar>
  )
}

/** Warns that the form still has sample text, which visitors would see. */
function Samples({ values }: { values: Values }) {
  if (!showsSamples(values)) return null
  return (
    <Alert tone="warning">
      <p>Still sample text, which visitors would see: {samplesNamed(values)}.</p>
    </Alert>
  )
}

/** Shown instead of saving sample text that visitors would see. The user chooses how to save. */
function Held({ values, submitWith }: { values: Values; submitWith: (changes: Partial<Values>) => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The braces keep the result from being returned: newer browsers return a promise, which React would use as a
    // cleanup function.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} className={styles.held}>
      <Alert tone="danger">
        <p>Not on sale yet. Still sample text: {samplesNamed(values)}.</p>
        <div className="row-2 pad-top-2">
          {isSampleName(values) ? null : (
            <Button onClick={() => submitWith(withoutSamples(values))}>
              Leave these empty and put it on sale
            </Button>
          )}
          <Button look="line" onClick={() => submitWith({ isDraft: HIDDEN })}>
            Save it hidden
          </Button>
        </div>
      </Alert>
    </div>
  )
}

function samplesNamed(values: Values): string {
  return samplesIn(values)
    .map((field) => productFields[field].label)
    .join(', ')
}

/** Both pictures of a product. Lists show the first picture. A button or dragging swaps the two. */
function PictureFields({ form }: { form: Form }) {
  const { image, secondImage } = form.values
  const swap = () => form.change({ image: secondImage, secondImage: image })
  return (
    <fieldset className={`gap-0-3 align-top ${pictureFields.pictures}`}>
      <legend className="visually-hidden">Pictures</legend>
      <PictureField form={form} field="image" label={productFields.image.label} onSwap={swap} />
      <PictureField form={form} field="secondImage" label={productFields.secondImage.label} onSwap={swap} />
      {image || secondImage ? (
        <Button look="quiet" className={pictureFields.swap} onClick={swap}>
          Swap first and second
        </Button>
      ) : null}
    </fieldset>
  )
}

/**
 * A preview of the product as typed, with the label from the shop. The links and buttons in the preview do not work.
 */
function Preview({ form, latest }: { form: Form; latest: Product }) {
  const { values, factsOf } = form
  const pictures = { image: factsOf(values.image), secondImage: factsOf(values.secondImage) }
  const product = productOf(latest, values, pictures)
  const buy = useBuy(product)
  return (
    <section className={`stack-2 packed may-shrink ${styles.preview}`} aria-label="Preview">
      <h2 className={styles.previewTitle}>How the shop shows it</h2>
      <div className={`stack-3 pad-3 box-soft paper ${styles.page}`} style={accentStyle(product)} inert>
        <FramedPicture of={pictures.image} sizes="24rem" />
        <ProductLabel product={product} buy={buy} />
        {product.category === COFFEE_BEANS ? (
          <dl className={`lining ${label.facts}`}>
            <GrownFacts of={{ ...product, altitude: altitudeText(product.altitude), harvest: '' }} />
          </dl>
        ) : null}
      </div>
    </section>
  )
}
