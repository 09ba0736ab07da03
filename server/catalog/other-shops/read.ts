/**
 * Reads the product files of other shops as rows of our own file, so that preview, checks and import are the same.
 * Shopify: help.shopify.com, "Using CSV files to import and export products". WooCommerce: its wiki, "Product CSV Import
 * Schema".
 */
import type { ForeignSource } from '#shared/platform/import-sources.ts'
import { categoriesOf, type FileCategory, type Known } from './categories.ts'
import { rowsOf, type Line, type ReportRow } from './rows.ts'
import { linesOf, type ForeignProduct } from './product.ts'
import { isShopify, readShopify, shopifyColumns } from './shopify.ts'
import { isWooCommerce, readWooCommerce, wooColumns } from './woocommerce.ts'

/** The shop that wrote a file with these columns; null for our own file. */
export function sourceOf(head: readonly string[]): ForeignSource | null {
  if (isShopify(shopifyColumns(head))) return 'shopify'
  return isWooCommerce(wooColumns(head)) ? 'woocommerce' : null
}

export type ForeignFile = {
  categories: FileCategory[]
  /** The lines of the products, each of which converts the HTML of its product. */
  lines: Iterable<Line>
}

/**
 * The products of a file of another shop. What belongs to no product is reported.
 * @param rows the header first
 */
export function readForeign(
  source: ForeignSource,
  rows: readonly string[][],
  report: ReportRow,
  { choices, labels }: Known,
): ForeignFile {
  const products = productsOf(source, rows, report)
  const categories = categoriesOf(products, choices)
  const ours = new Map(categories.map(({ name, category }) => [name, category]))
  return { categories, lines: linesOfAll(products, report, ours, labels) }
}

function productsOf(source: ForeignSource, rows: readonly string[][], report: ReportRow): ForeignProduct[] {
  const head = rows[0] ?? []
  if (source === 'shopify') return readShopify(rowsOf(rows, shopifyColumns(head), report), report)
  const columns = wooColumns(head)
  return readWooCommerce(rowsOf(rows, columns, report), report, { head, columns })
}

/** A product whose lines cannot be made is reported, and the others are read. */
function* linesOfAll(
  products: readonly ForeignProduct[],
  report: ReportRow,
  ours: ReadonlyMap<string, string>,
  labels: Known['labels'],
): Generator<Line> {
  for (const product of products) {
    let lines: Line[] = []
    try {
      lines = [...linesOf(product, ours.get(product.category)!, labels.get(product.name))]
    } catch {
      report(product.row, 'This row cannot be read')
    }
    yield* lines
  }
}
