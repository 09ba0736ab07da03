/**
 * Runs several statements as one transaction and sends them together. On SQLite this takes one message to the writer
 * thread instead of one per statement; on PostgreSQL, one round trip between `begin` and `commit`. If code must read a row
 * between two statements, use `transact`.
 */
import type { Compilable } from 'kysely'
import type { Db } from './schema.ts'
import type { BatchConnection, CompiledStep } from './sqlite/batch.ts'
import { sendTogether } from './together.ts'
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
