/** The prepared statements of one connection, and the errors of SQLite. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'

export type Parameter = string | number | bigint | null | Uint8Array

/** The result of a statement; `changes` is null if the statement only reads. */
export type Outcome = {
  readonly rows: readonly object[]
  readonly changes: number | null
  readonly lastRowid: number | null
}

/** `names` are those of the columns, at the version of the schema; empty if the statement returns no rows. */
type Prepared = {
  readonly statement: StatementSync
  readonly reads: boolean
  names: string[]
  version: number
}

const MAX_CACHED = 500
/** SQLite prepares with the schema that the connection last saw, and reads the current one when the statement runs. */
const UNKNOWN = -1
const READS = /^\s*(?:select|values|explain)\b/i
const WITH = /^\s*with\b/i
const WRITE_WORD = /\b(?:insert|update|delete|replace)\b/i
const CONTROL = /^\s*(?:begin|commit|end|rollback|savepoint|release|attach|detach)\b/i
const DEFERRED = /initially\s+deferred|defer_foreign_keys/i

/** Whether a raw statement only reads. Returns false if that is not certain (`with`, `replace()`). */
export function onlyReads(sql: string): boolean {
  return READS.test(sql) || (WITH.test(sql) && !WRITE_WORD.test(sql))
}

export class Statements {
  readonly #db: DatabaseSync
  readonly #cache = new Map<string, Prepared>()
  readonly #version: StatementSync

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#version = db.prepare('pragma schema_version')
  }

  /**
   * Runs one statement; with RETURNING, `changes` is the number of returned rows. Throws the error of `node:sqlite`.
   */
  execute(sql: string, parameters: readonly Parameter[]): Outcome {
    const prepared = this.#prepare(sql)
    const { statement, reads } = prepared
    if (prepared.names.length === 0) {
      const { changes, lastInsertRowid } = statement.run(...parameters)
      return { rows: [], changes: Number(changes), lastRowid: Number(lastInsertRowid) }
    }
    // A change of a table changes only the columns of `*`.
    const version = sql.includes('*') ? this.#schemaVersion() : prepared.version
    const found = statement.all(...parameters) as unknown as unknown[][]
    if (version !== prepared.version) Object.assign(prepared, { version, names: namesOf(statement) })
    const { names } = prepared
    // Plain objects, as pg returns them. `node:sqlite` takes three times as long to make objects as to make arrays.
    const rows = found.map((values) => toRow(names, values))
    return { rows, changes: reads ? null : rows.length, lastRowid: null }
  }

  #schemaVersion(): number {
    return this.#version.get()!.schema_version as number
  }

  #prepare(sql: string): Prepared {
    const cached = this.#cache.get(sql)
    if (cached) return cached
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear()
    const statement = prepare(this.#db, sql)
    statement.setReturnArrays(true)
    const prepared = { statement, names: namesOf(statement), version: UNKNOWN, reads: onlyReads(sql) }
    this.#cache.set(sql, prepared)
    return prepared
  }
}

const namesOf = (statement: StatementSync) => statement.columns().map(({ name }) => name)

function toRow(names: readonly string[], values: readonly unknown[]): object {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < names.length; index++) row[names[index]!] = values[index]
  return row
}

function prepare(db: DatabaseSync, sql: string): StatementSync {
  if (CONTROL.test(sql)) {
    throw new Error(`Use db.transaction(), not SQL, to open or end a transaction: ${sql}`)
  }
  if (DEFERRED.test(sql)) {
    throw new Error(
      'Deferred foreign keys fail at COMMIT, which several writes share: declare them immediate',
    )
  }
  const statement = db.prepare(sql)
  // SQLite compiles only the first statement of a text and silently ignores the rest.
  if (/[^\s;]/.test(sql.slice(statement.sourceSQL.length).replace(/--.*$/gm, ''))) {
    throw new Error(`Run one statement at a time; this text has several: ${sql}`)
  }
  return statement
}

/** An error of SQLite, from the main thread or from the writer thread. */
export class SqliteError extends Error {
  override name = 'SqliteError'
  /** Node's error code; `ERR_SQLITE_ERROR` for all errors that SQLite reports. */
  readonly code: string
  /** SQLite's extended result code (2067 unique, 1555 primary key, 787 foreign key, 275 check); 0 for other errors. */
  readonly errcode: number
  /** The statement that failed, without its parameters. */
  readonly sql: string | undefined

  constructor(message: string, code: string, errcode = 0, sql?: string) {
    super(message)
    this.code = code
    this.errcode = errcode
    this.sql = sql
  }
}

/** An error in a message between the threads; a cloned Error would lose its codes. */
export type WireError = readonly [message: string, code: string, errcode: number]

export function toWire(thrown: unknown): WireError {
  if (!(thrown instanceof Error)) return [String(thrown), 'ERR_SQLITE', 0]
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'ERR_SQLITE'
  const errcode = 'errcode' in thrown && typeof thrown.errcode === 'number' ? thrown.errcode : 0
  return [thrown.message, code, errcode]
}
