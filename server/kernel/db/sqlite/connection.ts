/** Kysely's connection to SQLite: reads on this thread, writes and transactions in the writer thread. */
import {
  type CompiledQuery,
  InsertQueryNode,
  type OperationNode,
  type QueryResult,
  RawNode,
  SelectQueryNode,
} from 'kysely'
import type { BatchConnection, CompiledStep } from './batch.ts'
import { SqliteError, toWire } from './error.ts'
import { type Outcome, type Parameter, type Statements, onlyReads } from './statements.ts'
import type { Statement } from './thread.ts'
import { WriteTransaction } from './transaction.ts'
import type { Writer } from './writer.ts'

export type Stores = { readonly writer: Writer; readonly reader: Statements; readonly idleLimitMs: number }

/**
 * A connection is used for one transaction or query of Kysely and never reused, so that a late query cannot become part
 * of another transaction.
 */
export class SqliteConnection implements BatchConnection {
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
