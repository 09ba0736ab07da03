/** The gift cards of an account: those that it bought, and those that were mailed to its address. */
import type { OwnCard } from '#shared/checkout/api/gift-cards.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'

/** More cards than anyone has. */
const MOST = 100

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
