/** Reads the cells of files of other shops. */
import { readNumber } from '#shared/kernel/weights.ts'
import { storable } from '#server/kernel/text/csv.ts'
import type { Columns } from './columns.ts'
import { problemOfCell } from './html.ts'
import type { Stock } from './product.ts'

export type ForeignRow = {
  row: number
  /** A cell without spaces around it; empty if there is no such column. */
  get: (column: string) => string
  has: (column: string) => boolean
}
/** Reports a problem in a row of the file. */
export type ReportRow = (row: number, problem: string, column?: string) => void

/** The rows below the header that are not empty. A row with a cell that is too long or too deeply nested is reported. */
export function rowsOf(rows: readonly string[][], columns: Columns, report: ReportRow): ForeignRow[] {
  const has = (column: string) => columns.has(column)
  return rows.slice(1).flatMap((cells, index) => {
    if (!cells.some((cell) => cell.trim() !== '')) return []
    const row = index + 2
    for (const [place, cell] of cells.entries()) {
      const problem = problemOfCell(cell)
      if (!problem) continue
      report(row, problem, rows[0]?.[place])
      return []
    }
    const get = (column: string) => storable(cells[columns.get(column) ?? -1] ?? '').trim()
    return { row, get, has }
  })
}

/** A count in stock. Other shops allow counts below 0, which means nothing is left. */
export function countOf(cell: string): Stock {
  if (/^-\d/.test(cell)) return 0
  const count = Math.floor(readNumber(cell))
  return Number.isNaN(count) ? { unreadable: cell.slice(0, 40) } : count
}

/** An SKU without the apostrophe with which spreadsheets keep a number as text: `'00123`. */
export function skuOf(cell: string): string {
  return cell.replace(/^'(?=\S)/, '').trim()
}

/**
 * A price as in our own file: without a currency, and with two decimals. A text that is no price stays as it is, so that
 * the remark can show it.
 */
export function priceOf(cell: string): string {
  const price = cell.replace(/[$€£¥\s]|\b[A-Z]{3}\b|zł|kr\.?/g, '')
  const number = readNumber(price)
  return price === '' || Number.isNaN(number) ? price : number.toFixed(2)
}

/** Whether a cell says yes: 'true', '1', 'yes'. */
export function isYes(cell: string): boolean {
  return /^(true|1|yes|ja|oui|si|sí|sim|tak)$/i.test(cell)
}
