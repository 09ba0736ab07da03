/** The Kysely dialect for `node:sqlite`: reads on the calling thread, writes and transactions in a writer thread. */
import { DatabaseSync } from 'node:sqlite'
import { type Dialect, type Driver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { SqliteConnection } from './connection.ts'
import { Statements } from './statements.ts'
import { Writer } from './writer.ts'

export type SqliteOptions = {
  readonly file: string
  /** Called if the writer thread has ended unexpectedly, so that nothing can be written. */
  readonly onFatal?: (error: Error) => void
  /** Milliseconds after which an idle transaction is rolled back. */
  readonly idleLimitMs?: number
}

/** `db.destroy()` finishes pending work and closes the file. */
export function sqliteDialect(options: SqliteOptions): Dialect {
  return {
    createDriver: () => new SqliteDriver(options),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new Adapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

class Adapter extends SqliteAdapter {
  /** Tells `allOrNone` that the connections implement `BatchConnection`. */
  readonly takesBatches = true

  override get supportsMultipleConnections(): boolean {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #options: SqliteOptions
  #open:
    | { readonly writer: Writer; readonly reader: DatabaseSync; readonly statements: Statements }
    | undefined

  constructor(options: SqliteOptions) {
    this.#options = options
  }

  async init(): Promise<void> {
    const { file, onFatal = () => {} } = this.#options
    const writer = new Writer(file, onFatal)
    await writer.opened()
    const reader = new DatabaseSync(file, { timeout: 5000 })
    reader.exec('PRAGMA query_only = ON; PRAGMA cache_size = -8192;')
    this.#open = { writer, reader, statements: new Statements(reader) }
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#open) throw new Error('The database is not open')
    const { writer, statements } = this.#open
    return new SqliteConnection({
      writer,
      reader: statements,
      idleLimitMs: this.#options.idleLimitMs ?? 5000,
    })
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.rollback()
  }

  async savepoint(connection: SqliteConnection, name: string): Promise<void> {
    await connection.savepoint('savepoint', name)
  }

  async rollbackToSavepoint(connection: SqliteConnection, name: string): Promise<void> {
    await connection.savepoint('rollback to', name)
  }

  async releaseSavepoint(connection: SqliteConnection, name: string): Promise<void> {
    await connection.savepoint('release', name)
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    await connection.rollback()
  }

  async destroy(): Promise<void> {
    await this.#open?.writer.close()
    this.#open?.reader.close()
  }
}
