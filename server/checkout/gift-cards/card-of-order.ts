/** The gift card that an order bought, for its buyer. */
import type { CardOfOrder } from '#shared/checkout/api/gift-cards.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { GiftCardRow } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { unseal } from './codes.ts'

/**
 * The card of an order. Throws 404 if the order bought none.
 * @param orderId the order of the caller
 */
export async function readCardOf(shop: Shop, orderId: string): Promise<GiftCardRow> {
  const card = await shop.db
    .selectFrom('gift_cards')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!card) throw notFound('Gift card')
  return card
}

/** The card of an order as the API returns it, without its code. Throws 404 if the order bought none. */
export async function cardOfOrder(shop: Shop, orderId: string): Promise<CardOfOrder> {
  const card = await readCardOf(shop, orderId)
  const isIssued = card.state === 'active' || card.state === 'frozen'
  return {
    _id: card.id,
    lastFour: isIssued ? card.last_four : '',
    state: card.state,
    balance: toDollars(card.balance_cents),
    amount: toDollars(card.cents),
    to: { name: card.recipient_name, email: card.recipient_email },
    from: card.sender_name,
    note: card.note,
    sendOn: card.send_on,
    mailedAt: card.mailed_at,
    canPrint: card.state === 'active' && (await unseal(shop, card)) !== null,
  }
}
