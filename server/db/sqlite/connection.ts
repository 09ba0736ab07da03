import {
  type CompiledQuery,
  DeleteQueryNode,
  InsertQueryNode,
  type QueryResult,
  RawNode,
  SelectQueryNode,
  UpdateQueryNode,
} from 'kysely'
import type { BatchConnection, CompiledStep } from './batch.ts'
import { SqliteError } from './error.ts'
import { type BatchStep, type Outcome, toParameters, toRows, unmetStep } from './protocol.ts'
import type { Reader } from './reader.ts'
import { mayChangeSchema, onlyReads, runsOutsideTransactions } from './statements.ts'
import type { Unit } from './unit.ts'
import type { Writes } from './writes.ts'

export type Stores = { readonly reader: Reader; readonly writes: Writes }

/** One Kysely connection. They are cheap and never reused, so that a late query cannot stray into another's transaction. */
export class SqliteConnection implements BatchConnection {
  readonly #stores: Stores
  #unit: Unit | undefined
  #schemaChanged = false

  constructor(stores: Stores) {
    this.#stores = stores
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#unit && reads(compiled)) {
      return { rows: this.#stores.reader.read(compiled.sql, compiled.parameters) }
    }
    return toResult(compiled, await fromHere(this.#write(compiled)))
  }

  /** A transaction of its own, whatever else goes on. */
  async executeBatch(steps: readonly CompiledStep[]): Promise<number | null> {
    const batch = steps.map(({ query, rows }): BatchStep => [query.sql, toParameters(query.parameters), rows])
    return unmetStep(await fromHere(this.#stores.writes.batch(batch)))
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error(
      'Queries are not streamed: an open reader would keep the log from being checkpointed. Page by key.',
    )
  }

  begin(): void {
    this.#unit = this.#stores.writes.unit()
    this.#schemaChanged = false
  }

  async commit(): Promise<void> {
    await this.#unit?.commit()
    this.#unit = undefined
    if (this.#schemaChanged) this.#stores.reader.forgetStatements()
  }

  async rollback(): Promise<void> {
    await this.#unit?.rollback()
    this.#unit = undefined
  }

  async savepoint(command: 'savepoint' | 'rollback to' | 'release', name: string): Promise<void> {
    await this.#unit?.control(`${command} "${name.replaceAll('"', '""')}"`)
  }

  async #write(compiled: CompiledQuery): Promise<Outcome> {
    const { reader, writes } = this.#stores
    const { sql } = compiled
    const parameters = toParameters(compiled.parameters)
    const changing = changesSchema(compiled)
    if (this.#unit) {
      this.#schemaChanged ||= changing
      return await this.#unit.run(sql, parameters)
    }
    const alone = changing && runsOutsideTransactions(sql)
    const outcome = alone ? await writes.bare(sql, parameters) : await writes.single(sql, parameters)
    if (changing) reader.forgetStatements()
    return outcome
  }
}

/** An error was made where the reply arrived; the caller's lines are only known here. */
async function fromHere(written: Promise<Outcome>): Promise<Outcome> {
  try {
    return await written
  } catch (error) {
    if (error instanceof SqliteError) Error.captureStackTrace(error)
    throw error
  }
}

function reads({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || (RawNode.is(query) && onlyReads(sql))
}

function changesSchema({ query, sql }: CompiledQuery): boolean {
  if (SelectQueryNode.is(query) || InsertQueryNode.is(query)) return false
  if (UpdateQueryNode.is(query) || DeleteQueryNode.is(query)) return false
  return !RawNode.is(query) || mayChangeSchema(sql)
}

function toResult<R>({ query }: CompiledQuery, outcome: Outcome): QueryResult<R> {
  const [, , changes, lastRowid] = outcome
  return {
    rows: toRows(outcome),
    numAffectedRows: changes === null ? undefined : BigInt(changes),
    insertId: lastRowid !== null && InsertQueryNode.is(query) ? BigInt(lastRowid) : undefined,
  }
}
