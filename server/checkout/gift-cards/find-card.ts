/** Finds the card of a code, with limits on wrong codes. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { giftCards } from '#shared/checkout/api/gift-cards.ts'
import { problemOfCode, readCode } from '#shared/checkout/gift-cards.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { GiftCardRow } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { hashOf } from './codes.ts'

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
  code: string,
): Promise<Reply<typeof giftCards.balance>> {
  const card = await findByCode(shop, ip, code)
  return {
    lastFour: card.last_four,
    state: card.state,
    balance: toDollars(card.balance_cents),
    amount: toDollars(card.cents),
  }
}
