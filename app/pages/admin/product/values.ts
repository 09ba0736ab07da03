/** Converts a product to the text values of its form, and back to the body of the request. */
import type { Product, ProductEdit } from '#shared/api/products.ts'
import { COFFEE_BEANS } from '#shared/categories.ts'
import { fromForm, namesOf, toForm, type FormOf } from '#shared/resources/described.ts'
import { productFields } from '#shared/resources/product.ts'
import { isSample } from '../form/resource-field.tsx'

export type Values = FormOf<typeof productFields>
export type Field = keyof Values

export const FIELDS: readonly Field[] = namesOf(productFields)

export const [ON_SALE, HIDDEN] = productFields.isDraft.input.options

export function valuesOf(product: Product): Values {
  return {
    ...toForm(productFields, product),
    // Most new products are coffee, and only products in exactly this category have a size.
    category: isSample(product.category) ? COFFEE_BEANS : product.category,
    // The first save puts a draft on sale. If a draft was saved before, it was hidden on purpose.
    isDraft: product.isDraft && product.version > 1 ? HIDDEN : ON_SALE,
  }
}

/**
 * The body of the request. An invalid number becomes NaN, which is null in JSON: the server refuses it with a message.
 */
export function editOf(values: Values, version?: number): ProductEdit {
  return { ...fromForm(productFields, values), version }
}

/** The fields that still have the sample text of a new draft. */
export function samplesIn(values: Values): Field[] {
  return FIELDS.filter((field) => isSample(values[field]))
}

export function isSampleName({ name }: Values): boolean {
  return isSample(name)
}

/** The changes that clear all sample text except the name. The name is required. */
export function withoutSamples(values: Values): Partial<Values> {
  const fields = samplesIn(values).filter((field) => field !== 'name')
  return Object.fromEntries(fields.map((field) => [field, '']))
}

/** Whether visitors would see sample text if these values were saved. */
export function showsSamples(values: Values): boolean {
  return values.isDraft === ON_SALE && samplesIn(values).length > 0
}

/** The product with these values, for the preview. */
export function productOf(base: Product, values: Values, pictures: Product['pictures']): Product {
  const { version } = base
  const edit = fromForm(productFields, values)
  // While a number is being typed, it may be invalid.
  const numbers = Object.entries(edit).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, Number.isFinite(value) && value > 0 ? value : 0]] : [],
  )
  const shown = { ...base, ...edit, ...Object.fromEntries(numbers), version, pictures } as Product
  return {
    ...shown,
    countInStock: Math.floor(shown.countInStock),
    roastingLevel: Math.min(5, Math.floor(shown.roastingLevel)),
  }
}
