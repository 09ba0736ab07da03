/** The deliveries of a gift subscription: who they are from, what they cost, and the card that pays them. */
import type { TaxRule } from '#shared/kernel/pricing.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import type { OrderRow, SubscriptionRow } from '#server/kernel/db/schema.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { holdCards, takeCards } from '#server/checkout/gift-cards/spend.ts'
import { note } from '#server/checkout/orders/history.ts'
import type { DeliveryMethod } from '#server/checkout/orders/place/delivery-method.ts'
import { priceGoods } from '#server/checkout/orders/place/price-order.ts'
import type { Goods } from '#server/checkout/quotes/goods.ts'
import { giftMail } from '#server/platform/outbox/gift-mail.ts'
import { GIFT_SUBSCRIPTION, orderMail } from '#server/platform/outbox/order-mail.ts'
import type { Shop } from '#server/platform/shop.ts'
import { changeAsRead, leftOf } from '../steps.ts'
import type { GiftRow } from './find.ts'
import { divideShare, pricedBag } from './price.ts'

/**
 * The bag and the shipping at the prices that add up to the price of a delivery. Pickup is not offered for gifts.
 * @param goods the bag of the delivery
 */
export function priceDelivery(gift: GiftRow, goods: Goods[], method: DeliveryMethod, tax: TaxRule) {
  const { goods: goodsCents, shipping } = divideShare(gift, method.address.state, tax)
  const bag = pricedBag(goods[0]!, goodsCents)
  const shipped =
    'quote' in method ? { ...method, quote: { ...method.quote, price_cents: shipping } } : method
  const priced = priceGoods([bag], shipped, tax, null)
  if (priced.totals.totalCents !== gift.share_cents)
    throw new Error(
      `A delivery of gift ${gift.id} costs ${priced.totals.totalCents}, not ${gift.share_cents}`,
    )
  return { goods: [bag], method: shipped, ...priced }
}

/**
 * The buyer of the order of a delivery. A gift to an address: the giver. A gift by email: no account, because the giver would
 * see the receiver's address, and the receiver the price; no mail to a buyer is sent either
 * (server/platform/outbox/order-mail.ts). No order of a gift asks for a review.
 */
export function buyerColumns(shop: Shop, { giver, recipient_email }: GiftRow): Partial<OrderRow> {
  const owner = recipient_email === '' ? giver : { user_id: null, is_guest: 0 as const }
  return {
    user_id: owner.user_id,
    is_guest: owner.is_guest,
    payment_method: GIFT_SUBSCRIPTION,
    review_requested_at: isoNow(shop.clock),
  }
}

/** The steps that pay the order of a delivery from the card, after the order is inserted. The giver gets no receipt. */
export function paySteps(shop: Shop, order: OrderRow, { card, share_cents: cents }: GiftRow): Step[] {
  return [
    ...holdCards(shop, order, [{ card, cents }]),
    { query: note(shop.db, shop, order.id, 'The shop', 'Paid by a gift subscription') },
    { query: orderMail(shop.db, shop, 'order-to-ship', order.id) },
    ...takeCards(shop, order),
  ]
}

/** Ends a gift whose money is used up or refunded. */
export async function endGift(shop: Shop, row: SubscriptionRow): Promise<void> {
  await allOrNone(shop.db, [changeAsRead(shop, row, ENDED)])
}

const ENDED = { status: 'ended', next_on: null, charge_after: null } as const

/** The columns of the subscription after a delivery: it has ended with the last one. */
export function afterDelivery(gift: GiftRow): Partial<SubscriptionRow> {
  return leftOf(gift) > 1 ? { status: 'gift' } : ENDED
}

/** Tells the receiver about the next delivery, if the giver entered an email. It can be made from then on. */
export async function announceGift(shop: Shop, row: SubscriptionRow, gift: GiftRow): Promise<void> {
  const to = gift.recipient_email
  const mail = giftMail(shop.db, shop, 'gift-next', { id: gift.id, to, key: row.next_number })
  const unmet = await allOrNone(shop.db, [
    changeAsRead(shop, row, { charge_after: isoNow(shop.clock) }),
    ...(to === '' ? [] : [{ query: mail }]),
  ])
  if (!unmet) shop.mailSignal.raise()
}
