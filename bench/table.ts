/** Prints the table at the end of a run. */

/** The target of a row: the minimum or maximum of the value, or of its ratio to the reference. */
export type Target = { of: 'ratio' | 'figure'; limit: 'at least' | 'at most'; value: number }

export type Row = {
  name: string
  /** One value per round. */
  figures: number[]
  unit: Unit
  /** The values to compare with, one per round. */
  reference?: { name: string; figures: number[]; unit: Unit }
  target?: Target
  /** The known reason for a missed target. */
  reason?: string
}

export type Unit = '/s' | 'ms' | 's' | 'MB'

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** A paragraph for every row that misses its target. */
export function notes(rows: Row[]): string {
  return rows
    .filter((row) => row.target && row.reason && verdict(row, row.target).startsWith('short'))
    .map((row) => `  ${row.name.trim()}, ${verdict(row, row.target!)}: ${row.reason}.\n`)
    .join('')
}

const HEADINGS = ['', 'FRAME', 'compared with', 'ratio', 'target', '']

export function table(rows: Row[]): string {
  const cells = [HEADINGS, ...rows.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  return cells
    .map((row) => row.map((cell, column) => pad(cell, widths[column]!, column)).join('   '))
    .map((line) => `  ${line.trimEnd()}\n`)
    .join('')
}

function cellsOf(row: Row): string[] {
  const { name, figures, unit, reference, target } = row
  const ratio = ratioOf(row)
  return [
    name,
    format(median(figures), unit),
    reference ? `${reference.name} ${format(median(reference.figures), reference.unit)}` : '',
    ratio === null ? '' : ratio.toFixed(2),
    target ? targetText(target, unit) : '',
    target ? verdict(row, target) : '',
  ]
}

/** The median of the ratios of each round, because a slow phase of the machine affects both sides of a ratio. */
export function ratioOf({ figures, reference }: Row): number | null {
  return reference ? median(figures.map((figure, round) => figure / reference.figures[round]!)) : null
}

function targetText({ of, limit, value }: Target, unit: Unit): string {
  return `${limit === 'at least' ? '>=' : '<='} ${of === 'ratio' ? value : format(value, unit)}`
}

function verdict(row: Row, { of, limit, value }: Target): string {
  const found = of === 'ratio' ? ratioOf(row)! : median(row.figures)
  if (Number.isNaN(found)) return 'not measured'
  if (limit === 'at least' ? found >= value : found <= value) return 'ok'
  return `short by ${Math.round(Math.abs(1 - found / value) * 100)}%`
}

function format(value: number, unit: Unit): string {
  if (Number.isNaN(value)) return '?'
  const digits = unit === '/s' || unit === 'MB' ? 0 : 2
  const text = value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return unit === '/s' ? `${text}/s` : `${text} ${unit}`
}

/** Aligns names and verdicts on the left, and values on the right. */
function pad(cell: string, width: number, column: number): string {
  return column === 0 || column === 5 ? cell.padEnd(width) : cell.padStart(width)
}
