import { DatabaseSync } from 'node:sqlite'
import { SqliteError, toWire } from './error.ts'
import { toParameters, toRows } from './protocol.ts'
import { Statements } from './statements.ts'

/** The main thread's connection: it reads what is committed and refuses to write. */
export class Reader {
  readonly #db: DatabaseSync
  readonly #statements: Statements

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { timeout: 5000 })
    this.#db.exec('PRAGMA query_only = ON; PRAGMA cache_size = -8192;')
    this.#statements = new Statements(this.#db)
  }

  /** The rows of one reading statement. */
  read<R>(sql: string, parameters: readonly unknown[]): R[] {
    try {
      return toRows(this.#statements.execute(sql, toParameters(parameters)))
    } catch (error) {
      throw new SqliteError(...toWire(error), sql)
    }
  }

  /** To be called after a schema change. */
  forgetStatements(): void {
    this.#statements.clear()
  }

  close(): void {
    this.#db.close()
  }
}
