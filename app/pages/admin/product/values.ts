/** A product as its form has it: every field a text, and back to what the shop takes. */
import { COFFEE_BEANS, type Product, type ProductEdit } from '#shared/api/products.ts'

export type Values = Record<Field, string>

export type Field =
  | 'name'
  | 'price'
  | 'image'
  | 'secondImage'
  | 'brand'
  | 'countInStock'
  | 'category'
  | 'description'
  | 'origin'
  | 'cuppingNote'
  | 'roastingLevel'
  | 'size'
  | 'isDraft'

/** What the form calls its fields (spec section 2), in its order: the size stands by the category that it hangs on. */
export const LABELS: Record<Field, string> = {
  name: 'Name',
  price: 'Price',
  countInStock: 'Count in stock',
  category: 'Category',
  size: 'Size',
  brand: 'Brand',
  image: 'First Image',
  secondImage: 'Second Image',
  description: 'Description',
  origin: 'Origin',
  cuppingNote: 'Cupping Note',
  roastingLevel: 'Roasting Level',
  isDraft: 'In the shop',
}

export const FIELDS = Object.keys(LABELS) as Field[]

export const ON_SALE = 'On sale'
export const HIDDEN = 'Hidden'

export function valuesOf(product: Product): Values {
  return {
    name: product.name,
    price: product.price.toFixed(2),
    image: product.image,
    secondImage: product.secondImage,
    brand: product.brand,
    countInStock: String(product.countInStock),
    // What a roaster adds is coffee, and only its exact name gives it a size.
    category: isSample(product.category) ? COFFEE_BEANS : product.category,
    description: product.description,
    origin: product.origin,
    cuppingNote: product.cuppingNote,
    roastingLevel: String(product.roastingLevel),
    size: product.size === null ? '' : String(product.size),
    // The first save puts a draft on sale; one that was hidden on purpose has been saved before.
    isDraft: product.isDraft && product.version > 1 ? HIDDEN : ON_SALE,
  }
}

/** Spec section 2: only coffee beans have a size. */
export function hasSize({ category }: Pick<Values, 'category'>): boolean {
  return category === COFFEE_BEANS
}

/** What is sent. A number that is none becomes NaN, and null on the way, which the shop refuses in its own words. */
export function editOf(values: Values, version?: number): ProductEdit {
  return {
    name: values.name,
    price: numberOf(values.price),
    image: values.image,
    secondImage: values.secondImage,
    brand: values.brand,
    category: values.category,
    description: values.description,
    countInStock: numberOf(values.countInStock),
    origin: values.origin,
    cuppingNote: values.cuppingNote,
    roastingLevel: values.roastingLevel.trim() === '' ? 0 : numberOf(values.roastingLevel),
    size: hasSize(values) && values.size.trim() !== '' ? numberOf(values.size) : null,
    isDraft: values.isDraft === HIDDEN,
    version,
  }
}

/** Fields that still say what a new draft is filled with. */
export function samplesIn(values: Values): Field[] {
  return FIELDS.filter((field) => isSample(values[field]))
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

export function isSample(value: string): boolean {
  return /^sample /i.test(value)
}

/** The product as it would be once these values are saved, for a look at it. */
export function productOf(base: Product, values: Values, pictures: Product['pictures']): Product {
  const edit = editOf(values)
  return {
    ...base,
    ...edit,
    price: orNone(edit.price),
    countInStock: Math.floor(orNone(edit.countInStock)),
    roastingLevel: Math.min(5, Math.floor(orNone(edit.roastingLevel))),
    size: edit.size === null ? null : orNone(edit.size),
    isDraft: edit.isDraft ?? false,
    version: base.version,
    pictures,
  }
}

/** While a number is being typed it may be none yet. */
function orNone(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
