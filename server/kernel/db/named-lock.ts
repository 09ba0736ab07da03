/** A named lock that serializes transactions when the rows to lock may not exist yet. */
import type { Db } from './schema.ts'

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
