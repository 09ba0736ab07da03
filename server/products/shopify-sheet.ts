/** Shopify's product file: a row per variant and per picture. Only the first row of a product has its title and texts. */
import type { Line } from './sheet-line.ts'
import { COFFEE_BEANS } from '#shared/categories.ts'
import { categoryOf, labelFrom, stockOf, textOf, type ForeignRow, type ReportRow } from './foreign-cells.ts'

export function* readShopify(rows: ForeignRow[], _head: string[], report: ReportRow): Generator<Line> {
  const first = new Map<string, { title: string; category: string }>()
  const picturesOf = readPictures(rows)
  for (const foreign of rows) {
    const { row, get } = foreign
    const handle = get('Handle')
    if (handle === '') {
      report(row, 'Handle is required: it says which rows are one product', 'Handle')
      continue
    }
    const isFirst = !first.has(handle)
    if (isFirst) first.set(handle, { title: get('Title'), category: categoryFrom(foreign) })
    // A row with a further picture only.
    if (!isFirst && get('Variant Price') === '' && get('Option1 Value') === '') continue
    const { title: name, category } = first.get(handle)!
    if (name === '') {
      if (isFirst) report(row, 'The first row of a product must have its title', 'Title')
      continue
    }
    const cells = new Map([
      ['Name', name],
      ...sizeCells(foreign, category),
      ...(isFirst ? productCells(foreign, category) : []),
    ])
    const pictures = isFirst ? picturesOf.get(handle) : undefined
    yield {
      row,
      id: '',
      name,
      cells,
      external: { source: 'shopify', id: handle },
      ...(pictures ? { pictures } : {}),
    }
  }
}

/** The addresses of the pictures by handle, in the order of their positions. Each row can have one. */
function readPictures(rows: ForeignRow[]): Map<string, string[]> {
  const found = new Map<string, { url: string; position: number }[]>()
  for (const { row, get } of rows) {
    const url = get('Image Src')
    if (url === '') continue
    const position = Number(get('Image Position')) || row
    const handle = get('Handle')
    found.set(handle, [...(found.get(handle) ?? []), { url, position }])
  }
  return new Map([...found].map(([handle, list]) => [handle, inOrder(list)]))
}

function inOrder(list: readonly { url: string; position: number }[]): string[] {
  return list.toSorted((one, other) => one.position - other.position).map(({ url }) => url)
}

/** The type of the product, or the last word of Shopify's own category, such as 'Food > Coffee'. */
function categoryFrom({ get }: ForeignRow): string {
  return categoryOf(get('Type') || get('Product Category').split('>').at(-1)!.trim())
}

function sizeCells({ get }: ForeignRow, category: string): [string, string][] {
  const grams = category === COFFEE_BEANS ? get('Variant Grams') : ''
  return [
    ['Price', get('Variant Price')],
    ['Count in stock', stockOf(get('Variant Inventory Qty'))],
    ['Size', Number(grams) > 0 ? String(Math.round(Number(grams))) : ''],
    ['Label', labelFrom([1, 2, 3].map((option) => get(`Option${option} Value`)))],
    ['SKU', get('Variant SKU')],
  ]
}

function productCells({ get }: ForeignRow, category: string): [string, string][] {
  const isShown =
    get('Published').toLowerCase() !== 'false' && ['', 'active'].includes(get('Status').toLowerCase())
  return [
    ['Category', category],
    ['Brand', get('Vendor')],
    ['Description', textOf(get('Body (HTML)'))],
    ['In the shop', isShown ? 'On sale' : 'Hidden'],
  ]
}
