/** Parses a CSV file of products, of this shop or another, into rows of named cells, and collects its problems. */
import { MAX_ROWS, type ImportReport } from '#shared/catalog/api/product-admin.ts'
import { NotCsv, csvRows, storable } from '#server/kernel/text/csv.ts'
import type { ForeignSource, ImportSource } from '#shared/platform/import-sources.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { FileCategory, Known } from '../../other-shops/categories.ts'
import type { Line, ReportRow } from '../../other-shops/rows.ts'
import { readForeign, sourceOf } from '../../other-shops/read.ts'
import { COLUMNS, columnNamed, type SheetColumn } from './sheet.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'

export type Problem = ImportReport['problems'][number]

/** Reports a problem in a column. */
export type ReportProblem = (column: string, problem: string) => void

/** The non-empty rows below the header. What cannot be read is added to `problems`. */
export async function readSheet(db: Db, file: string, problems: Problem[]): Promise<Line[]> {
  let rows: string[][]
  try {
    rows = csvRows(file)
  } catch (error) {
    if (!(error instanceof NotCsv)) throw error
    problems.push({ row: error.row, column: '', value: '', problem: error.message })
    return []
  }
  const filled = rows.slice(1).filter(isFilled).length
  if (filled > MAX_ROWS) {
    const problem = `There are ${filled} rows, ${MAX_ROWS} at most. Split the file`
    problems.push({ row: 1, column: '', value: '', problem })
    return []
  }
  const lines = [...(await sheetOf(db, rows, problems)).lines]
  if (lines.length === 0 && problems.length === 0)
    problems.push({ row: 1, column: '', value: '', problem: NOTHING })
  return lines
}

/** @property categories those of another shop; empty for our own file */
type Sheet = { source: ImportSource; categories: FileCategory[]; lines: Iterable<Line> }

/**
 * The lines of a file of this shop or another, which are read one by one. What cannot be read is added to `problems`.
 * @param rows the header first
 */
export async function sheetOf(db: Db, rows: string[][], problems: Problem[]): Promise<Sheet> {
  const refuse: ReportRow = (row, problem, column = '') =>
    void problems.push({ row, column, value: '', problem })
  const source = sourceOf(rows[0] ?? [])
  if (!source) return { source: 'own', categories: [], lines: ownLines(rows, problems, refuse) }
  return { source, ...readForeign(source, rows, refuse, await readKnown(db, source)) }
}

function* ownLines(rows: string[][], problems: readonly Problem[], refuse: ReportRow): Generator<Line> {
  const head = readHeader(rows[0] ?? [], (column, problem) => refuse(1, problem, column))
  if (problems.length > 0) return
  for (const [index, cells] of rows.entries()) {
    if (index === 0 || !isFilled(cells)) continue
    const row = index + 1
    if (cells.length > head.length && isFilled(cells.slice(head.length))) {
      refuse(row, `This row has ${cells.length} cells, but there are ${head.length} columns`)
      continue
    }
    const named = new Map(head.map(({ name }, place) => [name, storable(cells[place] ?? '').trim()]))
    yield { row, id: named.get('ID') ?? '', name: named.get('Name') ?? '', cells: named }
  }
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

/**
 * What this shop knows before it reads a file of another shop: the owner's choices for its files, our categories, and the
 * labels of our sizes (decisions/060).
 */
async function readKnown(db: Db, source: ForeignSource): Promise<Known> {
  const labels = await readLabels(db)
  const ours = await readCategories(db)
  const chosen = await db.selectFrom('imported_categories').selectAll().where('source', '=', source).execute()
  const choices = new Map([
    // A name that is a category of this shop is that category, unless the owner has chosen another one.
    ...ours.map((category) => [category, { category, departmentId: null }] as const),
    ...chosen.map(
      ({ name, category, department_id: departmentId }) => [name, { category, departmentId }] as const,
    ),
  ])
  return { choices, labels }
}

/** The categories of products and departments. */
async function readCategories(db: Db): Promise<string[]> {
  const products = await db
    .selectFrom('products')
    .select('category')
    .distinct()
    .where('deleted_at', 'is', null)
    .execute()
  const departments = await db.selectFrom('departments').select('categories').execute()
  return [
    COFFEE_BEANS,
    ...products.map(({ category }) => category),
    ...departments.flatMap(({ categories }) => JSON.parse(categories) as string[]),
  ]
}

/** The labels of sizes by the name of their product. */
async function readLabels(db: Db): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .select(['name', 'label'])
    .where('label', '<>', '')
    .where('removed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  const labels = Map.groupBy(rows, ({ name }) => name)
  return new Map([...labels].map(([name, own]) => [name, new Set(own.map(({ label }) => label))]))
}
