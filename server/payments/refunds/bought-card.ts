/** The refund of an order that bought a gift card takes the money from that card. */
import { formatCents } from '#shared/kernel/pricing.ts'
import type { GiftCardRow, PaymentRow, RefundRow, Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { lockBoughtCard, updateFrozen } from '#server/checkout/gift-cards/freeze.ts'
import { credit, debit } from '#server/checkout/gift-cards/card-moves.ts'
import type { Shop } from '#server/platform/shop.ts'

/**
 * Takes the amount of a refund from the card that the order bought, before the refund is sent. Throws 409 if less is left
 * on it: only what is not spent can be refunded. Does nothing for other orders.
 */
export async function reserveFromBoughtCard(
  tx: Tx,
  shop: Shop,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  const card = await cardOf(tx, payment, refund)
  if (!card) return
  const { amount_cents: cents, id: refund_id, actor } = refund
  await requireWholeDeliveries(tx, card, cents)
  if (await debit(tx, shop, { card_id: card.id, cents: -cents, kind: 'returned', refund_id, actor })) return
  const left = `Only ${formatCents(card.balance_cents)} is left`
  const message = card.is_subscription
    ? `${left} of the gift. What is delivered cannot be refunded`
    : `${left} on the gift card. What is spent cannot be refunded`
  throw conflict(message, { code: 'left' })
}

/**
 * A gift subscription is refunded by whole deliveries, so that nothing stays that pays for none. Throws 409 for another
 * amount.
 */
async function requireWholeDeliveries(tx: Tx, card: GiftCardRow, cents: number): Promise<void> {
  if (!card.is_subscription) return
  const gift = await tx
    .selectFrom('gift_subscriptions')
    .select('share_cents')
    .where('card_id', '=', card.id)
    .executeTakeFirstOrThrow()
  const { share_cents: share } = gift
  const rest = card.balance_cents - cents
  if (rest < 0 || rest % share === 0) return
  throw conflict(
    `A delivery of this gift costs ${formatCents(share)}. Refund ${formatCents(card.balance_cents)} for all that are left, or a multiple of a delivery`,
    { code: 'left' },
  )
}

/**
 * The same for money that is gone already: a refund that was made at PayPal, or taken back by it. Takes what is left, and
 * freezes the card if that is too little.
 */
export async function takeFromBoughtCard(
  tx: Tx,
  shop: Shop,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  const card = await cardOf(tx, payment, refund)
  if (!card) return
  const cents = Math.min(card.balance_cents, refund.amount_cents)
  const move = { card_id: card.id, kind: 'returned', refund_id: refund.id, actor: refund.actor } as const
  if (cents > 0) await debit(tx, shop, { ...move, cents: -cents })
  await updateFrozen(tx, shop, payment.order_id)
}

/**
 * Gives back to the bought card what a failed refund took from it. The card is valid again if only this refund has frozen it.
 * Call it after the refund's row is in state `failed`.
 */
export async function returnToBoughtCard(
  tx: Tx,
  shop: Shop,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  const card = await cardOf(tx, payment, refund)
  if (!card) return
  const { cents } = await tx
    .selectFrom('gift_card_moves')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('cents'), eb.lit(0)).as('cents'))
    .where('refund_id', '=', refund.id)
    .executeTakeFirstOrThrow()
  if (cents < 0)
    await credit(tx, shop, {
      card_id: card.id,
      cents: -cents,
      kind: 'returned',
      refund_id: refund.id,
      actor: 'PayPal',
    })
  await updateFrozen(tx, shop, payment.order_id)
}

/** The card that the order of the payment bought, locked; null if the refund is not one of its price. */
function cardOf(tx: Tx, payment: PaymentRow, refund: RefundRow) {
  return refund.of_sale ? lockBoughtCard(tx, payment.order_id) : null
}
