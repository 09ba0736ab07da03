/** Issues the card of an order that is paid, once; and voids the card of an order that is closed unpaid. */
import { allOrNone, type Step } from '#server/kernel/db/all-or-none.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { giftCardMail } from '#server/platform/outbox/gift-card-mail.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { moveOf } from './card-moves.ts'
import { subjectOfCard } from './mail-cards.ts'

/**
 * The steps that issue the card of an order, in the transaction in which the order becomes paid. The mail is queued too,
 * unless the buyer chose a day.
 */
export async function issueCard(shop: Shop, orderId: string): Promise<Step[]> {
  const { db, clock } = shop
  const card = await db
    .selectFrom('gift_cards')
    .innerJoin('orders', 'orders.id', 'gift_cards.order_id')
    .selectAll('gift_cards')
    .select('orders.buyer_name')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const now = isoNow(clock)
  const isDue = card.send_on === null || card.send_on <= nowAt(clock).day
  const move = moveOf(shop, {
    card_id: card.id,
    cents: card.cents,
    kind: 'issued',
    order_id: orderId,
    actor: card.buyer_name,
  })
  const issued: Step = {
    query: db
      .updateTable('gift_cards')
      .set({
        state: 'active',
        balance_cents: card.cents,
        issued_at: now,
        ...(isDue ? { mailed_at: now } : {}),
      })
      .where('id', '=', card.id)
      .where('state', '=', 'ordered'),
    rows: 1,
  }
  return [
    issued,
    { query: db.insertInto('gift_card_moves').values(move) },
    ...(isDue ? [{ query: giftCardMail(db, shop, card, subjectOfCard(card)) }] : []),
  ]
}

/** Ends the card of an order that is closed unpaid. Its code was never shown. */
export async function voidCard(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('gift_cards')
    .set({ state: 'void', sealed_code: null })
    .where('order_id', '=', orderId)
    .where('state', '=', 'ordered')
    .execute()
}

/**
 * Issues the cards of paid orders that the previous release recorded as paid during an update. That release does not
 * know gift cards, and leaves their orders to be shipped.
 */
export async function issueForgotten(shop: Shop): Promise<void> {
  for (const id of await forgotten(shop.db)) {
    shop.log.warn({ order: id }, 'a paid gift card was not issued')
    await allOrNone(shop.db, [
      {
        query: shop.db
          .updateTable('orders')
          .set({ state: 'delivered', delivered_at: isoNow(shop.clock) })
          .where('id', '=', id)
          .where('state', '=', 'paid'),
        rows: 1,
      },
      ...(await issueCard(shop, id)),
    ])
  }
}

async function forgotten(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('gift_cards')
    .innerJoin('orders', 'orders.id', 'gift_cards.order_id')
    .select('orders.id')
    .where('gift_cards.state', '=', 'ordered')
    .where('orders.state', '=', 'paid')
    .execute()
  return rows.map(({ id }) => id)
}
