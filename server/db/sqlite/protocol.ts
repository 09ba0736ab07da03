import type { MessagePort } from 'node:worker_threads'
import type { WireError } from './error.ts'

export type Parameter = string | number | bigint | null | Uint8Array

/** What the main thread asks of the writer. `begin` and `release` get no reply; all others get one, in order. */
export const Op = {
  begin: 0,
  release: 1,
  run: 2,
  single: 3,
  bare: 4,
  control: 5,
  rollback: 6,
  commit: 7,
  close: 8,
  batch: 9,
} as const

export type Request =
  | readonly [op: typeof Op.begin | typeof Op.release]
  | readonly [op: typeof Op.rollback | typeof Op.commit | typeof Op.close]
  | readonly [
      op: typeof Op.run | typeof Op.single | typeof Op.bare,
      sql: string,
      parameters: readonly Parameter[],
    ]
  | readonly [op: typeof Op.control, sql: string]
  | readonly [op: typeof Op.batch, steps: readonly BatchStep[]]

/** `rows` is how many rows the statement must change, null when any number will do. */
export type BatchStep = readonly [sql: string, parameters: readonly Parameter[], rows: number | null]

/** Rows travel as arrays beside their column names; `columns` is null for a statement that returns none. */
export type Outcome = readonly [
  columns: readonly string[] | null,
  rows: readonly (readonly unknown[])[],
  changes: number | null,
  lastRowid: number | null,
]

/** `groupLost` says that the error took the whole open group with it (SQLite rolled everything back). */
export type Reply =
  | readonly [ok: true, outcome: Outcome]
  | readonly [ok: false, error: WireError, groupLost: boolean]

export type WriterData = {
  readonly file: string
  readonly port: MessagePort
  /** One Int32, raised and notified with every message, so that the writer can sleep without an event loop. */
  readonly signal: Int32Array
}

export const nothing: Outcome = [null, [], null, null]

/** What a batch answers when a step changed another number of rows than it must; `nothing` when all is done. */
export const unmetAt = (step: number): Outcome => [['step'], [[step]], null, null]

/** The step that a batch names in its answer, or null. */
export const unmetStep = ([, rows]: Outcome): number | null => (rows[0] ? Number(rows[0][0]) : null)

/** Rows as plain objects, as the pg driver gives them. */
export function toRows<R>([columns, rows]: Outcome): R[] {
  if (!columns) return []
  return rows.map((row) => {
    const object: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) object[column] = row[index]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row type is the query's claim
    return object as R
  })
}

/** Parameters as SQLite takes them; refuses what it cannot store instead of guessing. */
export function toParameters(values: readonly unknown[]): Parameter[] {
  return values.map((value, index) => {
    switch (typeof value) {
      case 'string':
      case 'number':
      case 'bigint':
        return value
      case 'boolean':
        return value ? 1 : 0
      default:
        if (value === null) return null
        // A Buffer is often a window on a shared pool, and the whole pool would be copied between the threads.
        if (value instanceof Uint8Array) {
          return value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value)
        }
        throw new TypeError(
          `Parameter ${index + 1} is ${value === undefined ? 'undefined' : Object.prototype.toString.call(value)}, which SQLite cannot store`,
        )
    }
  })
}
