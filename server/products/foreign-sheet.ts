/**
 * Reads the product files of other shops as rows of our own file, so that preview, checks and import are the same.
 * Shopify: help.shopify.com, "Using CSV files to import and export products". WooCommerce: its wiki, "Product CSV Import
 * Schema".
 */
import { simplified } from '#shared/resources/cells.ts'
import type { Line } from './sheet-line.ts'
import { problemOfCell, type ForeignRow, type ReportRow } from './foreign-cells.ts'
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
    if (cells.every((cell) => cell.trim() === '')) return []
    const row = index + 2
    for (const [place, cell] of cells.entries()) {
      const problem = problemOfCell(cell)
      if (!problem) continue
      report(row, problem, rows[0]![place])
      return []
    }
    const get = (column: string) => (cells[head.indexOf(simplified(column))] ?? '').trim()
    return { row, get }
  })
  return linesWithoutFailing(shop.read, foreign, rows[0]!, report)
}

/** Rows at which reading may fail before the error is thrown. Each of them starts the reading again. */
const MAX_FAILING = 5

/**
 * The lines that a reader makes of the rows. A row at which the reader fails is reported and left out, and the others are
 * read without it.
 */
function* linesWithoutFailing(
  read: (typeof SHOPS)[number]['read'],
  rows: ForeignRow[],
  head: string[],
  report: ReportRow,
): Generator<Line> {
  const failing = new Set<number>()
  const reported = new Set<string>()
  const yielded = new Set<number>()
  const reportOnce: ReportRow = (row, problem, column) => {
    const key = `${row} ${problem}`
    if (!reported.has(key)) report(row, problem, column)
    reported.add(key)
  }
  for (;;) {
    let current = 0
    const watched = rows
      .filter(({ row }) => !failing.has(row))
      .map(({ row, get }) => ({
        row,
        get: (column: string) => {
          current = row
          return get(column)
        },
      }))
    try {
      for (const line of read(watched, head, reportOnce)) {
        if (yielded.has(line.row)) continue
        yielded.add(line.row)
        yield line
      }
      return
    } catch (error) {
      if (failing.has(current) || failing.size === MAX_FAILING) throw error
      failing.add(current)
      reportOnce(current, 'This row cannot be read')
    }
  }
}
