/**
 * WooCommerce's product file: a row per product. The sizes of a product of the type `variable` are rows of the type
 * `variation`, which name it in `Parent` by its SKU or as `id:100`.
 */
import type { Line } from './sheet-line.ts'
import { COFFEE_BEANS } from '#shared/categories.ts'
import { categoryOf, labelFrom, stockOf, textOf, type ForeignRow, type ReportRow } from './foreign-cells.ts'

export function* readWooCommerce(rows: ForeignRow[], head: string[], report: ReportRow): Generator<Line> {
  const parents = new Map<string, ForeignRow>()
  for (const each of rows.filter((row) => typeOf(row) === 'variable')) {
    parents.set(`id:${each.get('ID')}`, each)
    if (each.get('SKU')) parents.set(each.get('SKU'), each)
  }
  const weight = weightIn(head)
  /** The parents that a variation has named so far. Only the first row of a product has its fields. */
  const seen = new Set<ForeignRow>()
  for (const each of rows) {
    const type = typeOf(each)
    if (type === 'variable') continue
    if (type !== 'simple' && type !== 'variation') {
      report(each.row, `A product of the type ${type || 'nothing'} cannot be imported`, 'Type')
      continue
    }
    const product = type === 'simple' ? each : parents.get(each.get('Parent'))
    if (!product) {
      report(each.row, 'No row of the type variable has this SKU or ID', 'Parent')
      continue
    }
    const name = product.get('Name')
    const isFirst = !seen.has(product)
    const fields = isFirst ? productCells(product) : []
    const pictures = isFirst ? picturesOf(product) : []
    seen.add(product)
    const id = product.get('ID') || product.get('SKU')
    yield {
      row: each.row,
      id: '',
      name,
      cells: new Map([['Name', name], ...sizeCells(each, product, weight), ...fields]),
      ...(id === '' ? {} : { external: { source: 'woocommerce', id } }),
      ...(pictures.length > 0 ? { pictures } : {}),
    }
  }
  for (const parent of new Set(parents.values()))
    if (!seen.has(parent)) report(parent.row, 'This product has no variations in the file', 'Type')
}

/** The addresses of the pictures. A comma within an address is not followed by a space. */
function picturesOf({ get }: ForeignRow): string[] {
  return get('Images')
    .split(/,\s+|,(?=https?:)/)
    .map((url) => url.trim())
    .filter(Boolean)
}

/** The type without the marks `virtual` and `downloadable`. */
function typeOf({ get }: ForeignRow): string {
  const types = get('Type')
    .split(',')
    .map((type) => type.trim())
  return types.find((type) => type !== 'virtual' && type !== 'downloadable') ?? ''
}

type Weight = { column: string; grams: number }

const UNITS: Record<string, number> = { kg: 1000, g: 1, lbs: 453.592_37, lb: 453.592_37, oz: 28.349_523_125 }

/** The column of the weight, whose name has the unit: 'Weight (kg)'. */
function weightIn(head: string[]): Weight {
  const column = head.find((name) => /^\s*weight \(/i.test(name)) ?? ''
  return { column, grams: UNITS[/\((\w+)\)/.exec(column)?.[1]?.toLowerCase() ?? ''] ?? 0 }
}

/** The first category, without those above it: 'Coffee > Beans, Gifts' is Beans. */
function categoryFrom({ get }: ForeignRow): string {
  return categoryOf(get('Categories').split(',')[0]!.split('>').at(-1)!.trim())
}

function sizeCells(row: ForeignRow, parent: ForeignRow, weight: Weight): [string, string][] {
  const isBeans = categoryFrom(parent) === COFFEE_BEANS
  const heavy = weight.column ? row.get(weight.column) || parent.get(weight.column) : ''
  const grams = isBeans ? Math.round(Number(heavy) * weight.grams) : 0
  const options = row === parent ? [] : [1, 2, 3].map((n) => row.get(`Attribute ${n} value(s)`))
  // A product without stock management is in stock or not.
  const stock = row.get('Stock') === 'parent' ? parent.get('Stock') : row.get('Stock')
  return [
    ['Price', row.get('Regular price')],
    ['Count in stock', stockOf(stock)],
    ['Size', grams > 0 ? String(grams) : ''],
    ['Label', labelFrom(options)],
    ['SKU', row.get('SKU')],
  ]
}

function productCells(row: ForeignRow): [string, string][] {
  const { get } = row
  return [
    ['Category', categoryFrom(row)],
    ['Description', textOf(get('Description').replaceAll('\\n', '\n') || get('Short description'))],
    ['In the shop', get('Published') === '1' ? 'On sale' : 'Hidden'],
  ]
}
