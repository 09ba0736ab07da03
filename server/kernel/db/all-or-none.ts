/**
 * Several statements that are sent together, as one transaction or each by itself. On PostgreSQL all of them take one round
 * trip and one connection of the pool. On SQLite a transaction is one message to the writer thread, reads run one after
 * another, and writes share a commit. If code must read a row between two statements, use `transact`.
 */
import type { Compilable, CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { Db, Tx } from './schema.ts'
import type { BatchConnection, CompiledStep } from './sqlite/dialect.ts'
import { transact } from './transact.ts'

/** A statement and, optionally, the number of rows that it must change. */
export type Step = { readonly query: Compilable; readonly rows?: number }

/**
 * Runs all steps in one transaction, in this order. Returns null after the commit. If a step changes a different number
 * of rows than required, rolls back and returns that step; the caller can then find out the reason. Rolls back and
 * rethrows database errors.
 */
export async function allOrNone(db: Db, steps: readonly Step[]): Promise<Step | null> {
  const compiled = steps.map(({ query, rows = null }) => ({ query: query.compile(), rows }))
  const executor = db.getExecutor()
  const unmet =
    'takesBatches' in executor.adapter
      ? await executor.provideConnection((connection) =>
          (connection as BatchConnection).executeBatch(compiled),
        )
      : await inTransaction(db, compiled)
  return unmet === null ? null : steps[unmet]!
}

/**
 * The same with a check between two groups of steps, which reads rows as the first group leaves them. What it throws rolls
 * back and is rethrown. For few, important writes: each statement waits for the one before it.
 */
export async function allOrNoneChecked(
  db: Db,
  [before, check, after]: readonly [readonly Step[], (tx: Tx) => Promise<void>, readonly Step[]],
): Promise<Step | null> {
  const steps = [...before, ...after]
  try {
    await transact(db, async (tx) => {
      for (const [index, { query, rows }] of steps.entries()) {
        if (index === before.length) await check(tx)
        const { numAffectedRows } = await tx.executeQuery(query.compile())
        if (rows !== undefined && numAffectedRows !== BigInt(rows)) throw new Unmet(index)
      }
    })
    return null
  } catch (error) {
    if (error instanceof Unmet) return steps[error.step]!
    throw error
  }
}

/**
 * Sends all steps before the first result is known. After a failed statement PostgreSQL refuses the later ones of its
 * transaction, so the first step without the required result is the reason.
 */
async function inTransaction(db: Db, steps: readonly CompiledStep[]): Promise<number | null> {
  const queries = steps.map(({ query }) => query)
  try {
    await transact(db, async (tx) => {
      const sent = await tx.getExecutor().provideConnection((connection) => sendTogether(connection, queries))
      for (const [index, result] of sent.entries()) {
        if (result.status === 'rejected') throw result.reason
        const { rows } = steps[index]!
        if (rows !== null && result.value.numAffectedRows !== BigInt(rows)) throw new Unmet(index)
      }
    })
    return null
  } catch (error) {
    if (error instanceof Unmet) return error.step
    throw error
  }
}

/** Makes the transaction roll back. */
class Unmet extends Error {
  readonly step: number

  constructor(step: number) {
    super(`Step ${step} changed a different number of rows than required`)
    this.step = step
  }
}

type Rows<Query> = Query extends Compilable<infer Row> ? Row[] : never

/**
 * Runs independent reads and returns their rows, in this order. Throws the error of the first one that fails. The reads
 * are not a snapshot: a change may be committed between two of them, as with reads that are sent one by one.
 */
export async function readTogether<const Queries extends readonly Compilable[]>(
  db: Db,
  ...queries: Queries
): Promise<{ -readonly [K in keyof Queries]: Rows<Queries[K]> }> {
  const rows = (await runTogether(db, queries)).map((result) => result.rows)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each query determines the type of its rows
  return rows as { -readonly [K in keyof Queries]: Rows<Queries[K]> }
}

/**
 * Runs statements in this order, each committed by itself. Returns their results after all have ended; throws the error of
 * the first one that failed.
 */
export async function runTogether(db: Db, queries: readonly Compilable[]): Promise<QueryResult<unknown>[]> {
  const compiled = queries.map((query) => query.compile())
  const sent = await db.getExecutor().provideConnection((connection) => sendTogether(connection, compiled))
  return sent.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

/** Sends all queries, and waits until each of them has a result or an error. */
function sendTogether(
  connection: DatabaseConnection,
  queries: readonly CompiledQuery[],
): Promise<PromiseSettledResult<QueryResult<unknown>>[]> {
  return Promise.allSettled(queries.map((query) => connection.executeQuery(query)))
}
