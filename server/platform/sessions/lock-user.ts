import type { Tx, UserRow } from '#server/kernel/db/schema.ts'

/** Locks an account until the end of the transaction, and returns its row as it is now; undefined if there is none. */
export function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
