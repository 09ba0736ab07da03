/** A product as its form has it: every field a text, and back to what the server takes. */
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
    // What a roaster adds is coffee, and only its exact name gives it a size.
    category: isSample(product.category) ? COFFEE_BEANS : product.category,
    // The first save puts a draft on sale; one that was hidden on purpose has been saved before.
    isDraft: product.isDraft && product.version > 1 ? HIDDEN : ON_SALE,
  }
}

/** What is sent. A number that is none becomes NaN, and null on the way, which the server refuses in its own words. */
export function editOf(values: Values, version?: number): ProductEdit {
  return { ...fromForm(productFields, values), version }
}

/** Fields that still say what a new draft is filled with. */
export function samplesIn(values: Values): Field[] {
  return FIELDS.filter((field) => isSample(values[field]))
}

export function isSampleName({ name }: Values): boolean {
  return isSample(name)
}

/** The same, left empty. A name may not be. */
export function withoutSamples(values: Values): Partial<Values> {
  const fields = samplesIn(values).filter((field) => field !== 'name')
  return Object.fromEntries(fields.map((field) => [field, '']))
}

/** Whether saving these values would show samples to visitors. */
export function showsSamples(values: Values): boolean {
  return values.isDraft === ON_SALE && samplesIn(values).length > 0
}

/** The product as it would be once these values are saved, for a look at it. */
export function productOf(base: Product, values: Values, pictures: Product['pictures']): Product {
  const { version } = base
  const edit = fromForm(productFields, values)
  // While a number is being typed it may be none yet.
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
