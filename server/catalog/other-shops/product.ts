/** A product of another shop with its variants, and the lines of our own file that it becomes: one per size. */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { counted } from '#shared/kernel/counts.ts'
import { MAX_SIZES } from '#shared/catalog/api/product-edit.ts'
import { isWholeBean, partGrinds, type Option, type Parted } from './grinds.ts'
import type { Line, Stock } from './rows.ts'
import { sizeFields } from '#shared/catalog/resources/product-size.ts'
import { readNumber, toGrams, type WeightUnit } from '#shared/kernel/weights.ts'

export type Variant = {
  row: number
  options: Option[]
  /** As in the file; empty if there is none. */
  price: string
  stock: Stock
  /** In grams; null if the file does not say. */
  grams: number | null
  sku: string
  /** Whether the stock is that of all variants of the product together. */
  isShared?: boolean
  /** Whether the other shop does not sell this variant. */
  isOff: boolean
  notes: string[]
}

export type ForeignProduct = {
  row: number
  external?: Line['external']
  name: string
  /** The category there, for `categoriesOf`. */
  category: string
  hints: string[]
  /** The cells of the product. A missing cell leaves the field as it is. Called once, because it converts HTML. */
  cells: () => [string, string][]
  variants: Variant[]
  pictures: string[]
  notes: string[]
}

/** The remark about a product that the other shop has switched off. */
export const NOT_ON_SALE = 'It is not on sale there, so it is not on sale here'

/** Whether an option of the product is a grind. */
export function hasGrinds({ variants }: ForeignProduct): boolean {
  return partGrinds(variants.map(({ options }) => options)) !== null
}

/** The pieces with which a product begins that the other shop sells without counting. */
const UNCOUNTED = 100

/**
 * The lines of a product, one per size.
 * @param category ours
 * @param kept the labels that the product has here. If all its variants are among them, they stay sizes
 */
export function* linesOf(
  product: ForeignProduct,
  category: string,
  kept: ReadonlySet<string> = new Set(),
): Generator<Line> {
  const isCoffee = category === COFFEE_BEANS
  const options = product.variants.map((variant) => variant.options)
  const isKept = options.every((each) => kept.has(labelFrom(each)))
  const parted = isCoffee && !isKept ? partGrinds(options) : null
  const all = sizesOf(product.variants, parted ?? options.map((each) => ({ options: each, grind: '' })))
  const sizes = all.slice(0, MAX_SIZES)
  const isAllOff = product.variants.every(({ isOff }) => isOff)
  const isWholeOnly = parted?.every(({ grind }) => isWholeBean(grind)) ?? false
  const notes = [
    ...product.notes,
    ...(parted ? grindNotes(sizes) : []),
    ...sharedNotes(sizes),
    ...(all.length > sizes.length
      ? [`It has ${all.length} sizes there. The first ${MAX_SIZES} come in`]
      : []),
    ...(isAllOff ? ['Every variant is switched off there, so it is not on sale here'] : []),
  ]
  const labels = uniqueLabels(sizes.map(({ label }) => label))
  const skus = uniqueSkus(sizes)
  for (const [index, size] of sizes.entries()) {
    const isFirst = index === 0
    const { label, notes: labelNotes } = labels[index]!
    const { sku, notes: skuNotes } = skus[index]!
    const own = [...(isFirst ? notes : []), ...labelNotes, ...notesOf(size), ...skuNotes]
    const cells = [
      ['Name', product.name],
      ...(isFirst ? product.cells() : []),
      ...(isFirst && product.category !== '' ? [['Category', category]] : []),
      ...(isFirst && isAllOff ? [['In the shop', 'Hidden']] : []),
      ...sizeCells(size, { label, sku }, isCoffee),
    ].filter(([, cell]) => cell !== '') as [string, string][]
    const { cells: newCells, notes: newNotes } = stockWhenNew(size)
    const ofNew = isFirst
      ? { Category: category, ...(isWholeOnly ? { Grinding: 'Whole bean only' } : {}) }
      : {}
    yield {
      row: size.variants[0]!.row,
      id: '',
      name: product.name,
      isForeign: true,
      cells: new Map(cells),
      notes: own,
      whenNew: {
        cells: { ...newCells, ...ofNew },
        notes: [...newNotes, ...(isFirst && isWholeOnly ? [ONLY_WHOLE] : [])],
      },
      ...(product.external ? { external: product.external } : {}),
      ...(isFirst && product.pictures.length > 0 ? { pictures: product.pictures } : {}),
      ...(size.isOff && !isAllOff ? { isOff: true } : {}),
      ...(isFirst && parted ? { grinds: grindsOf(sizes) } : {}),
    }
  }
}

