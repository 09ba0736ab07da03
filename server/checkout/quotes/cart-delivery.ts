import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { delivery } from '#shared/roastery/api/delivery.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import { needOfGoods } from '#server/roastery/delivery/capacity.ts'
import { hasCoffee, noticeOf, pickupNoticeOf } from '#server/roastery/delivery/delivery.ts'
import { scheduleOf } from '#server/roastery/delivery/schedule.ts'
import type { Shop } from '#server/platform/shop.ts'
import { findGoods } from './goods.ts'

/**
 * When an order of a cart that is placed now arrives or can be picked up. Roast days with a capacity must have room for
 * the whole cart. Throws 409 for goods that are not on sale.
 */
export async function cartDelivery(
  shop: Shop,
  orderItems: PlaceOrder['orderItems'],
): Promise<Reply<typeof delivery.ofCart>> {
  const goods = await findGoods(shop, orderItems)
  const settings = await scheduleOf(shop)
  const of = { hasCoffee: hasCoffee(goods), need: await needOfGoods(shop, settings, goods) }
  return {
    delivery: noticeOf(shop, settings, of),
    pickup: settings.pickup ? pickupNoticeOf(shop, settings, of) : null,
  }
}
