/** Changes the balances of gift cards: one guarded update of the card and one row in `gift_card_moves` for each change. */
import type { GiftCardMoveRow, GiftCardRow, Tx, Db } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { maskedCode } from '#shared/checkout/gift-cards.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'

export type NewMove = Pick<GiftCardMoveRow, 'card_id' | 'cents' | 'kind' | 'actor'> &
  Partial<Pick<GiftCardMoveRow, 'order_id' | 'refund_id' | 'reason' | 'paid_by'>>

export function moveOf(shop: Pick<Shop, 'clock'>, move: NewMove): GiftCardMoveRow {
  return {
    order_id: null,
    refund_id: null,
    reason: '',
    paid_by: '',
    ...move,
    id: newId(shop.clock),
    at: isoNow(shop.clock),
  }
}

/**
 * Adds money to a card. If the card was lost and replaced, adds it to the replacement.
 * @param move its cents must be positive
 */
export async function credit(tx: Tx, shop: Pick<Shop, 'clock'>, move: NewMove): Promise<void> {
  let id = move.card_id
  for (;;) {
    const credited = await tx
      .updateTable('gift_cards')
      .set((eb) => ({ balance_cents: eb('balance_cents', '+', move.cents) }))
      .where('id', '=', id)
      .where('replaced_by', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (credited) break
    id = (await readCard(tx, id)).replaced_by!
  }
  await tx
    .insertInto('gift_card_moves')
    .values(moveOf(shop, { ...move, card_id: id }))
    .execute()
}

/**
 * Takes money from a card in any state. If the balance is too low, changes nothing and returns false.
 * @param move its cents must be negative
 */
export async function debit(tx: Tx, shop: Pick<Shop, 'clock'>, move: NewMove): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gift_cards')
    .set((eb) => ({ balance_cents: eb('balance_cents', '+', move.cents) }))
    .where('id', '=', move.card_id)
    .where('balance_cents', '>=', -move.cents)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await tx.insertInto('gift_card_moves').values(moveOf(shop, move)).execute()
  return true
}

/** Locks a card, so that no other transaction changes it. Returns undefined if it does not exist. */
export function lockCard(tx: Tx, id: string): Promise<GiftCardRow | undefined> {
  return tx
    .updateTable('gift_cards')
    .set((eb) => ({ balance_cents: eb.ref('balance_cents') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

function readCard(tx: Tx, id: string): Promise<GiftCardRow> {
  return tx.selectFrom('gift_cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Writes a change of a card to the change log, in the transaction of the change. */
export function recordCard(
  db: Db,
  shop: Pick<Shop, 'clock'>,
  actor: { _id: string | null; name: string },
  { id, last_four }: Pick<GiftCardRow, 'id' | 'last_four'>,
  action: string,
  changes: Change[] = [],
): Promise<void> {
  const name = `Gift card ${maskedCode(last_four)}`
  return logChange(db, shop, actor, { subject: 'giftCard', id, name, action, changes })
}
