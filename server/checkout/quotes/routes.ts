import type { delivery } from '#shared/roastery/api/delivery.ts'
import type { shippo } from '#shared/checkout/api/shippo.ts'
import { nextDelivery } from '#server/roastery/delivery/delivery.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { cartDelivery } from './cart-delivery.ts'
import { estimateShipping, quoteShipping, validateAddress } from './quotes.ts'

export const deliveryRoutes: Handlers<typeof delivery> = {
  next: ({ shop }) => nextDelivery(shop),
  ofCart: ({ shop, body }) => cartDelivery(shop, body.orderItems),
}

export const shippoRoutes: Handlers<typeof shippo> = {
  validate: ({ shop, user, body }) => validateAddress(shop, user, body),
  estimate: ({ shop, body }) => estimateShipping(shop, body),
  calcship: ({ shop, user, body }) => quoteShipping(shop, user, body),
}
