/** The way a verb changes several rows at once. */
import { isRetryable } from './failures.ts'
import type { Db, Tx } from './schema.ts'

const TRIES = 4

/**
 * Runs `change` in one transaction; again, after a short random wait, when it lost to a neighbour.
 * No network call may happen inside: on SQLite every other writer waits for this one.
 */
export async function transact<T>(db: Db, change: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(change)
    } catch (error) {
      if (attempt === TRIES || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}
