/** Lets transactions of one kind run one after another where rows to lock may not exist yet. */
import type { Db } from './schema.ts'

/**
 * Waits until no other transaction holds the turn of this name, and holds it to the end of this one. What is read
 * afterwards is what the one before has left.
 */
export async function takeTurn(tx: Db, name: string): Promise<void> {
  await tx
    .insertInto('shop_facts')
    .values({ key: `turn:${name}`, value: '' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '' }))
    .execute()
}
