/**
 * The price of a delivery of a gift subscription: the coffee as for subscribers, and shipping as the owner set it. Sales
 * tax depends on the address, which may not be known when the gift is bought, so it comes out of the price of shipping.
 */
import { priceCart, shippingPrice, subscriberPrice, toCents, type TaxRule } from '#shared/kernel/pricing.ts'
import { subscribingOf } from '#server/platform/settings/subscribing.ts'
import type { Goods } from '#server/checkout/quotes/goods.ts'
import { scheduleOf } from '#server/roastery/delivery/schedule.ts'
import type { Shop } from '#server/platform/shop.ts'

/** In cents. `share` is the price of a delivery, and `goods` the part of it that is for the coffee. */
export type Share = { share: number; goods: number }

/** Returns the function from the list price of a bag to the price of a delivery of it, with today's settings. */
export async function shareOf(shop: Shop): Promise<(listCents: number) => Share> {
  const { percent, giftShipping } = await subscribingOf(shop)
  const { freeFrom } = await scheduleOf(shop)
  const free = freeFrom === null ? null : toCents(freeFrom)
  return (listCents) => {
    const goods = subscriberPrice(listCents, percent)
    return { share: goods + shippingPrice(goods, toCents(giftShipping), free), goods }
  }
}

/**
 * Divides the price of a delivery: the coffee, sales tax on it, and the rest for shipping. If the rest does not pay the tax,
 * the coffee is cheaper. The sum is always `share_cents`.
 * @param state two-letter code of the address
 */
export function divideShare(
  { share_cents: share, goods_cents: most }: { share_cents: number; goods_cents: number },
  state: string,
  tax: TaxRule,
): { goods: number; shipping: number } {
  for (let goods = most; ; goods--) {
    const { totalCents } = priceCart([{ priceCents: goods, qty: 1 }], 0, state, tax)
    if (totalCents <= share) return { goods, shipping: share - totalCents }
  }
}

/** The bag at the price that was paid: the list price, less a discount; or more, if the coffee costs less today. */
export function pricedBag(bag: Goods, goods: number): Goods {
  const priceCents = Math.max(bag.priceCents, goods)
  return { ...bag, priceCents, discountCents: priceCents - goods }
}
