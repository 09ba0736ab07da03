/** The discount codes and gift cards of the demo: which of them a removal deletes, and their removal. */
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db, GiftCardRow, Tx } from '#server/kernel/db/schema.ts'
import { BATCH, deleteRows, demoIds } from './marks.ts'

/** The query for codes of the demo that no admin has saved and no real order uses. */
export function removableCodes(db: Db) {
  return db
    .selectFrom('discount_codes')
    .where('discount_codes.id', 'in', demoIds(db, 'discount_codes'))
    .where('version', '=', 1)
    .where('discount_codes.id', 'not in', (eb) =>
      eb.selectFrom('discount_uses').where('order_id', 'not in', demoIds(db, 'orders')).select('code_id'),
    )
}

/**
 * Deletes these codes, and sets the number of uses of those that stay. Call it after orders were removed.
 * @param all all codes of the demo
 */
export async function removeCodes(tx: Tx, ids: readonly string[], all: readonly string[]): Promise<void> {
  await deleteRows(tx, 'discount_codes', ids)
  for (const some of inBatches(all, BATCH))
    await tx
      .updateTable('discount_codes')
      .set((eb) => ({
        used: eb
          .selectFrom('discount_uses')
          .whereRef('code_id', '=', 'discount_codes.id')
          .where('released_at', 'is', null)
          .select(({ fn }) => fn.countAll<number>().as('uses')),
      }))
      .where('id', 'in', some)
      .execute()
}

type Card = Pick<GiftCardRow, 'id' | 'replaced_by' | 'is_subscription'>

/**
 * The cards of the demo with those that have replaced them. A card and its replacements are removed together, or stay
 * together if a real order is paid with one of them. `sold` is the number of removed cards without those of gift
 * subscriptions, which people do not see.
 */
export async function demoCards(db: Db): Promise<{ gone: string[]; kept: string[]; sold: number }> {
  const cards: Card[] = await db
    .selectFrom('gift_cards')
    .select(['id', 'replaced_by', 'is_subscription'])
    .execute()
  const marks = await demoIds(db, 'gift_cards').execute()
  const used = await db
    .selectFrom('gift_card_uses')
    .where('order_id', 'not in', demoIds(db, 'orders'))
    .select('card_id')
    .distinct()
    .execute()
  const nextOf = new Map(cards.map(({ id, replaced_by: next }) => [id, next]))
  const lastOf = (id: string): string => {
    const next = nextOf.get(id)
    return next ? lastOf(next) : id
  }
  const last = new Set(marks.map(({ id }) => lastOf(id)))
  const inUse = new Set(used.map(({ card_id: id }) => lastOf(id)))
  const all = cards.filter(({ id }) => last.has(lastOf(id)))
  const gone = all.filter(({ id }) => !inUse.has(lastOf(id)))
  return {
    gone: gone.map(({ id }) => id),
    kept: all.filter(({ id }) => inUse.has(lastOf(id))).map(({ id }) => id),
    sold: gone.filter(({ is_subscription: isMoney }) => !isMoney).length,
  }
}

/**
 * Deletes the cards with their moves, also from the books of closed months. The cards that stay no longer refer to the order
 * that bought them. Call it before orders are removed.
 * @param orders the orders that are removed
 */
export async function removeCards(
  tx: Tx,
  { gone, kept }: { gone: string[]; kept: string[] },
  orders: readonly string[],
): Promise<void> {
  await deleteRows(tx, 'gift_card_uses', orders, 'order_id')
  for (const some of inBatches(gone, BATCH)) {
    const moves = await tx
      .deleteFrom('gift_card_moves')
      .where('card_id', 'in', some)
      .returning('id')
      .execute()
    const sources = moves.map(({ id }) => `card:${id}`)
    await deleteRows(tx, 'accounting_lines', sources, 'source')
    await tx.deleteFrom('gift_cards').where('id', 'in', some).execute()
  }
  for (const some of inBatches(kept, BATCH))
    await tx.updateTable('gift_cards').set({ order_id: null }).where('id', 'in', some).execute()
}
