/**
 * Runs several statements as one transaction and sends them together. On SQLite this takes one message to the writer
 * thread instead of one per statement. If code must read a row between two statements, use `transact`.
 */
import type { Compilable } from 'kysely'
import type { Db } from './schema.ts'
import type { BatchConnection, CompiledStep } from './sqlite/batch.ts'
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
      : await oneByOne(db, compiled)
  return unmet === null ? null : steps[unmet]!
}

/** Runs the steps one after another, because a PostgreSQL connection takes one statement at a time. */
async function oneByOne(db: Db, steps: readonly CompiledStep[]): Promise<number | null> {
  try {
    await transact(db, async (tx) => {
      for (const [index, { query, rows }] of steps.entries()) {
        const { numAffectedRows } = await tx.executeQuery(query)
        if (rows !== null && numAffectedRows !== BigInt(rows)) throw new Unmet(index)
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
