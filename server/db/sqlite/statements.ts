import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Outcome, Parameter } from './protocol.ts'

type Prepared = {
  readonly statement: StatementSync
  readonly returnsRows: boolean
  columns: readonly string[] | undefined
  readonly writesRows: boolean
  readonly changesSchema: boolean
}

const CACHE_LIMIT = 500
const ROW_STATEMENT = /^\s*(?:select|insert|update|delete|replace|with|values|explain)\b/i
const READ_STATEMENT = /^\s*(?:select|values|explain)\b/i
const WITH_STATEMENT = /^\s*with\b/i
const WRITE_WORD = /\b(?:insert|update|delete|replace)\b/i
const TURN_STATEMENT = /^\s*(?:begin|commit|end|rollback|savepoint|release|attach|detach)\b/i
const OUTSIDE_STATEMENT = /^\s*(?:pragma|vacuum)\b/i
const DEFERRED = /\bdeferrable\s+initially\s+deferred\b|\bdefer_foreign_keys\b/i

/** Whether a raw statement can only read. When in doubt (`with`, `replace()`) the answer is no. */
export function onlyReads(sql: string): boolean {
  return READ_STATEMENT.test(sql) || (WITH_STATEMENT.test(sql) && !WRITE_WORD.test(sql))
}

/** Whether a raw statement may change tables or settings, after which prepared statements are stale. */
export function mayChangeSchema(sql: string): boolean {
  return !ROW_STATEMENT.test(sql)
}

/** Whether a statement has no effect, or fails, inside a transaction. */
export function runsOutsideTransactions(sql: string): boolean {
  return OUTSIDE_STATEMENT.test(sql)
}

/** The prepared statements of one connection, least recently used dropped first. */
export class Statements {
  readonly #db: DatabaseSync
  readonly #cache = new Map<string, Prepared>()
  #schemaMoved = false

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** Runs one statement; a statement with RETURNING counts its rows as changes. */
  execute(sql: string, parameters: readonly Parameter[]): Outcome {
    const prepared = this.#prepared(sql)
    const { statement, writesRows, changesSchema } = prepared
    try {
      if (prepared.returnsRows) {
        const rows = rowArrays(statement, parameters)
        // Only now are the names certain: SQLite notices a changed schema when the statement first runs.
        prepared.columns ??= statement.columns().map((column) => column.name)
        return [prepared.columns, rows, writesRows ? rows.length : null, null]
      }
      const { changes, lastInsertRowid } = statement.run(...parameters)
      return [null, [], writesRows ? Number(changes) : null, Number(lastInsertRowid)]
    } finally {
      if (changesSchema) this.clear()
      this.#schemaMoved ||= changesSchema
    }
  }

  /** Forgets every statement: the column names of `select *` change with the schema. */
  clear(): void {
    this.#cache.clear()
  }

  /** To be called when a transaction was rolled back, and with it perhaps a schema change. */
  afterRollback(): void {
    if (this.#schemaMoved) this.clear()
  }

  #prepared(sql: string): Prepared {
    const known = this.#cache.get(sql)
    if (known) {
      this.#cache.delete(sql)
      this.#cache.set(sql, known)
      return known
    }
    const fresh = prepare(this.#db, sql)
    if (fresh.changesSchema) return fresh
    const oldest = this.#cache.size < CACHE_LIMIT ? undefined : this.#cache.keys().next().value
    if (oldest !== undefined) this.#cache.delete(oldest)
    this.#cache.set(sql, fresh)
    return fresh
  }
}

function rowArrays(statement: StatementSync, parameters: readonly Parameter[]): unknown[][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- setReturnArrays is not in the types of all()
  return statement.all(...parameters) as unknown as unknown[][]
}

function prepare(db: DatabaseSync, sql: string): Prepared {
  if (TURN_STATEMENT.test(sql))
    throw new Error(`Use db.transaction(), not SQL, to open or end a transaction: ${sql}`)
  if (DEFERRED.test(sql)) {
    throw new Error(
      'Deferred foreign keys fail at COMMIT, which transactions share here: declare them immediate',
    )
  }
  const statement = db.prepare(sql)
  // SQLite compiles the first statement and silently ignores the rest.
  if (/[^\s;]/.test(sql.slice(statement.sourceSQL.length).replace(/--.*$/gm, ''))) {
    throw new Error(`One statement at a time, this text holds several: ${sql}`)
  }
  statement.setReturnArrays(true)
  const changesSchema = mayChangeSchema(sql)
  return {
    statement,
    returnsRows: statement.columns().length > 0,
    columns: undefined,
    writesRows: !changesSchema && !onlyReads(sql),
    changesSchema,
  }
}
