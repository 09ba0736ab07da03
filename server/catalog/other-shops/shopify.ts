/** Shopify's product file: a row per variant and per picture. Only the first row of a product has its title and texts. */
import { readNumber } from '#shared/kernel/weights.ts'
import {
  columnsOf,
  countOf,
  isYes,
  priceOf,
  skuOf,
  type Columns,
  type ForeignRow,
  type ReportRow,
  type Stock,
} from './rows.ts'
import { textOf } from './html.ts'
import type { Option } from './grinds.ts'
import { NOT_ON_SALE, type ForeignProduct, type Variant } from './product.ts'

const NO = /^(false|no|0)$/i

/** Whether the columns are those of Shopify's product file. */
export function isShopify(columns: Columns): boolean {
  const others = ['Title', 'Variant Price', 'Variant SKU', 'Body (HTML)', 'Variant Inventory Qty', 'Status']
  return columns.has('Handle') && others.some((name) => columns.has(name))
}

export function readShopify(rows: readonly ForeignRow[], report: ReportRow): ForeignProduct[] {
  const groups = new Map<string, ForeignRow[]>()
  for (const row of rows) {
    const handle = row.get('Handle')
    if (handle === '') report(row.row, 'Handle is required: it says which rows are one product', 'Handle')
    else if (groups.has(handle)) groups.get(handle)!.push(row)
    else groups.set(handle, [row])
  }
  return [...groups].map(([handle, own]) => productOf(handle, own))
}

function productOf(handle: string, rows: readonly ForeignRow[]): ForeignProduct {
  const [first] = rows
  const category = first!.get('Type') || first!.get('Product Category')
  const names = [1, 2, 3].map(
    (number) => rows.find((row) => row.get(`Option${number} Name`) !== '')?.get(`Option${number} Name`) ?? '',
  )
  const isGiftCard = isYes(first!.get('Gift Card'))
  return {
    row: first!.row,
    external: { source: 'shopify', id: handle },
    name: first!.get('Title'),
    category,
    hints: [first!.get('Product Category')],
    cells: () => productCells(first!, isGiftCard),
    variants: rows.filter(isVariant).map((row) => variantOf(row, names)),
    pictures: picturesOf(rows),
    notes: [
      ...(isGiftCard
        ? ['This is a gift card there, so it comes in hidden. Gift cards have their own page here']
        : isShown(first!)
          ? []
          : [NOT_ON_SALE]),
      ...(NO.test(first!.get('Variant Requires Shipping')) && !isGiftCard
        ? ['It needs no shipping there. Here every product is shipped or picked up']
        : []),
    ],
  }
}

/** A row with a further picture only is no variant. */
function isVariant({ get }: ForeignRow, index: number): boolean {
  return index === 0 || ['Variant Price', 'Option1 Value', 'Variant SKU'].some((name) => get(name) !== '')
}

function variantOf(row: ForeignRow, names: readonly string[]): Variant {
  const { get } = row
  const price = priceOf(get('Variant Price'))
  const before = priceOf(get('Variant Compare At Price'))
  const isReduced = readNumber(before) > readNumber(price)
  const stock = stockOf(row)
  const notes = isReduced
    ? [`It is reduced there from $${before} to $${price}. The price here is $${price}`]
    : []
  if (stock === 0 && /^(continue|true)$/i.test(get('Variant Inventory Policy')))
    notes.push('It can be ordered there without stock. Here it is sold out until you enter a count')
  const options = names.map((name, index): Option => ({ name, value: get(`Option${index + 1} Value`) }))
  const grams = Math.round(readNumber(get('Variant Grams')))
  return {
    row: row.row,
    options,
    price,
    stock,
    grams: grams > 0 ? grams : null,
    sku: skuOf(get('Variant SKU')),
    isOff: false,
    notes: [...notes, ...unreadableWeight(get('Variant Grams'), grams)],
  }
}

function unreadableWeight(cell: string, grams: number): string[] {
  return cell !== '' && Number.isNaN(grams) ? [`The weight “${cell.slice(0, 40)}” cannot be read`] : []
}

/** An empty tracker means that Shopify does not count the variant. */
function stockOf({ get, has }: ForeignRow): Stock {
  if (has('Variant Inventory Tracker') && get('Variant Inventory Tracker') === '') return 'untracked'
  const cell = get('Variant Inventory Qty')
  return cell === '' ? 'unknown' : countOf(cell)
}

/** The addresses of the pictures, in the order of their positions. Each row can have one. */
function picturesOf(rows: readonly ForeignRow[]): string[] {
  return rows
    .flatMap(({ row, get }) => {
      const url = get('Image Src')
      return url === '' ? [] : { url, position: Number(get('Image Position')) || row }
    })
    .toSorted((one, other) => one.position - other.position)
    .map(({ url }) => url)
}

/** Whether the product is on sale there. A file with a few columns does not say, and then it is. */
function isShown({ get }: ForeignRow): boolean {
  const isPublished = !NO.test(get('Published'))
  return isPublished && ['', 'active'].includes(get('Status').toLowerCase())
}

function productCells(row: ForeignRow, isGiftCard: boolean): [string, string][] {
  const { get } = row
  const isKnown = get('Published') !== '' || get('Status') !== ''
  return [
    ['Brand', get('Vendor')],
    ['Description', textOf(get('Body (HTML)'))],
    ['In the shop', isShown(row) && !isGiftCard ? (isKnown ? 'On sale' : '') : 'Hidden'],
  ]
}

/**
 * The columns of the file: the name of today's exports after the one of older exports, which this shop writes too
 * (help.shopify.com, "Using CSV files to import and export products").
 */
export const shopifyColumns = columnsOf([
  ['Handle', ['Handle', 'URL handle']],
  ['Title', ['Title']],
  ['Body (HTML)', ['Body (HTML)', 'Body HTML', 'Description']],
  ['Vendor', ['Vendor']],
  ['Type', ['Type', 'Product type', 'Custom Product Type']],
  ['Product Category', ['Product Category', 'Standard Product Type', 'Standardized Product Type']],
  ['Published', ['Published', 'Published on online store']],
  ['Status', ['Status']],
  ['Option%d Name', ['Option%d Name', 'Option %d Name']],
  ['Option%d Value', ['Option%d Value', 'Option %d Value']],
  ['Variant SKU', ['Variant SKU', 'SKU']],
  ['Variant Grams', ['Variant Grams', 'Weight value (grams)', 'Weight (grams)']],
  ['Variant Inventory Tracker', ['Variant Inventory Tracker', 'Inventory tracker']],
  ['Variant Inventory Qty', ['Variant Inventory Qty', 'Variant Inventory Quantity', 'Inventory quantity']],
  ['Variant Inventory Policy', ['Variant Inventory Policy', 'Continue selling when out of stock']],
  ['Variant Price', ['Variant Price', 'Price']],
  ['Variant Compare At Price', ['Variant Compare At Price', 'Compare-at price']],
  ['Variant Requires Shipping', ['Variant Requires Shipping', 'Requires shipping']],
  ['Image Src', ['Image Src', 'Product image URL']],
  ['Image Position', ['Image Position']],
  ['Gift Card', ['Gift Card']],
])
