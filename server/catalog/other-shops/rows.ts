/**
 * Reads the rows of files of other shops: finds the columns by their names, which differ by version and language, and reads
 * their cells. A `Line` is a row of our own file.
 */
import { readNumber } from '#shared/kernel/weights.ts'
import { storable } from '#server/kernel/text/csv.ts'
import { problemOfCell } from './html.ts'
import type { ForeignSource } from '#shared/platform/import-sources.ts'

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

/**
 * How many pieces the other shop has. `untracked`: it sells the product without counting. `unknown`: the file does not
 * say.
 */
export type Stock = number | 'untracked' | 'unknown' | { unreadable: string }

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

/** The places of columns by their first known name, with its number: 'Option1 Name', 'Attribute 2 name'. */
export type Columns = ReadonlyMap<string, number>

/**
 * Returns a function that finds the columns with these names in a header. In a name, `%d` matches a number, and `%s` a unit
 * in parentheses. Spaces, punctuation and capitals do not matter. If two columns have one meaning, the first one counts.
 * @param names the name that the reader uses, and all names of the column in files
 */
export function columnsOf(names: readonly (readonly [string, readonly string[]])[]) {
  const known = new Map(names.flatMap(([name, all]) => all.map((each) => [folded(each), name] as const)))
  return (head: readonly string[]): Columns => {
    const found = new Map<string, number>()
    for (const [place, cell] of head.entries()) {
      const numbers = cell.match(/\d{1,3}/g) ?? []
      const general = cell.replace(/\d{1,3}/g, '%d')
      const name =
        known.get(folded(general)) ?? known.get(folded(general.replace(/\([a-z]{1,6}\)\s*$/i, '(%s)')))
      if (name === undefined || numbers.length > 1) continue
      const own = name.replace('%d', numbers[0] ?? '')
      if (!found.has(own)) found.set(own, place)
    }
    return found
  }
}

/** A name for comparison: letters and numbers of any script. A question mark tells 'In stock?' from 'In stock'. */
function folded(name: string): string {
  return name
    .slice(0, 120)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%?]/gu, '')
}

/** One row of a file with products: a size of a product. */
export type Line = {
  row: number
  id: string
  name: string
  /** The product in another shop, for a file from there. */
  external?: { source: ForeignSource; id: string }
  /** The addresses of pictures in the other shop. */
  pictures?: string[]
  /** Set if a preview said that the line creates a product: a product of this name that was imported since is another one. */
  asNew?: boolean
  /**
   * True for a row of another shop's export. Owners do not edit such a file, so a cell that cannot be read is left out, with
   * a remark.
   */
  isForeign?: boolean
  /** Remarks for the preview. */
  notes?: string[]
  /** For a size that the import creates: further cells, and further remarks. */
  whenNew?: { cells: Record<string, string>; notes: string[] }
  /** Set if the other shop does not sell this size: it is not created, and an existing one has a count of 0. */
  isOff?: boolean
  /** The grinds that the other shop offers. */
  grinds?: string[]
  /** Keyed by column name. */
  cells: Map<string, string>
}