const ONLY_WHOLE = 'It is sold only as whole bean there, so here too'

/** Variants that are one size here, the most important one first. */
type Size = { label: string; grinds: string[]; variants: Variant[]; stock: Stock; isOff: boolean }

function sizesOf(variants: readonly Variant[], parted: readonly Parted[]): Size[] {
  const groups = Map.groupBy(variants.keys(), (index) => labelFrom(parted[index]!.options))
  // A variant that is sold comes before one that is not, and whole bean before the other grinds.
  const rank = (index: number) =>
    (variants[index]!.isOff ? 2 : 0) + (isWholeBean(parted[index]!.grind) ? 0 : 1)
  return [...groups].map(([label, indexes]) => {
    const sorted = indexes.toSorted((one, other) => rank(one) - rank(other))
    const own = sorted.map((index) => variants[index]!)
    const sold = own.filter(({ isOff }) => !isOff)
    const stocked = sold.length > 0 ? sold : own
    const shared = stocked.findIndex(({ isShared }) => isShared)
    return {
      label,
      grinds: sorted.map((index) => parted[index]!.grind),
      variants: own,
      stock: sumOf(
        stocked.filter(({ isShared }, index) => !isShared || index === shared).map(({ stock }) => stock),
      ),
      isOff: sold.length === 0,
    }
  })
}

