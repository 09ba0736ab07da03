/** Lists for spreadsheets: RFC 4180, in UTF-8 with a byte order mark, without which Excel guesses the alphabet. */

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
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
