/** Runs a change in a transaction, with retries. */
import { isRetryable } from './failures.ts'
import { onAnyConnection } from './one-connection.ts'
import type { Db, Tx } from './schema.ts'

const MAX_ATTEMPTS = 4

/**
 * Runs `change` in one transaction. Retries it after a short random wait if it conflicts with another transaction.
 * Do not make network calls inside: on SQLite all other writes wait for this transaction.
 */
export async function transact<T>(db: Db, change: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await onAnyConnection(() => db.transaction().execute(change))
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

/**
 * Waits until no other transaction holds the lock of this name, and holds the lock until the end of this transaction.
 * Later reads in this transaction see the changes of the previous holder.
 */
export async function acquireLock(tx: Db, name: string): Promise<void> {
  await tx
    .insertInto('shop_facts')
    .values({ key: `turn:${name}`, value: '' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '' }))
    .execute()
}
