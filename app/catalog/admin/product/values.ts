/** Converts a product to the text values of its form, and back to the body of the request. */
import type { ProductEdit } from '#shared/catalog/api/product-edit.ts'
import type { Product, ProductSize } from '#shared/catalog/api/products.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import {
  fromForm,
  namesOf,
  toForm,
  type AnyField,
  type FormOf,
  type Name,
} from '#shared/platform/resources/described.ts'
import { availableCount, labelOf, weightLabel } from '#shared/kernel/sizes.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { sizeFields } from '#shared/catalog/resources/product-size.ts'
import { newKey } from '#app/platform/api/send-once.ts'
import { isSample } from '#app/platform/admin/form/resource-field.tsx'

/** A size in the form. The id of a new size begins with `new-` until the server assigns another id. */
export type SizeValues = FormOf<typeof sizeFields> & { id: string }
export type Values = FormOf<typeof productFields> & { sizes: SizeValues[] }
export type TextField = Name<typeof productFields>
export type Field = keyof Values
/** A save of the whole form. */
export type VersionedEdit = ProductEdit & { version?: number | undefined; hasEverySize: true }

const TEXT_FIELDS = namesOf(productFields)

/** The sections of the form with their headings. */
export const PARTS = {
  goods: 'Goods',
  label: 'Label',
  taste: 'Taste',
  recipe: 'Recipe',
  grinding: 'Grinding',
  roasting: 'Roasting',
  places: 'Places',
  wholesale: 'Wholesale',
} as const
export type PartName = keyof typeof PARTS
export const PART_NAMES = Object.keys(PARTS) as PartName[]

/** The fields of a section, in its order. */
export function fieldsOfPart(part: PartName): TextField[] {
  return TEXT_FIELDS.filter((name) => (productFields[name] as AnyField).part === part)
}

/** The fields in the order of the form: pictures and sizes follow the other fields of the goods. */
export const FIELDS: readonly Field[] = [
  ...fieldsOfPart('goods'),
  'image',
  'secondImage',
  'sizes',
  ...PART_NAMES.filter((part) => part !== 'goods').flatMap(fieldsOfPart),
]

export const [, TO_ORDER] = productFields.isRoastedToOrder.input.options

export const [ON_SALE, HIDDEN] = productFields.isDraft.input.options

export function valuesOf(product: Product): Values {
  return {
    ...toForm(productFields, product),
    // Most new products are coffee, and only products in exactly this category have a size.
    category: isSample(product.category) ? COFFEE_BEANS : product.category,
    // The first save puts a draft on sale. A draft that was saved before was hidden on purpose, so it stays hidden.
    isDraft: product.isDraft && product.version > 1 ? HIDDEN : ON_SALE,
    sizes: product.sizes.map((size) => sizeValuesOf(size, product)),
  }
}

/**
 * A label that follows from the weight is left empty, so that it changes with the weight. A coffee roasted to order has
 * no count in stock. If it is later sold from stock, the count begins with 0.
 */
function sizeValuesOf({ id, ...size }: ProductSize, { isRoastedToOrder }: Product): SizeValues {
  const isDerived = size.grams !== null && size.label === weightLabel(size.grams)
  const label = isDerived ? '' : size.label
  const countInStock = isRoastedToOrder ? 0 : size.countInStock
  return { id, ...toForm(sizeFields, { ...size, label, countInStock }) }
}

/** A size for the form, without a price. @param grams its weight, if it is known */
export function newSize(grams?: number): SizeValues {
  const typed = { grams: grams === undefined ? '' : String(grams), price: '', countInStock: '0' }
  const [everybody] = sizeFields.forAccounts.input.options
  return {
    id: newSizeId(),
    shippingGrams: '',
    label: '',
    sku: '',
    forAccounts: everybody,
    pack: '',
    ...typed,
  }
}

export function newSizeId(): string {
  return `new-${newKey()}`
}

/**
 * The body of the request. An invalid number becomes NaN, which is null in JSON: the server refuses it with a message.
 */
export function editOf(values: Values, version?: number): VersionedEdit {
  const { category } = values
  const sizes = values.sizes.map(({ id, ...size }) => ({
    ...fromForm(sizeFields, Object.assign({ category }, size)),
    ...(id.startsWith('new-') ? {} : { id }),
  }))
  const { price, grams: size, countInStock } = sizes[0]!
  const first = { price, size, countInStock }
  return { ...fromForm(productFields, values), ...first, sizes, hasEverySize: true, version }
}

/** Whether the typed values are those of a coffee roasted to order, which has no count in stock. */
export function isToOrder({ category, isRoastedToOrder }: Values): boolean {
  return category === COFFEE_BEANS && isRoastedToOrder === TO_ORDER
}

/** The fields that still have the sample text of a new draft. */
export function samplesIn(values: Values): TextField[] {
  return TEXT_FIELDS.filter((field) => {
    const value = values[field]
    return typeof value === 'string' && isSample(value)
  })
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
  const { sizes = [], ...edit } = editOf(values)
  const shown = sizes.map((size, index) => ({
    id: values.sizes[index]!.id,
    grams: size.grams === null ? null : shownNumber(size.grams),
    shippingGrams: size.shippingGrams,
    label: labelOf({ label: size.label, grams: shownNumber(size.grams ?? 0) }),
    price: shownNumber(size.price),
    countInStock: availableCount(Math.floor(shownNumber(size.countInStock)), isToOrder(values)),
    forAccounts: size.forAccounts,
    pack: size.pack,
    sku: size.sku,
  }))
  const { price, grams: size, countInStock } = shown[0]!
  const roastingLevel = Math.min(5, Math.floor(shownNumber(edit.roastingLevel)))
  return { ...base, ...edit, price, size, countInStock, sizes: shown, roastingLevel, version, pictures }
}

/** While a number is being typed, it may be invalid. */
function shownNumber(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0
}
