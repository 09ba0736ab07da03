/**
 * The life of a sold card without staff: it is issued and mailed once its order is paid, or void if the order is closed unpaid,
 * and the names on an empty card are deleted after a year.
 */
import { allOrNone, type Step } from '#server/kernel/db/all-or-none.ts'
import type { Db, Tx, GiftCardRow } from '#server/kernel/db/schema.ts'
import { giftCardMail } from '#server/platform/outbox/gift-card-mail.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, DAY, isoIn } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { moveOf } from './card-moves.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { transact } from '#server/kernel/db/transact.ts'

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
  // The receiver of a gift subscription gets a mail of its own (server/subscriptions/gifts/begin.ts).
  const isDue = !card.is_subscription && (card.send_on === null || card.send_on <= nowAt(clock).day)
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

/** The time of day at the shop from which cards of a chosen day are mailed. */
const FROM = '08:00'
const BATCH = 200

/** Queues the mails of all cards that are due. A card is claimed in the transaction of its mail, so it is mailed once. */
export async function mailDueCards(shop: Shop): Promise<void> {
  const { day, time } = nowAt(shop.clock)
  const due = await shop.db
    .selectFrom('gift_cards')
    .selectAll()
    .where('mailed_at', 'is', null)
    .where('recipient_email', '<>', '')
    .where('state', '=', 'active')
    .where((eb) =>
      eb.or([
        eb('send_on', 'is', null),
        eb('send_on', '<', day),
        ...(time >= FROM ? [eb('send_on', '=', day)] : []),
      ]),
    )
    .limit(BATCH)
    .execute()
  for (const card of due) await transact(shop.db, (tx) => mailOnce(tx, shop, card))
  if (due.length > 0) shop.mailSignal.raise()
}

async function mailOnce(tx: Tx, shop: Shop, card: GiftCardRow): Promise<void> {
  const claimed = await tx
    .updateTable('gift_cards')
    .set({ mailed_at: isoNow(shop.clock) })
    .where('id', '=', card.id)
    .where('mailed_at', 'is', null)
    .where('state', '=', 'active')
    .returning('id')
    .executeTakeFirst()
  if (claimed) await giftCardMail(tx, shop, card, subjectOfCard(card)).execute()
}

export function subjectOfCard({ sender_name: from, cents }: GiftCardRow): string {
  return from ? `A gift card from ${from}` : `Your gift card of ${formatCents(cents)}`
}

/** 12 months, as the privacy policy says (server/content/site-pages/texts/privacy-policy.md). */
const KEEP_NAMES = 365 * DAY

/** Deletes the names, addresses and notes of cards on which nothing is left for 12 months. Amounts and moves stay. */
export async function sweepCards({ db, clock }: Shop): Promise<void> {
  await db
    .updateTable('gift_cards')
    .set({ recipient_name: '', recipient_email: '', sender_name: '', note: '' })
    .where('balance_cents', '=', 0)
    .where('state', '<>', 'ordered')
    .where('created_at', '<', isoIn(clock, -KEEP_NAMES))
    .where((eb) => eb.or([eb('recipient_name', '<>', ''), eb('recipient_email', '<>', '')]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('gift_card_moves')
            .select('gift_card_moves.id')
            .whereRef('card_id', '=', 'gift_cards.id')
            .where('at', '>=', isoIn(clock, -KEEP_NAMES)),
        ),
      ),
    )
    .execute()
}
