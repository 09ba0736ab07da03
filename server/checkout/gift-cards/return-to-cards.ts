/** Gives refunded money back to the cards that paid an order. */
import type { RefundRow, Tx } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { credit } from './card-moves.ts'

/**
 * Returns the amount of a refund to the cards, the one that paid last first. No card gets more than it paid. The payments
 * of the order are locked.
 */
export async function returnToCards(
  tx: Tx,
  shop: Pick<Shop, 'clock'>,
  orderId: string,
  { id: refund_id, amount_cents, actor, reason }: RefundRow,
): Promise<{ lastFour: string; cents: number }[]> {
  const uses = await tx
    .selectFrom('gift_card_uses')
    .innerJoin('gift_cards', 'gift_cards.id', 'gift_card_uses.card_id')
    .select(['card_id', 'gift_card_uses.cents', 'returned_cents', 'last_four'])
    .where('gift_card_uses.order_id', '=', orderId)
    .where('gift_card_uses.state', '=', 'taken')
    .orderBy('card_id', 'desc')
    .execute()
  const returned: { lastFour: string; cents: number }[] = []
  let left = amount_cents
  for (const use of uses) {
    const cents = Math.min(left, use.cents - use.returned_cents)
    if (cents === 0) continue
    left -= cents
    await tx
      .updateTable('gift_card_uses')
      .set({ returned_cents: use.returned_cents + cents })
      .where('order_id', '=', orderId)
      .where('card_id', '=', use.card_id)
      .execute()
    const move = {
      card_id: use.card_id,
      cents,
      kind: 'refunded',
      order_id: orderId,
      refund_id,
      reason,
      actor,
    } as const
    await credit(tx, shop, move)
    returned.push({ lastFour: use.last_four, cents })
  }
  return returned
}
