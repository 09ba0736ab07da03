/**
 * Merges three versions of a product's form, size by size. The values are flattened: each field of each size becomes a
 * separate field. A size is the same in all versions if it has the same id.
 */
import { sizeFields } from '#shared/catalog/resources/product-size.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { namesOf, type AnyField } from '#shared/platform/resources/described.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { differences, isSame, merged, type Difference } from '#app/platform/admin/form/merge.ts'
import { newSizeId, type SizeValues, type Values } from './values.ts'

/** Product fields by name, and fields of sizes as `<id of the size>.<field>`. */
type Flat = Record<string, string | string[]>
export type Versions = { base: Values; mine: Values; theirs: Values }
export type FlatDifference = Difference<Flat>

const SIZE_FIELDS = namesOf(sizeFields)

/** The fields that others changed in the product and in the sizes that all three versions have. */
export function productDifferences(versions: Versions): FlatDifference[] {
  const { names, flat } = flatten(versions)
  return differences(names, flat)
}

/**
 * The labels of the sizes that others added or removed; null if there are none. Sizes that only I added or removed are
 * left out, because they are merged.
 */
export function listDifference({ base, theirs }: Versions): { before: string; theirs: string } | null {
  const isAlike = isSame(idsOf(base), idsOf(theirs))
  return isAlike ? null : { before: labelsOf(base.sizes), theirs: labelsOf(theirs.sizes) }
}

/**
 * The saved values with my changes. If others changed a field too, my value is used only if `isMine` returns true. The
 * list of sizes is the saved list, without the sizes that I removed, with those that I added, and in my order if only I
 * changed the order. A size that others removed while I changed it stays as a new size, so that no typed text is lost.
 */
export function mergeProducts(versions: Versions, isMine: (name: string) => boolean): Values {
  const { names, flat } = flatten(versions)
  const values = merged(names, { ...flat, isMine })
  const { base, mine, theirs } = versions
  const byId = new Map([...mine.sizes, ...theirs.sizes].map((size) => [size.id, size]))
  const sizes = mergedIds(versions).map((id) => {
    const size = byId.get(id)!
    const fields = SIZE_FIELDS.flatMap((name) => {
      const value = values[`${id}.${name}`]
      return value === undefined ? [] : [[name, value]]
    })
    return { ...size, ...(Object.fromEntries(fields) as Partial<SizeValues>) }
  })
  const kept = base.sizes.flatMap((before) => {
    const own = mine.sizes.find(({ id }) => id === before.id)
    const isGone = !theirs.sizes.some(({ id }) => id === before.id)
    return own && isGone && !isSame(own, before) ? [{ ...own, id: newSizeId() }] : []
  })
  const text = namesOf(productFields).map((name) => [name, values[name]])
  return { ...(Object.fromEntries(text) as Values), sizes: [...sizes, ...kept] }
}

/** The label of a field in the comparison: `Price`, or `2 lb: Price` if the product has several sizes. */
export function labelOfField(name: string, { sizes }: Values): string {
  const [id = '', field] = name.split('.')
  if (field === undefined) return (productFields as Record<string, AnyField>)[name]!.label
  const { label } = (sizeFields as Record<string, AnyField>)[field]!
  const size = sizes.find((each) => each.id === id)
  return sizes.length > 1 && size ? `${sizeLabel(size)}: ${label}` : label
}

/** The description of a flat field. */
export function fieldNamed(name: string): AnyField {
  const [first = '', field = first] = name.split('.')
  return ({ ...productFields, ...sizeFields } as Record<string, AnyField>)[field]!
}

/** The label of a size as typed, or its position. */
export function sizeLabel({ label, grams }: SizeValues): string {
  return labelOf({ label, grams: Number(grams) || null }) || 'New size'
}

function flatten({ base, mine, theirs }: Versions) {
  const inAll = idsOf(base).filter((id) => idsOf(mine).includes(id) && idsOf(theirs).includes(id))
  const names = [
    ...namesOf(productFields),
    ...inAll.flatMap((id) => SIZE_FIELDS.map((name) => `${id}.${name}`)),
  ]
  const three = { base: flatValues(base), mine: flatValues(mine), theirs: flatValues(theirs) }
  return { names, flat: { ...three, isStock } }
}

function isStock(name: string): boolean {
  return fieldNamed(name).isStock === true
}

function flatValues({ sizes, ...text }: Values): Flat {
  const ofSizes = sizes.flatMap((size) => SIZE_FIELDS.map((name) => [`${size.id}.${name}`, size[name]]))
  return { ...text, ...(Object.fromEntries(ofSizes) as Flat) }
}

function mergedIds({ base, mine, theirs }: Versions): string[] {
  const [before, own, saved] = [idsOf(base), idsOf(mine), idsOf(theirs)]
  const all = isSame(before, saved) ? own : [...saved, ...own.filter((id) => !saved.includes(id))]
  const isRemoved = (id: string) => before.includes(id) && (!own.includes(id) || !saved.includes(id))
  return all.filter((id) => !isRemoved(id))
}

function idsOf({ sizes }: Values): string[] {
  return sizes.map(({ id }) => id)
}

function labelsOf(sizes: readonly SizeValues[]): string {
  return sizes.map(sizeLabel).join(', ')
}
