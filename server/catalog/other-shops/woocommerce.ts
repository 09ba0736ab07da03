/**
 * WooCommerce's product file: a row per product. The sizes of a product of the type `variable` are rows of the type
 * `variation`, which name it in `Parent` by its SKU or as `id:100`.
 */
import { readNumber } from '#shared/kernel/weights.ts'
import { countOf, priceOf, skuOf, type ForeignRow, type ReportRow } from './cells.ts'
import { textOf, withParagraphs } from './html.ts'
import type { Columns } from './columns.ts'
import type { Option } from './grinds.ts'
import { NOT_ON_SALE, type ForeignProduct, type Stock, type Variant } from './product.ts'

/** Columns that our own file does not have. */
const ITS_OWN = [
  'Regular price',
  'Sale price',
  'Published',
  'Visibility in catalog',
  'Short description',
  'Categories',
  'Images',
  'Parent',
  'Backorders allowed?',
  'Date sale price starts',
]

/** Whether the columns are those of WooCommerce's product file, in any language. */
export function isWooCommerce(columns: Columns): boolean {
  return (
    ITS_OWN.filter((name) => columns.has(name)).length >= 2 &&
    ['ID', 'SKU', 'Name'].some((name) => columns.has(name))
  )
}

/** @param head the names of the columns; that of the weight has its unit */
export function readWooCommerce(
  rows: readonly ForeignRow[],
  report: ReportRow,
  { head, columns }: { head: readonly string[]; columns: Columns },
): ForeignProduct[] {
  const unit = unitOf(head[columns.get('Weight (%s)') ?? -1] ?? '')
  const variations = Map.groupBy(
    rows.filter((row) => typeOf(row) === 'variation'),
    (row) => row.get('Parent'),
  )
  const claimed = new Set<ForeignRow>()
  const products = rows.flatMap((row): ForeignProduct[] => {
    const type = typeOf(row)
    if (type === 'variation') return []
    const own = [variations.get(`id:${row.get('ID')}`), variations.get(row.get('SKU') || '-')]
      .flatMap((list) => list ?? [])
      .toSorted((one, other) => one.row - other.row)
    for (const each of own) claimed.add(each)
    if (type === 'simple') return [productOf(row, [row], unit)]
    if (type !== 'variable')
      report(row.row, `A product of the type ${type || 'nothing'} cannot be imported`, 'Type')
    else if (own.length === 0) report(row.row, 'This product has no variations in the file', 'Type')
    else return [productOf(row, own, unit)]
    return []
  })
  for (const { row } of [...variations.values()].flat().filter((each) => !claimed.has(each)))
    report(row, 'No row of the type variable has this SKU or ID', 'Parent')
  return products
}

/** The type without the marks `virtual` and `downloadable`. Without the column, a parent shows a variation. */
function typeOf({ get, has }: ForeignRow): string {
  if (!has('Type')) return get('Parent') === '' ? 'simple' : 'variation'
  const types = get('Type')
    .toLowerCase()
    .split(',')
    .map((type) => type.trim())
  return types.find((type) => type !== 'virtual' && type !== 'downloadable') ?? ''
}

const UNITS: Record<string, number> = { kg: 1000, g: 1, lbs: 453.592_37, lb: 453.592_37, oz: 28.349_523_125 }

