/** The giver corrects the email of a gift. It gets a new code, so that the link at the wrong address stops working. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { GiftOfOrder, gifts } from '#shared/subscriptions/api/gifts.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { newCode } from '#server/checkout/gift-cards/codes.ts'
import { findOrder } from '#server/checkout/orders/read/order.ts'
import { giftMail } from '#server/platform/outbox/gift-mail.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import type { Shop } from '#server/platform/shop.ts'
import { giftOfOrder } from './find.ts'
import { canCorrect, readGiftOfOrder } from './read.ts'

/** The limit prevents that one gift is used to mail many strangers. */
const MOST_CORRECTIONS = 10

/**
 * Sends a gift to another address, or again to the same one. If its day has not come, it is mailed on that day. Throws 404,
 * 409 for a gift that is opened or was corrected too often, and 429 for an address that got too many mails.
 */
export async function correctGift(
  shop: Shop,
  user: Buyer,
  orderId: string,
  { email, name }: Body<typeof gifts.correct>,
): Promise<GiftOfOrder> {
  const order = await findOrder(shop, user, orderId)
  const gift = await giftOfOrder(shop.db, order.id)
  if (!canCorrect(gift)) throw notPossible()
  if (gift.corrections >= MOST_CORRECTIONS)
    throw conflict('The address was changed too often. Please write to us', { code: 'often' })
  if (!(await shop.limits.mayMail('order', email)))
    throw new Refusal(429, 'This address got many emails today. Please try again tomorrow')
  const { code_hash, sealed_code } = await newCode(shop, gift.id)
  const now = isoNow(shop.clock)
  const key = gift.corrections + 1
  const corrected = shop.db
    .updateTable('gift_subscriptions')
    .set({
      code_hash,
      sealed_code,
      recipient_email: email,
      ...(name === undefined ? {} : { recipient_name: name }),
      corrections: key,
      // A gift whose day has not come stays for that day.
      ...(gift.sent_at === null ? {} : { sent_at: now }),
      told_at: null,
      version: gift.version + 1,
      updated_at: now,
    })
    .where('id', '=', gift.id)
    .where('version', '=', gift.version)
    .where('opened_at', 'is', null)
  const mails = [
    giftMail(shop.db, shop, 'gift-copy', { id: gift.id, to: gift.giver.buyer_email, key }),
    ...(gift.sent_at === null ? [] : [giftMail(shop.db, shop, 'gift', { id: gift.id, to: email, key })]),
  ]
  const unmet = await allOrNone(shop.db, [
    { query: corrected, rows: 1 },
    ...mails.map((query) => ({ query })),
  ])
  if (unmet) throw notPossible()
  shop.mailSignal.raise()
  return readGiftOfOrder(shop, user, orderId)
}

const notPossible = () =>
  conflict('This gift is opened, or has changed meanwhile. Reload the page to see what it is now', {
    code: 'opened',
  })
