/** Parses a CSV file of products into rows of named cells, and collects its problems. */
import { MAX_ROWS, type ImportReport } from '#shared/api/product-admin.ts'
import { csvRows, NotCsv } from '../text/csv.ts'
import { columnNamed, COLUMNS, type SheetColumn } from './sheet.ts'

export type Problem = ImportReport['problems'][number]

/** Reports a problem in a column. */
export type ReportProblem = (column: string, problem: string) => void

/** One row of the file. */
export type Line = {
  row: number
  id: string
  name: string
  /** Keyed by column name. */
  cells: Map<string, string>
}

/** The non-empty rows below the header. What cannot be read is added to `problems`. */
export function readSheet(file: string, problems: Problem[]): Line[] {
  const refuse = (row: number, problem: string, column = '') => {
    problems.push({ row, column, value: '', problem })
    return []
  }
  let rows: string[][]
  try {
    rows = csvRows(file)
  } catch (error) {
    if (error instanceof NotCsv) return refuse(error.row, error.message)
    throw error
  }
  const head = readHeader(rows[0] ?? [], (column, problem) => void refuse(1, problem, column))
  if (problems.length > 0) return []
  const filled = rows.slice(1).filter(isFilled).length
  if (filled > MAX_ROWS) return refuse(1, `There are ${filled} rows, ${MAX_ROWS} at most. Split the file`)
  if (filled === 0) return refuse(1, 'There is no row below the column names')
  return rows.flatMap((cells, index) => {
    if (index === 0 || !isFilled(cells)) return []
    const row = index + 1
    if (cells.length > head.length && isFilled(cells.slice(head.length)))
      return refuse(row, `This row has ${cells.length} cells, but there are ${head.length} columns`)
    const named = new Map(head.map(({ name }, place) => [name, (cells[place] ?? '').trim()]))
    return { row, id: named.get('ID') ?? '', name: named.get('Name') ?? '', cells: named }
  })
}

function isFilled(cells: string[]): boolean {
  return cells.some((cell) => cell.trim() !== '')
}

function readHeader(cells: string[], report: ReportProblem): SheetColumn[] {
  // Spreadsheet programs may add empty columns at the end.
  const names = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
  const head = names.flatMap((cell) => {
    const column = columnNamed(cell)
    if (!column) report(cell.trim().slice(0, 80), `There is no such column. The columns are: ${NAMES}`)
    return column ?? []
  })
  const twice = head.find((column, index) => head.indexOf(column) !== index)
  if (twice) report(twice.name, 'This column appears twice')
  if (!head.some(({ name }) => name === 'ID' || name === 'Name'))
    report('', `The first row must name the columns, among them ID or Name. The columns are: ${NAMES}`)
  return head
}

const NAMES = COLUMNS.map(({ name }) => name).join(', ')
