/** Parses a CSV file of products into rows of named cells, and collects its problems. */
import { MAX_ROWS, type ImportReport } from '#shared/api/product-admin.ts'
import { csvRows, NotCsv } from '../text/csv.ts'
import { readForeign } from './foreign-sheet.ts'
import type { Line } from './sheet-line.ts'
import { columnNamed, COLUMNS, type SheetColumn } from './sheet.ts'

export type Problem = ImportReport['problems'][number]

/** Reports a problem in a column. */
export type ReportProblem = (column: string, problem: string) => void

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
  const filled = rows.slice(1).filter(isFilled).length
  if (filled > MAX_ROWS) return refuse(1, `There are ${filled} rows, ${MAX_ROWS} at most. Split the file`)
  const foreign = readForeign(rows, (row, problem, column) => void refuse(row, problem, column))
  if (foreign) return foreign.length > 0 || problems.length > 0 ? foreign : refuse(1, NOTHING)
  const head = readHeader(rows[0] ?? [], (column, problem) => void refuse(1, problem, column))
  if (problems.length > 0) return []
  if (filled === 0) return refuse(1, NOTHING)
  return rows.flatMap((cells, index) => {
    if (index === 0 || !isFilled(cells)) return []
    const row = index + 1
    if (cells.length > head.length && isFilled(cells.slice(head.length)))
      return refuse(row, `This row has ${cells.length} cells, but there are ${head.length} columns`)
    const named = new Map(head.map(({ name }, place) => [name, (cells[place] ?? '').trim()]))
    return { row, id: named.get('ID') ?? '', name: named.get('Name') ?? '', cells: named }
  })
}

const NOTHING = 'There is no row below the column names'

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