/** The grams of the unit in the name of the column: 'Weight (kg)'. */
function unitOf(name: string): number {
  return UNITS[/\((\w{1,6})\)/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 0
}

/** The SKU that our own export writes where there is none, so that a product is found again. */
const OWN_SKU = /^frame-/

function productOf(row: ForeignRow, variants: readonly ForeignRow[], unit: number): ForeignProduct {
  const { get } = row
  const id = get('ID') || get('SKU')
  const categories = listOf(get('Categories'))
  const isHidden = get('Visibility in catalog').toLowerCase() === 'hidden'
  return {
    row: row.row,
    name: get('Name'),
    ...(id === '' ? {} : { external: { source: 'woocommerce', id } }),
    category: categories[0]!,
    hints: categories.slice(1),
    cells: () => productCells(row, isHidden),
    variants: variants.map((each) => variantOf(each, row, unit)),
    pictures: picturesOf(row),
    notes: [
      ...(isPublished(row) ? [] : [NOT_ON_SALE]),
      ...(isHidden && get('Published') === '1'
        ? ['It is hidden from the catalog there, so it is not on sale here']
        : []),
    ],
  }
}

function variantOf(row: ForeignRow, parent: ForeignRow, unit: number): Variant {
  const { get } = row
  const sku = skuOf(get('SKU'))
  const weight = get('Weight (%s)') || parent.get('Weight (%s)')
  // WooCommerce never separates thousands, so '1,000' kg of a German shop are one kilogram.
  const grams = Math.round(readNumber(weight.replace(',', '.')) * unit)
  const { price, notes } = priceIn(row)
  const stock = stockOf(row, parent)
  if (weight !== '' && Number.isNaN(grams)) notes.push(`The weight “${weight.slice(0, 40)}” cannot be read`)
  if (stock === 0 && /^(1|notify)$/i.test(get('Backorders allowed?')))
    notes.push('It can be ordered there without stock. Here it is sold out until you enter a count')
  return {
    row: row.row,
    options: optionsOf(row, row === parent),
    price,
    stock,
    grams: grams > 0 ? grams : null,
    sku: OWN_SKU.test(sku) ? '' : sku,
    isShared: get('Stock').toLowerCase() === 'parent',
    isOff: row !== parent && get('Published') !== '' && get('Published') !== '1',
    notes,
  }
}

/** The attributes of a variation. Those of a simple product are facts, except for its only size. */
function optionsOf({ get, has }: ForeignRow, isSimple: boolean): Option[] {
  const options: Option[] = []
  for (let number = 1; has(`Attribute ${number} value(s)`) && number < 100; number++) {
    const name = get(`Attribute ${number} name`)
    const values = listOf(get(`Attribute ${number} value(s)`))
    const isOnlySize = name.toLowerCase() === 'size' && values.length === 1
    if (!isSimple || isOnlySize) options.push({ name, value: values.join(', ') })
  }
  return options
}

/** The values of a list. A comma after a backslash is part of a value. */
function listOf(cell: string): string[] {
  return cell.split(/(?<!\\),/).map((value) => value.replaceAll('\\,', ',').trim())
}

/** The regular price. A sale price is a remark, because prices here have none. */
function priceIn({ get }: ForeignRow): { price: string; notes: string[] } {
  const regular = priceOf(get('Regular price'))
  const sale = priceOf(get('Sale price'))
  if (sale === '') return { price: regular, notes: [] }
  if (regular === '')
    return { price: sale, notes: [`It has only a sale price there, and $${sale} is the price here`] }
  const days = [get('Date sale price starts'), get('Date sale price ends')].map((day) => day.slice(0, 10))
  const when = [days[0] && `from ${days[0]}`, days[1] && `until ${days[1]}`].filter(Boolean).join(' ')
  return {
    price: regular,
    notes: [
      `The sale price of $${sale}${when && ` (${when})`} does not come in. The price here is the regular one, $${regular}`,
    ],
  }
}

/** WooCommerce says whether a product without a count is in stock. */
function stockOf(row: ForeignRow, parent: ForeignRow): Stock {
  const cell = row.get('Stock').toLowerCase() === 'parent' ? parent.get('Stock') : row.get('Stock')
  if (cell !== '') return countOf(cell)
  if (row.get('In stock?') === '0') return 0
  return row.has('Stock') || row.get('In stock?') !== '' ? 'untracked' : 'unknown'
}

/** The addresses of the pictures. A comma within an address is not followed by a space. */
function picturesOf({ get }: ForeignRow): string[] {
  return get('Images')
    .split(/,\s+|,(?=https?:)/)
    .map((url) => url.trim())
    .filter(Boolean)
}

/** Whether the product is public there. A file with a few columns does not say, and then it is. */
function isPublished({ get }: ForeignRow): boolean {
  return ['1', ''].includes(get('Published'))
}

function productCells(row: ForeignRow, isHidden: boolean): [string, string][] {
  const { get } = row
  const published = get('Published')
  const isShown = isPublished(row) && !isHidden
  return [
    [
      'Description',
      textOf(withParagraphs((get('Description') || get('Short description')).replaceAll('\\n', '\n'))),
    ],
    ['In the shop', isShown ? (published === '' ? '' : 'On sale') : 'Hidden'],
  ]
}
