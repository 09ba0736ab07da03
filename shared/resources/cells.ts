/** Numbers and words as people type them into forms and spreadsheets. */

/** The letters and digits of a name or word, for comparison. */
export function bare(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** A number typed into a form; NaN for what is no number. */
export function numberOf(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed)
}

/** A number in a spreadsheet's cell. Stricter: `1e3` is what a spreadsheet makes of digits that do not fit. */
export function cellNumber(cell: string): number {
  return /^[-+]?\d+(\.\d+)?$/.test(cell) ? Number(cell) : Number.NaN
}

/** Dollars in a cell: `18.5`, `$1,234.50`, and `18,50` as a German spreadsheet writes it. */
export function cellAmount(cell: string): number {
  const amount = cell.replace(/[$\s]/g, '')
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount)) return Number(amount.replaceAll(',', ''))
  return cellNumber(amount.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2'))
}
