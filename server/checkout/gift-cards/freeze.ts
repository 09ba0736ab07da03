/**
 * Whether a bought card is frozen. It follows from the payment of its purchase: the card is frozen while a dispute is open or
 * lost, and while more was taken back than the card has given back. The state in the row is derived from these facts after
 * each change of them, and when the card is replaced, so it does not matter in which order they happen.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db, DisputeRow, GiftCardRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { Shop } from '#server/platform/shop.ts'
import { lockCard, recordCard } from './card-moves.ts'

const THE_SHOP = { _id: null, name: 'The shop' }

/** The states of a dispute in which the shop has the money for good. */
const OVER: DisputeRow['state'][] = ['won', 'closed']

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

/**
 * Freezes the card of an order, or makes it valid again, as its disputes and refunds require. A blocked card stays blocked.
 * Does nothing if the order bought no card. Call it after each change of a dispute or a refund, in its transaction.
 */
export async function updateFrozen(tx: Tx, shop: Shop, orderId: string): Promise<void> {
  const card = await lockBoughtCard(tx, orderId)
  if (card?.state !== 'active' && card?.state !== 'frozen') return
  const reason = await reasonToFreeze(tx, orderId)
  const state = reason === null ? 'active' : 'frozen'
  if (card.state === state) return
  await tx.updateTable('gift_cards').set({ state }).where('id', '=', card.id).execute()
  const action = reason === null ? 'Valid again: its payment is no longer in doubt' : `Frozen: ${reason}`
  await recordCard(tx, shop, THE_SHOP, card, action)
}

/** Whether a card that replaces `card` is frozen. A card that was sold at the bar keeps its state. */
export async function isReplacementFrozen(tx: Tx, card: GiftCardRow): Promise<boolean> {
  let first = card
  for (;;) {
    if (first.order_id !== null) return (await reasonToFreeze(tx, first.order_id)) !== null
    const before = await tx
      .selectFrom('gift_cards')
      .selectAll()
      .where('replaced_by', '=', first.id)
      .executeTakeFirst()
    if (!before) return card.state === 'frozen'
    first = before
  }
}

/**
 * Corrects the states that an earlier version of the shop has stored. Locks only the cards whose state does not follow from
 * their disputes and refunds, and all that were replaced: what replaces them is known only after they are read.
 */
export async function updateAllFrozen(shop: Shop): Promise<void> {
  const order = sql.ref<string>('gift_cards.order_id')
  const inDoubt = sql`(${isDisputed(order)} or ${isTakenBack(order)})`
  const purchases = await shop.db
    .selectFrom('gift_cards')
    .select('order_id')
    .where('order_id', 'is not', null)
    .where(
      sql<boolean>`(replaced_by is not null or (state = 'active' and ${inDoubt}) or (state = 'frozen' and not ${inDoubt}))`,
    )
    .execute()
  for (const { order_id: id } of purchases) await transact(shop.db, (tx) => updateFrozen(tx, shop, id!))
}

/** Why the card of an order must not be spent; null if it may. */
async function reasonToFreeze(db: Db, orderId: string): Promise<string | null> {
  const order = sql.val(orderId)
  const { disputed, takenBack } = await db
    .selectNoFrom([isDisputed(order).as('disputed'), isTakenBack(order).as('takenBack')])
    .executeTakeFirstOrThrow()
  if (disputed) return 'The buyer disputes its payment'
  return takenBack ? 'Its payment was taken back' : null
}

/** Whether a dispute about the payment of an order is open or lost. */
function isDisputed(order: RawBuilder<string>) {
  return sql<boolean>`exists (select 1 from disputes join payments on payments.id = disputes.payment_id
    where payments.order_id = ${order} and disputes.state not in (${sql.join(OVER)}))`
}

/** Whether a refund took more than the card has given back. */
function isTakenBack(order: RawBuilder<string>) {
  return sql<boolean>`exists (select 1 from refunds join payments on payments.id = refunds.payment_id
    where payments.order_id = ${order} and refunds.of_sale = 1 and refunds.state <> 'failed'
    and refunds.amount_cents + coalesce((
      select sum(cents) from gift_card_moves where gift_card_moves.refund_id = refunds.id), 0) > 0)`
}
