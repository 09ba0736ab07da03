/** Fits the rows of another shop into our fields. What does not fit is left out or shortened, with a remark. */
import type * as z from 'zod/mini'
import type { ProductEdit } from '#shared/catalog/api/product-edit.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'
import { WITHOUT_WEIGHT } from '#shared/platform/parcel.ts'
import type { AnyField } from '#shared/platform/resources/described.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { sizeFields } from '#shared/catalog/resources/product-size.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import type { SizeRow } from '#server/kernel/db/schema.ts'
import { isWholeBean, plainText } from '../../other-shops/grinds.ts'
import type { Listed, ReportedLine } from './import-sizes.ts'
import type { Group } from './import-target.ts'

type Grinding = { isOffered: boolean; grinds: readonly string[] }

/** Changes the cells of a product's rows so that each can be read. Rows of our own file stay as they are. */
export function fitForeign({ target, lines }: Group, grinding: Grinding): void {
  const [first] = lines
  if (!first?.isForeign) return
  if (target && isSameText(first.cells.get('Description') ?? '', target.description))
    first.cells.delete('Description')
  const isCoffee = (first.cells.get('Category') ?? target?.category) === COFFEE_BEANS
  for (const line of lines) {
    const { cells, whenNew } = line
    if (target === null)
      for (const [column, cell] of Object.entries(whenNew?.cells ?? {}))
        if (!cells.has(column)) cells.set(column, cell)
    if (target !== null && !first.cells.has('Category')) useColumn(cells, isCoffee)
    fitName(line)
    for (const field of FIELDS) fitCell(line, field)
  }
  first.notes.push(...grindNotes(first.grinds ?? [], grinding))
}

/** HTML has no other spaces, so a text that differs only in them was not changed there. */
function isSameText(one: string, other: string): boolean {
  return withSingleSpaces(one) === withSingleSpaces(other)
}

function withSingleSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

const FIELDS = Object.values<AnyField>({ ...productFields, ...sizeFields }).filter(({ csv }) => csv)

/** A file without categories does not say whether a weight is the net weight of a coffee. */
function useColumn(cells: Map<string, string>, isCoffee: boolean): void {
  const { label: net } = sizeFields.grams
  const { label: shipping } = sizeFields.shippingGrams
  const other = isCoffee ? shipping : net
  const grams = cells.get(other)
  if (grams === undefined) return
  cells.delete(other)
  cells.set(isCoffee ? net : shipping, grams)
}

/** A product needs a name, so only the signs that cannot be stored are left out of it. */
function fitName({ row, cells, notes }: ReportedLine): void {
  const { label } = productFields.name
  const name = cells.get(label) ?? ''
  const readable = name
    .replace(/[\p{C}\ufffd]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  if (readable === name || readable === '') return
  cells.set(label, readable)
  notes.push(`Row ${row}, ${label}: some letters cannot be read, so it is “${readable.slice(0, 80)}” here`)
}

function fitCell({ row, cells, notes }: ReportedLine, { label, edit, input, fromCell }: AnyField): void {
  const cell = cells.get(label)
  if (cell === undefined) return
  const problem = problemOf(edit, fromCell!, cell)
  if (problem === null) return
  const max = input.as === 'line' || input.as === 'prose' ? input.max : 0
  const short = cell.slice(0, Math.max(0, max - 1)).trim()
  if (cell.length > max && problemOf(edit, fromCell!, `${short}…`) === null) {
    cells.set(label, `${short}…`)
    notes.push(`Row ${row}, ${label}: it was shortened to ${max} characters`)
    return
  }
  cells.delete(label)
  notes.push(`Row ${row}, ${label} “${cell.slice(0, 80)}” is left out: ${problem}`)
}

/** What is wrong with a cell; null if nothing is. */
function problemOf(
  edit: z.ZodMiniType,
  fromCell: NonNullable<AnyField['fromCell']>,
  cell: string,
): string | null {
  if (cell.includes('\ufffd')) return 'Some letters cannot be read'
  try {
    const { error } = edit.safeParse(fromCell(cell))
    return error ? error.issues[0]!.message : null
  } catch (error) {
    return (error as Error).message
  }
}

/** Grinds of the other shop that buyers cannot choose here. */
function grindNotes(grinds: readonly string[], { isOffered, grinds: ours }: Grinding): string[] {
  const ground = grinds.filter((grind) => !isWholeBean(grind) && !/^ground( coffee)?$/i.test(grind))
  if (ground.length === 0) return []
  if (!isOffered) return ['This shop does not grind now. You can offer it under Products, Grinding']
  const known = new Set([WHOLE_BEAN, ...ours].map(spelled))
  const missing = ground.filter((grind) => !known.has(spelled(grind)))
  if (missing.length === 0) return []
  return [
    `Not among the grinds of this shop: ${missing.join(', ')}. You can add them under Products, Grinding`,
  ]
}

function spelled(grind: string): string {
  return plainText(grind).replaceAll(' ', '')
}

/**
 * A new size whose price cannot be read is left out if the product has others; otherwise the product comes in hidden with
 * a price of 0.
 * @returns the fields of the product that follow
 */
export function missingPrices(lines: readonly ReportedLine[], listed: Listed[]): Partial<ProductEdit> {
  const [first] = lines
  const unpriced = listed.filter(({ edit }) => edit.price === undefined)
  if (!first?.isForeign || unpriced.length === 0) return {}
  if (unpriced.length < listed.length) {
    for (const each of unpriced) {
      first.notes.push(`Row ${each.line!.row}: this size has no price, so it does not come in`)
      listed.splice(listed.indexOf(each), 1)
    }
    return {}
  }
  for (const { edit } of unpriced) edit.price = 0
  first.notes.push('It has no price, so it comes in hidden. Enter the price, and put it on sale')
  return { isDraft: true }
}

/** Sizes of another shop's product without a weight: the shop assumes one for the parcel. */
export function weightNotes(
  [first]: readonly ReportedLine[],
  { category }: ProductEdit,
  sizes: readonly SizeRow[],
): string[] {
  if (!first?.isForeign) return []
  const isCoffee = category === COFFEE_BEANS
  const missing = sizes.filter((size) => (isCoffee ? size.grams : size.shipping_grams) === null)
  if (missing.length === 0) return []
  const names = missing.map(labelOf).filter(Boolean).join(', ')
  const field = isCoffee ? sizeFields.grams.label : sizeFields.shippingGrams.label
  return [
    `No weight${names && ` of ${names}`}: parcels count ${WITHOUT_WEIGHT.grams} g for each until you enter “${field}”`,
  ]
}
