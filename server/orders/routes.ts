import type { orders } from '#shared/api/orders.ts'
import { payOrder, startPayment } from '../payments/payments.ts'
import type { Handlers } from '../serve.ts'
import { cancelOrder, getOrder, listOrders, markDelivered } from './orders.ts'
import { placeOrder } from './place-order.ts'

export const orderRoutes: Handlers<typeof orders> = {
  place: ({ shop, user, body, visit }) => placeOrder(shop, user, body, visit.idempotencyKey),
  mine: ({ shop, user, query }) => listOrders(shop, query.pageNumber, user._id),
  list: ({ shop, query }) => listOrders(shop, query.pageNumber),
  one: ({ shop, user, params }) => getOrder(shop, user, params.id),
  startPayment: ({ shop, user, params }) => startPayment(shop, user, params.id),
  pay: ({ shop, user, params, body }) => payOrder(shop, user, params.id, body.id),
  deliver: ({ shop, user, params }) => markDelivered(shop, user, params.id),
  remove: async ({ shop, user, params }) => {
    await cancelOrder(shop, user, params.id)
    return { message: 'Order removed' }
  },
}
