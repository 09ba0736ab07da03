/** Parses numbers and names from forms and CSV cells. */

/** A name reduced to lower-case letters and digits, for comparison. */
export function simplified(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** A number typed into a form; NaN if it is not a number. */
export function numberOf(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed)
}

/**
 * A number in a CSV cell; NaN if it is not a number. `1e3` is refused, because spreadsheets write it if a number does
 * not fit into its cell, and its last digits are lost.
 */
export function cellNumber(cell: string): number {
  return /^[-+]?\d+(\.\d+)?$/.test(cell) ? Number(cell) : Number.NaN
}

/**
 * Dollars in a CSV cell: `18.5`, `$1,234.50`, or `18,50` from a spreadsheet with a decimal comma; otherwise NaN. Programs for
 * accounting write negative amounts as `(50.00)` or `50.00-`.
 */
export function cellAmount(cell: string): number {
  const typed = cell.replace(/[$\s]|usd/gi, '')
  const negative = /^\((\d.*)\)$|^(\d.*)-$/.exec(typed)
  const amount = negative ? `-${negative[1] ?? negative[2]}` : typed
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount)) return Number(amount.replaceAll(',', ''))
  return cellNumber(amount.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2'))
}