/** The pieces of all variants. What the other shop does not count, is not counted. */
function sumOf(stocks: readonly Stock[]): Stock {
  if (stocks.includes('untracked')) return 'untracked'
  const counts = stocks.filter((stock) => typeof stock === 'number')
  if (counts.length < stocks.length) return stocks.find((stock) => typeof stock !== 'number')!
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Labels and SKUs are those here, which may differ from those there. */
function sizeCells(
  { variants, stock, isOff }: Size,
  { label, sku }: { label: string; sku: string },
  isCoffee: boolean,
): [string, string][] {
  const grams = variants.find((each) => each.grams !== null)?.grams ?? (isCoffee ? weightIn(label) : null)
  return [
    ['Price', variants.find(({ price }) => price !== '')?.price ?? ''],
    ['Count in stock', isOff ? '0' : typeof stock === 'number' ? String(stock) : ''],
    [isCoffee ? 'Size' : 'Shipping weight', grams === null ? '' : String(grams)],
    ['Label', label],
    ['SKU', sku],
  ]
}

function stockWhenNew({ stock, label, isOff }: Size): { cells: Record<string, string>; notes: string[] } {
  if (isOff || typeof stock === 'number') return { cells: {}, notes: [] }
  const size = label === '' ? 'It' : label
  if (stock === 'untracked')
    return {
      cells: { 'Count in stock': String(UNCOUNTED) },
      notes: [`${size} is not counted there, so it comes in with ${UNCOUNTED} in stock. Enter your count`],
    }
  const why = stock === 'unknown' ? 'The file has no count' : `The count “${stock.unreadable}” cannot be read`
  return {
    cells: {},
    notes: [`${why}, so ${size === 'It' ? 'it' : size} comes in with 0 in stock. Enter your count`],
  }
}

function notesOf({ variants, grinds, label, isOff }: Size): string[] {
  const notes = [...new Set(variants.flatMap((variant) => variant.notes))].map((note) =>
    label === '' ? note : `${label}: ${note}`,
  )
  const name = label === '' ? 'This size' : label
  if (isOff) notes.push(`${name} is switched off there, so it is not sold here`)
  if (variants.length > 1 && grinds.every((grind) => grind === ''))
    notes.push(
      `Rows ${variants.map(({ row }) => row).join(', ')} are the same size, so their stock is added up`,
    )
  const prices = new Set(
    variants.filter((variant) => !variant.isOff && variant.price !== '').map(({ price }) => price),
  )
  if (prices.size > 1)
    notes.push(
      `${name} has several prices there (${[...prices].join(', ')}). Here every grind costs ${[...prices][0]}`,
    )
  return notes
}

/** The SKU of each size. One that several sizes have stays with the first of them. */
function uniqueSkus(sizes: readonly Size[]): { sku: string; notes: string[] }[] {
  const taken = new Set<string>()
  return sizes.map(({ variants: [first] }) => {
    const { sku } = first!
    if (sku !== '' && taken.has(sku))
      return { sku: '', notes: [`Several sizes have the SKU ${sku} there. Here the first one keeps it`] }
    taken.add(sku)
    return { sku, notes: [] }
  })
}

function grindNotes(sizes: readonly Size[]): string[] {
  const [first] = sizes
  const variants = sizes.reduce((sum, size) => sum + size.variants.length, 0)
  if (variants === sizes.length) return []
  const off = sizes.flatMap((size) => (size.isOff ? [] : size.variants.filter(({ isOff }) => isOff))).length
  return [
    `${counted(variants, 'variant')} become ${counted(sizes.length, 'size')}, because the grind is chosen in the cart here (there: ${grindsOf(sizes).join(', ')}). The stock of the grinds is added up, and the SKU is that of ${first!.grinds[0]}`,
    ...(off > 0 ? [`${counted(off, 'variant')} switched off there: not counted in the stock`] : []),
  ]
}

/** A remark on sizes that share one stock there. Here each has a count of its own, so together they would be sold too often. */
function sharedNotes(sizes: readonly Size[]): string[] {
  const sharing = sizes.filter(({ variants }) => variants.some(({ isShared }) => isShared))
  const [first] = sharing
  if (sharing.length < 2 || typeof first!.stock !== 'number') return []
  return [
    `Its sizes share a stock of ${first!.stock} there. Here each comes in with ${first!.stock}: correct the counts`,
  ]
}

/** The grinds that the other shop sells. */
function grindsOf(sizes: readonly Size[]): string[] {
  const sold = sizes.flatMap(({ grinds, variants }) => grinds.filter((_, index) => !variants[index]!.isOff))
  return [...new Set(sold)].filter(Boolean)
}

/** The options of a size as its label, such as '12 oz / Red'. */
function labelFrom(options: readonly Option[]): string {
  return options
    .map(({ value }) => value)
    .filter((value) => value !== '' && value !== 'Default Title')
    .join(' / ')
}

const WEIGHTS = /(\d[\d.,]{0,8}|\d\/\d)\s{0,2}(oz|ounces?|lbs?|pounds?|kgs?|kilos?|g|gr|grams?|gramm)\b/gi
const UNITS: Record<string, WeightUnit> = { o: 'oz', l: 'lb', p: 'lb', k: 'kg', g: 'g' }
/** The part by which two weights of a label may differ that are one weight in two units: '12 oz (340 g)'. */
const TOLERANCE = 0.04

/** '12 oz bag' and '12 oz (340 g)' as grams; null if the label names no weight, several, or further numbers: '3 x 250 g'. */
function weightIn(label: string): number | null {
  const [first, ...others] = [...label.matchAll(WEIGHTS)].map(([, number = '', unit = '']) => {
    const [part = '', parts = '1'] = number.split('/')
    return toGrams(readNumber(part) / Number(parts), UNITS[unit[0]!.toLowerCase()]!)
  })
  const isOne =
    first !== undefined &&
    others.every((grams) => Math.abs(grams - first) <= TOLERANCE * first) &&
    !/\d/.test(label.replace(WEIGHTS, ''))
  return isOne && first > 0 && Number.isFinite(first) ? first : null
}

const MAX = sizeFields.label.input.max

/** Labels that fit, and are different if they were before. A shortened label has a remark. */
function uniqueLabels(labels: readonly string[]): { label: string; notes: string[] }[] {
  const taken = new Set(labels.filter((label) => label.length <= MAX))
  return labels.map((long) => {
    if (long.length <= MAX) return { label: long, notes: [] }
    for (let number = 1; ; number++) {
      const end = number === 1 ? '…' : `… ${number}`
      const label = `${long.slice(0, MAX - end.length).trim()}${end}`
      if (taken.has(label)) continue
      taken.add(label)
      return {
        label,
        notes: [`The label “${long.slice(0, 200)}” is longer than ${MAX} characters. Here it is “${label}”`],
      }
    }
  })
}
