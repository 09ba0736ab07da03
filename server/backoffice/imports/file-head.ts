/** The row of a file that names its columns. Programs for accounting write titles above it, and name columns in many ways. */
import { simplified } from '#shared/platform/resources/cells.ts'
import { badRequest } from '#server/kernel/errors.ts'
import { FileRow, printable } from './file-row.ts'

export type FileColumn = {
  /** The name in the sample file and in messages. */
  name: string
  /** Other accepted names in lower-case letters and digits; the first one that is filled counts. */
  also: readonly string[]
  /** The cells of the sample file, row by row; null if only files of other programs have the column. */
  sample: readonly string[] | null
}

export type Columns<Key extends string> = Record<Key, FileColumn>

/** A row of the file by the keys of its columns. */
export type Cells<Key extends string> = {
  row: FileRow
  /** The cell; empty without one. */
  get: (key: Key) => string
  /** The same if the file has the column and the cell is filled; else null. */
  given: (key: Key) => string | null
  /** What `read` makes of the cell; null without one, and if `read` throws: then the row is reported with its message. */
  read: <T>(key: Key, read: (cell: string) => T) => T | null
  report: (key: Key, problem: string) => void
}

/** The rows of a file below its head, without empty ones, and what there is to say about the columns. */
export type FileTable<Key extends string> = { rows: Iterable<Cells<Key>>; remarks: string[] }

/** Rows above the column names, such as the title of a report. */
const MOST_TITLES = 10

/** @param needs the keys of which a file must have one of each list. Throws 400 with `problem` if no row has them */
export function tableOf<Key extends string>(
  rows: string[][],
  columns: Columns<Key>,
  needs: readonly (readonly Key[])[],
  problem: string,
): FileTable<Key> {
  const heads = rows.slice(0, MOST_TITLES).map((cells, row) => headOf(cells, row, columns))
  const head = heads.find(({ keys }) => needs.every((any) => any.some((key) => keys.has(key))))
  if (!head) throw badRequest(problem)
  return { rows: rowsBelow(rows, head, columns), remarks: unusedOf(head) }
}

type Head<Key> = { row: number; names: string[]; simple: string[]; keys: Map<Key, string[]> }

function headOf<Key extends string>(cells: string[], row: number, columns: Columns<Key>): Head<Key> {
  const names = cells.map((cell) => printable(cell.trim()))
  const simple = names.map(simplified)
  const keys = new Map<Key, string[]>()
  for (const [key, { name, also }] of Object.entries<FileColumn>(columns)) {
    const present = [simplified(name), ...also].filter((each) => simple.includes(each))
    if (present.length > 0) keys.set(key as Key, present)
  }
  return { row, names, simple, keys }
}

function* rowsBelow<Key extends string>(
  rows: string[][],
  { row: first, names, simple, keys }: Head<Key>,
  columns: Columns<Key>,
): Generator<Cells<Key>> {
  for (const [index, cells] of rows.entries()) {
    if (index <= first || cells.every((cell) => cell.trim() === '')) continue
    const row = new FileRow(index + 1, simple, cells, names)
    const get = (key: Key) => row.get(keys.get(key) ?? [])
    const report = (key: Key, problem: string) => row.report(columns[key].name, get(key), problem)
    const read = <T>(key: Key, from: (cell: string) => T) => {
      const cell = get(key)
      try {
        return cell === '' ? null : from(cell)
      } catch (error) {
        report(key, (error as Error).message)
        return null
      }
    }
    yield { row, get, given: (key) => get(key) || null, read, report }
  }
}

function unusedOf<Key>({ names, simple, keys }: Head<Key>): string[] {
  const used = new Set([...keys.values()].flat())
  const unused = names.filter((name, index) => name !== '' && !used.has(simple[index]!))
  if (unused.length === 0) return []
  return [`Columns that are not used: ${unused.slice(0, 20).join(', ')}${unused.length > 20 ? ', …' : ''}.`]
}
