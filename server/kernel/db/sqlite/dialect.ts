/** The Kysely dialect for `node:sqlite`: reads on the calling thread, writes and transactions in a writer thread. */
import { DatabaseSync } from 'node:sqlite'
import {
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  InsertQueryNode,
  type OperationNode,
  type QueryResult,
  RawNode,
  SelectQueryNode,
  type DatabaseConnection,
} from 'kysely'
import { Statements, SqliteError, toWire, type Outcome, type Parameter, onlyReads } from './statements.ts'
import { Writer, WriteTransaction } from './writer.ts'
import type { Statement } from './thread.ts'

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

type Stores = { readonly writer: Writer; readonly reader: Statements; readonly idleLimitMs: number }

/**
 * A connection is used for one transaction or query of Kysely and never reused, so that a late query cannot become part
 * of another transaction.
 */
class SqliteConnection implements BatchConnection {
  readonly #stores: Stores
  #transaction: WriteTransaction | undefined

  constructor(stores: Stores) {
    this.#stores = stores
  }

  async executeQuery<R>({ query, sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const values = toParameters(parameters)
    const isRead = !this.#transaction && reads(query, sql)
    try {
      const outcome = isRead ? this.#stores.reader.execute(sql, values) : await this.#write(sql, values)
      return toResult(query, outcome)
    } catch (error) {
      throw new SqliteError(...toWire(error), sql)
    }
  }

  /** Runs the steps in a separate transaction, even if this connection has an open transaction. */
  async executeBatch(steps: readonly CompiledStep[]): Promise<number | null> {
    const unit = steps.map(({ query, rows }): Statement => [query.sql, toParameters(query.parameters), rows])
    try {
      return (await this.#stores.writer.write(['unit', unit])).unmet
    } catch (error) {
      throw new SqliteError(...toWire(error))
    }
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error(
      'Queries are not streamed: an open reader would prevent checkpoints of the log. Read in batches by key.',
    )
  }

  async begin(): Promise<void> {
    this.#transaction = await WriteTransaction.begin(this.#stores.writer, this.#stores.idleLimitMs)
  }

  async commit(): Promise<void> {
    await this.#transaction?.commit()
    this.#transaction = undefined
  }

  async rollback(): Promise<void> {
    await this.#transaction?.rollback()
    this.#transaction = undefined
  }

  async savepoint(command: 'savepoint' | 'rollback to' | 'release', name: string): Promise<void> {
    await this.#transaction?.run(['control', `${command} "${name.replaceAll('"', '""')}"`])
  }

  async #write(sql: string, parameters: readonly Parameter[]): Promise<Outcome> {
    if (this.#transaction) return this.#transaction.run(['within', sql, parameters])
    const isOutside = /^\s*(?:pragma|vacuum)\b/i.test(sql)
    const { outcome } = await this.#stores.writer.write(
      isOutside ? ['outside', sql, parameters] : ['unit', [[sql, parameters, null]]],
    )
    return outcome
  }
}

function reads(query: OperationNode, sql: string): boolean {
  return SelectQueryNode.is(query) || (RawNode.is(query) && onlyReads(sql))
}

function toResult<R>(query: OperationNode, { rows, changes, lastRowid }: Outcome): QueryResult<R> {
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query determines the row type
    rows: rows as R[],
    numAffectedRows: changes === null ? undefined : BigInt(changes),
    insertId: lastRowid !== null && InsertQueryNode.is(query) ? BigInt(lastRowid) : undefined,
  }
}

/** Converts parameters to types that SQLite accepts. Throws a TypeError for other types. */
function toParameters(values: readonly unknown[]): Parameter[] {
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
        // A Buffer is often a view of a shared pool. Without a copy, the whole pool would be sent to the thread.
        if (value instanceof Uint8Array) {
          return value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value)
        }
        throw new TypeError(
          `Parameter ${index + 1} is ${value === undefined ? 'undefined' : Object.prototype.toString.call(value)}, which SQLite cannot store`,
        )
    }
  })
}

export type CompiledStep = { readonly query: CompiledQuery; readonly rows: number | null }

/** A connection that accepts all steps in one message. */
export type BatchConnection = DatabaseConnection & {
  /**
   * Returns the index of the first step that changed a different number of rows than required; null after the commit.
   */
  executeBatch(steps: readonly CompiledStep[]): Promise<number | null>
}
