import { type Dialect, type Driver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { SqliteConnection, type Stores } from './connection.ts'
import { Reader } from './reader.ts'
import { Writes, type WritesOptions } from './writes.ts'

export type SqliteOptions = WritesOptions

/**
 * Kysely over node:sqlite: reads on the calling thread, writes and transactions in a worker thread, where
 * concurrent ones share a commit. `db.destroy()` finishes what is under way and closes the file.
 */
export function sqliteDialect(options: SqliteOptions): Dialect {
  return {
    createDriver: () => new SqliteDriver(options),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new Adapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

class Adapter extends SqliteAdapter {
  /** Its connections are `BatchConnection`s. */
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
  #stores: Stores | undefined

  constructor(options: SqliteOptions) {
    this.#options = options
  }

  async init(): Promise<void> {
    const writes = new Writes(this.#options)
    await writes.opened()
    this.#stores = { writes, reader: new Reader(this.#options.file) }
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#stores) throw new Error('The database is not open')
    return new SqliteConnection(this.#stores)
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    connection.begin()
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
    if (!this.#stores) return
    const { writes, reader } = this.#stores
    await writes.drain()
    reader.close()
    await writes.close()
  }
}
