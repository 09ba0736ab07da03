/** Freezes the card that an order bought, while the payment of its purchase is disputed or after it was taken back. */
import type { GiftCardRow, Tx } from '../db/schema.ts'
import { writeRecord } from '../record/record.ts'
import type { Shop } from '../shop.ts'
import { maskedCode } from '#shared/gift-cards.ts'
import { lockCard } from './card-moves.ts'

const THE_SHOP = { _id: null, name: 'The shop' }

/** Locks the card that an order bought, or the one that replaces it; null if the order bought none, or it is not paid. */
export async function lockBoughtCard(tx: Tx, orderId: string): Promise<GiftCardRow | null> {
  const bought = await tx
    .selectFrom('gift_cards')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'not in', ['ordered', 'void'])
    .executeTakeFirst()
  let card = bought && (await lockCard(tx, bought.id))
  while (card?.replaced_by) card = await lockCard(tx, card.replaced_by)
  return card ?? null
}

/** Blocks what is left on the card of an order. Does nothing if the order bought no card. */
export async function freeze(tx: Tx, shop: Shop, orderId: string, why: string): Promise<void> {
  await change(tx, shop, orderId, { from: 'active', to: 'frozen', action: `Frozen: ${why}` })
}

/** Makes a frozen card valid again. */
export async function unfreeze(tx: Tx, shop: Shop, orderId: string, why: string): Promise<void> {
  await change(tx, shop, orderId, { from: 'frozen', to: 'active', action: `Valid again: ${why}` })
}

type Change = { from: GiftCardRow['state']; to: GiftCardRow['state']; action: string }

async function change(tx: Tx, shop: Shop, orderId: string, { from, to, action }: Change): Promise<void> {
  const card = await lockBoughtCard(tx, orderId)
  if (card?.state !== from) return
  await tx.updateTable('gift_cards').set({ state: to }).where('id', '=', card.id).execute()
  const name = `Gift card ${maskedCode(card.last_four)}`
  await writeRecord(tx, shop, THE_SHOP, { subject: 'giftCard', id: card.id, name, action })
}
