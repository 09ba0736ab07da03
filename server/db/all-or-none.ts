/**
 * Runs several statements as one transaction and sends them together. On SQLite this takes one message to the writer
 * thread instead of one per statement; on PostgreSQL, two round trips. If code must read a row between two statements,
 * use `transact`.
 */
import { CompiledQuery, type Compilable, type DatabaseConnection } from 'kysely'
import type { Db } from './schema.ts'
import type { BatchConnection, CompiledStep } from './sqlite/batch.ts'
import { sendTogether } from './together.ts'
import { withRetries } from './transact.ts'

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
      : await withRetries(() =>
          executor.provideConnection((connection) => inTransaction(connection, compiled)),
        )
  return unmet === null ? null : steps[unmet]!
}

/**
 * Sends all steps before the first result is known. After a failed statement PostgreSQL refuses the later ones of its
 * transaction, so the first step without the required result is the reason.
 */
async function inTransaction(
  connection: DatabaseConnection,
  steps: readonly CompiledStep[],
): Promise<number | null> {
  const [begun, ...results] = await sendTogether(connection, [BEGIN, ...steps.map(({ query }) => query)])
  if (begun?.status === 'rejected') throw begun.reason
  for (const [index, result] of results.entries()) {
    const { rows } = steps[index]!
    const isMet =
      result.status === 'fulfilled' && (rows === null || result.value.numAffectedRows === BigInt(rows))
    if (isMet) continue
    await connection.executeQuery(ROLLBACK).catch(() => {})
    if (result.status === 'rejected') throw result.reason
    return index
  }
  await connection.executeQuery(COMMIT)
  return null
}

const BEGIN = CompiledQuery.raw('begin')
const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')
