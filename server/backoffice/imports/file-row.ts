/** A row of an imported file, with the cells by the names of their columns and the problems that are found in it. */
import type * as z from 'zod/mini'
import type { Problem } from './kind.ts'

/** A row of the file with named cells. */
export class FileRow {
  readonly row: number
  readonly cells: string[]
  readonly head: string[]
  /** The names of the columns in messages. */
  readonly names: string[]
  readonly problems: Problem[] = []

  constructor(row: number, head: string[], cells: string[], names = head) {
    this.row = row
    this.head = head
    this.names = names
    this.cells = cells
    if (cells.slice(head.length).some((cell) => cell.trim() !== ''))
      this.report('', '', `This row has ${cells.length} cells, but there are ${head.length} columns`)
  }

  /** The first of these columns that is not empty. Spreadsheets keep the zeros of a number behind an apostrophe. */
  get(columns: readonly string[]): string {
    for (const name of columns) {
      const place = this.head.indexOf(name)
      const cell = place === -1 ? '' : (this.cells[place] ?? '').trim().replace(/^['’](?=[+\d])/, '')
      if (cell.includes('\ufffd'))
        this.report(this.names[place]!, cell, 'Some letters cannot be read. Save the file as UTF-8')
      if (cell !== '') return cell
    }
    return ''
  }

  report(column: string, value: string, problem: string): void {
    if (this.problems.some((each) => each.column === column)) return
    this.problems.push({
      row: this.row,
      column,
      value: value.slice(0, 80).toWellFormed(),
      problem,
    })
  }

  /** A value that a schema accepts; reports any other and returns an empty text. */
  checked(schema: z.ZodMiniType<string>, column: string, value: string): string {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    this.report(column, value, parsed.error.issues[0]!.message)
    return ''
  }
}

/** A text that databases and screens accept. */
export function printable(text: string): string {
  return text.slice(0, 300).replace(/\p{C}/gu, '').slice(0, 100).toWellFormed()
}
