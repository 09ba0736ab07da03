/** Gift subscriptions with the order that bought them and the card with their money. */
import { readCode } from '#shared/checkout/gift-cards.ts'
import type { Db, GiftCardRow, GiftSubscriptionRow, OrderRow } from '#server/kernel/db/schema.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { hashOf } from '#server/checkout/gift-cards/codes.ts'
import type { Shop } from '#server/platform/shop.ts'

type Giver = Pick<OrderRow, 'user_id' | 'is_guest' | 'buyer_name' | 'buyer_email'>

export type GiftRow = GiftSubscriptionRow & { card: GiftCardRow; giver: Giver }

/** The gift of a running subscription. */
export async function giftOfSubscription(db: Db, subscription: string): Promise<GiftRow> {
  const [gift] = await withCards(db, await select(db).where('subscription_id', '=', subscription).execute())
  if (!gift) throw new Error(`Subscription ${subscription} has no gift`)
  return gift
}

/** The gift that an order bought. Throws 404. */
export async function giftOfOrder(db: Db, order: string): Promise<GiftRow> {
  const [gift] = await withCards(db, await select(db).where('order_id', '=', order).execute())
  if (!gift) throw notFound('Gift subscription')
  return gift
}

/** The gift with this id; undefined if there is none. */
export async function giftById(db: Db, id: string): Promise<GiftRow | undefined> {
  const [gift] = await withCards(db, await select(db).where('id', '=', id).execute())
  return gift
}

/**
 * The gift of a typed code. Throws 404 for a code that no paid gift has, and 429 after too many wrong codes of one network or
 * in total, with those of gift cards.
 * @param ip the client address of the request
 */
export async function giftByCode(shop: Shop, ip: string, typed: string): Promise<GiftRow> {
  await shop.limits.checkGiftCard(ip)
  const code = readCode(typed)
  const rows = code === null ? [] : await select(shop.db).where('code_hash', '=', hashOf(code)).execute()
  const [gift] = await withCards(shop.db, rows)
  if (gift && gift.card.state !== 'ordered' && gift.card.state !== 'void') return gift
  await shop.limits.countWrongGiftCard(ip)
  const message =
    'We have no gift with this link. If you got a newer email, open the link in it. Otherwise ask the person who sent it'
  throw new Refusal(404, message, { code: 'gift' })
}

function select(db: Db) {
  return db.selectFrom('gift_subscriptions').selectAll()
}

/** Adds the cards and the givers. */
export async function withCards(db: Db, rows: GiftSubscriptionRow[]): Promise<GiftRow[]> {
  if (rows.length === 0) return []
  const [cards, orders] = await Promise.all([
    db
      .selectFrom('gift_cards')
      .selectAll()
      .where(
        'id',
        'in',
        rows.map(({ card_id: id }) => id),
      )
      .execute(),
    db
      .selectFrom('orders')
      .select(['id', 'user_id', 'is_guest', 'buyer_name', 'buyer_email'])
      .where(
        'id',
        'in',
        rows.map(({ order_id: id }) => id),
      )
      .execute(),
  ])
  return rows.map((row) => {
    const { id: _, ...giver } = orders.find(({ id }) => id === row.order_id)!
    return { ...row, card: cards.find(({ id }) => id === row.card_id)!, giver }
  })
}
