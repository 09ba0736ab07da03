/**
 * Reads the product files of other shops as rows of our own file, so that preview, checks and import are the same.
 * Shopify: help.shopify.com, "Using CSV files to import and export products". WooCommerce: its wiki, "Product CSV Import
 * Schema".
 */
import { simplified } from '#shared/resources/cells.ts'
import type { Line } from './sheet-line.ts'
import type { ReportRow } from './foreign-cells.ts'
import { readShopify } from './shopify-sheet.ts'
import { readWooCommerce } from './woocommerce-sheet.ts'

const SHOPS = [
  { source: 'shopify', needs: ['handle', 'title', 'variantprice'], read: readShopify },
  { source: 'woocommerce', needs: ['type', 'name', 'published', 'regularprice'], read: readWooCommerce },
] as const

/** The shop that wrote a file with these columns; undefined for our own file. */
export function shopOf(names: readonly string[]) {
  const head = new Set(names.map(simplified))
  return SHOPS.find(({ needs }) => needs.every((name) => head.has(name)))
}

/**
 * The lines of a file of another shop; null if the file is not of another shop. What cannot be read is reported.
 * @param rows the header first
 */
export function readForeign(rows: string[][], report: ReportRow): Iterable<Line> | null {
  const shop = shopOf(rows[0] ?? [])
  if (!shop) return null
  const head = rows[0]!.map(simplified)
  const foreign = rows.slice(1).flatMap((cells, index) => {
    const get = (column: string) => (cells[head.indexOf(simplified(column))] ?? '').trim()
    return cells.some((cell) => cell.trim() !== '') ? { row: index + 2, get } : []
  })
  return shop.read(foreign, rows[0]!, report)
}
