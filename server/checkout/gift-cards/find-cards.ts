/** Gift cards for visitors and buyers: the card of a typed code, of an order, and those of an account. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { giftCards, CardOfOrder, OwnCard } from '#shared/checkout/api/gift-cards.ts'
import { problemOfCode, readCode } from '#shared/checkout/gift-cards.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { GiftCardRow } from '#server/kernel/db/schema.ts'
import { Refusal, notFound } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { hashOf, unseal } from './codes.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'

/** More cards than anyone has. */
const MOST = 100

/**
 * The card of a typed code, in any state. Throws 404 for a code that no card has, and 429 after too many wrong codes
 * from one network or in total.
 * @param ip the client address of the request
 */
export async function findByCode(shop: Shop, ip: string, typed: string): Promise<GiftCardRow> {
  await shop.limits.checkGiftCard(ip)
  const code = readCode(typed)
  const card =
    code === null
      ? undefined
      : await shop.db
          .selectFrom('gift_cards')
          .selectAll()
          .where('code_hash', '=', hashOf(code))
          // The code of an unpaid card has not been sent to anyone yet.
          .where('state', 'not in', ['ordered', 'void'])
          .executeTakeFirst()
  if (card) return card
  await shop.limits.countWrongGiftCard(ip)
  const message = problemOfCode(typed) ?? 'We have no gift card with this code. Please check the letters'
  throw new Refusal(404, message, { code: 'gift-card', field: 'code', fields: { code: message } })
}

/** What is left on the card of a code. Throws as `findByCode` does. */
export async function readBalance(
  shop: Shop,
  ip: string,
  { code, unpaidOrder }: Body<typeof giftCards.balance>,
): Promise<Reply<typeof giftCards.balance>> {
  const card = await findByCode(shop, ip, code)
  const held = await heldBy(shop, card, unpaidOrder)
  return {
    lastFour: card.last_four,
    state: card.state,
    balance: toDollars(card.balance_cents + held),
    amount: toDollars(card.cents),
    design: card.design,
    to: card.recipient_name,
    from: card.sender_name,
    note: card.note,
  }
}

/** What an unpaid order holds of a card, in cents. */
export async function heldBy({ db }: Shop, { id }: GiftCardRow, orderId?: string): Promise<number> {
  if (orderId === undefined) return 0
  const use = await db
    .selectFrom('gift_card_uses')
    .select('cents')
    .where('card_id', '=', id)
    .where('order_id', '=', orderId)
    .where('state', '=', 'held')
    .executeTakeFirst()
  return use?.cents ?? 0
}

/**
 * The card of an order. Throws 404 if the order bought none.
 * @param orderId the order of the caller
 * @param isSubscription 1 for the money of a gift subscription
 */
export async function readCardOf(
  shop: Shop,
  orderId: string,
  isSubscription: 0 | 1 = 0,
): Promise<GiftCardRow> {
  const card = await shop.db
    .selectFrom('gift_cards')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('is_subscription', '=', isSubscription)
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
    design: card.design,
    to: { name: card.recipient_name, email: card.recipient_email },
    from: card.sender_name,
    note: card.note,
    sendOn: card.send_on,
    mailedAt: card.mailed_at,
    canPrint: card.state === 'active' && (await unseal(shop, card)) !== null,
  }
}

/**
 * The caller's cards, newest first, without their codes. The balance of a card for another person is null, because it
 * shows what that person has spent. Cards that others bought for the caller are listed once the caller's address is
 * confirmed.
 */
export async function listOwnCards({ db }: Shop, { _id: userId }: SignedIn): Promise<{ cards: OwnCard[] }> {
  const { email, confirmed_email: confirmed } = await db
    .selectFrom('users')
    .select(['email', 'confirmed_email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const address = email.toLowerCase()
  const rows = await db
    .selectFrom('gift_cards')
    .leftJoin('orders', 'orders.id', 'gift_cards.order_id')
    .selectAll('gift_cards')
    .select(['orders.number', 'orders.user_id'])
    .where('gift_cards.state', 'not in', ['ordered', 'void'])
    .where('is_subscription', '=', 0)
    .where((eb) =>
      eb.or([
        eb('orders.user_id', '=', userId),
        ...(confirmed === email ? [eb('recipient_email', '=', address)] : []),
      ]),
    )
    .orderBy('gift_cards.created_at', 'desc')
    .limit(MOST)
    .execute()
  return {
    cards: rows.map((card) => {
      const isOwn = card.recipient_email === address
      const isBuyer = card.user_id === userId
      return {
        _id: card.id,
        lastFour: card.last_four,
        state: card.state,
        balance: isOwn ? toDollars(card.balance_cents) : null,
        amount: toDollars(card.cents),
        to: { name: card.recipient_name, email: card.recipient_email },
        from: card.sender_name,
        order: isBuyer && card.order_id !== null ? { _id: card.order_id, number: card.number ?? '' } : null,
        sendOn: card.send_on,
        mailedAt: card.mailed_at,
      }
    }),
  }
}
