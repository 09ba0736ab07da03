import type { ReactNode } from 'react'
import type { NewCoffee as Coffee } from '#shared/catalog/api/product-edit.ts'
import type { Product } from '#shared/catalog/api/products.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { blankOf, toForm } from '#shared/platform/resources/described.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { usePictureFacts } from '#app/platform/admin/form/picture-facts.ts'
import { useEditForm } from '#app/platform/admin/form/use-edit-form.ts'
import { PictureField } from '#app/platform/admin/pictures/picture-field.tsx'
import { ProductFields } from './fields.tsx'
import styles from './form.module.css'
import { SizeFields } from './size-fields.tsx'
import { fieldOfPath } from './use-product-form.ts'
import { editOf, FIELDS, newSize, type TextField, type Values } from './values.ts'

type CoffeeFormProps = {
  /** The key of the draft. */
  draft: string
  /** What is known about the coffee. */
  proposed?: Partial<Values>
  /** The fields to show, besides pictures and sizes. */
  names: readonly TextField[]
  /** The URL to go to after the save. If it is left out, the page stays. */
  list?: string
  send: (edit: Coffee) => Promise<Product>
  onSaved: (saved: Product) => unknown
  submit: string
  next?: ReactNode
}

/** The short form of a new coffee. Nothing is created before it is saved. */
export function CoffeeForm({ draft, proposed, names, list, send, onSaved, submit, next }: CoffeeFormProps) {
  const pictures = usePictureFacts(`pictures-of:${draft}`, () => null)
  const form = useEditForm<Values, Product>({
    draft,
    latest: { values: { ...BLANK, ...proposed } },
    names: FIELDS,
    fields: productFields,
    fieldOf: fieldOfPath,
    ...(list === undefined ? {} : { list }),
    isNew: true,
    send: (values) => send(coffeeOf(values)),
    onSaved,
  })
  return (
    <ResourceForm what="coffee" form={form} submit={submit} next={next} unsaved="Not saved yet" noValidate>
      <div className={`stack-3 align-top halves-48 ${styles.short}`}>
        <ProductFields names={names} form={form} />
        <SizeFields form={form} />
        <div className={styles.onePicture}>
          <PictureField form={{ ...form, ...pictures }} field="image" label="Picture" />
        </div>
      </div>
    </ResourceForm>
  )
}

/** A bag of 12 oz is the most frequent size in the US. Its price is left to the owner. */
const FIRST_SIZE = 340

const BLANK: Values = {
  ...toForm(productFields, { ...blankOf(productFields), category: COFFEE_BEANS }),
  sizes: [{ ...newSize(FIRST_SIZE), id: 'new-first' }],
}

/** The body of the request. A missing weight becomes NaN, which the server refuses with a message, as other numbers. */
function coffeeOf(values: Values): Coffee {
  const { category: _category, sizes = [], ...edit } = editOf(values)
  return { ...edit, sizes: sizes.map((size) => ({ ...size, grams: size.grams ?? Number.NaN })) }
}
