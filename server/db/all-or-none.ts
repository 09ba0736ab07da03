/**
 * Several changes that stand or fall together, handed over at once. On SQLite that is one message to the writer
 * instead of one per statement; a verb that must look at a row in between uses `transact`.
 */
import type { Compilable } from 'kysely'
import type { Db } from './schema.ts'
import type { BatchConnection, CompiledStep } from './sqlite/batch.ts'
import { transact } from './transact.ts'

/** A statement and, when that matters, how many rows it must change. */
export type Step = { readonly query: Compilable; readonly rows?: number }

/**
 * Does all steps in one transaction, in this order. Answers null when they are committed, or the first step that
 * changed another number of rows than it must, after which nothing of them is done. What stood in its way can be
 * read by then. Throws what the database throws; then, too, nothing is done.
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

/** Each waits for the one before: a connection to PostgreSQL takes one statement at a time. */
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
    super(`Step ${step} changed another number of rows than it must`)
    this.step = step
  }
}
