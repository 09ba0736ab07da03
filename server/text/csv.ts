/** Lists for spreadsheets: RFC 4180, in UTF-8 with a byte order mark, without which Excel guesses the alphabet. */
import { CsvError, parse } from 'csv-parse/sync'

export type Cell = string | number | null

/** The first line of a file: the names of its columns. */
export function csvHead(names: readonly string[]): string {
  return `\ufeff${csvLine(names)}`
}

/** One row. Numbers stay numbers; a text that a spreadsheet would run as a formula is told apart by an apostrophe. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** What a spreadsheet takes for a formula, also behind spaces; a visitor's name may be one. */
const FORMULA = /^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r]/u

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = isToldApart(cell) ? `'${cell}` : cell
  return /[",\r\n;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Looks behind apostrophes, so that `plain` takes away exactly what was put there. */
function isToldApart(text: string): boolean {
  return FORMULA.test(text.replace(/^'+/, ''))
}

/** A file that is no CSV; the message says in words why, and `row` where, counted as a spreadsheet counts. */
export class NotCsv extends Error {
  override name = 'NotCsv'
  readonly row: number

  constructor(row: number, message: string) {
    super(message)
    this.row = row
  }
}

/**
 * The rows of a file, its head first, whatever a spreadsheet made of it: a byte order mark, either line end, commas,
 * semicolons or tabs between cells. Empty rows are there, so that the index tells the row. Throws NotCsv.
 */
export function csvRows(text: string): string[][] {
  const delimiter = delimiterOf(text)
  try {
    const rows = parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: false })
    return rows.map((row) => row.map(plain))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { records } = error as CsvError & { records?: number }
    throw new NotCsv((records ?? 0) + 1, QUOTES[error.code] ?? 'This row cannot be read')
  }
}

const QUOTES: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark is opened here and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'A quotation mark is followed by more text. Double it where it is meant as text',
  INVALID_OPENING_QUOTE:
    'A quotation mark stands within a text. Put the whole cell in quotes, and double those inside',
}

/** What stands most often in the first line outside of quotes. */
function delimiterOf(text: string): string {
  const head = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const often = (delimiter: string) => head.split(delimiter).length
  return [',', ';', '\t'].reduce((best, each) => (often(each) > often(best) ? each : best))
}

/** Takes back what `csvLine` did to a text that looks like a formula. */
function plain(cell: string): string {
  return cell.startsWith("'") && isToldApart(cell) ? cell.slice(1) : cell
}
