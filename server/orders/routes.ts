import type { orderAdmin } from '#shared/api/order-admin.ts'
import type { orders } from '#shared/api/orders.ts'
import { assignRefundTo, returnStock } from '../payments/amend-refund.ts'
import { closeOrder } from '../payments/close-order.ts'
import { payOrder } from '../payments/payments.ts'
import { refundOrder } from '../payments/refund.ts'
import { startPayment } from '../payments/start-payment.ts'
import type { Handlers } from '../http/serve.ts'
import { cancelOrder } from './close.ts'
import { listAllOrders } from './admin-list.ts'
import { exportSales } from './export-sales.ts'
import { markDelivered, markShipped } from './fulfil.ts'
import { addNote, listNotes, removeNote } from './notes.ts'
import { getOrder, listOrdersOf } from './orders.ts'
import { placeOrder } from './place-order.ts'
import { sumUpSales } from './sales.ts'

export const orderRoutes: Handlers<typeof orders> = {
  place: ({ shop, user, body, visit }) => placeOrder(shop, user, body, visit),
  mine: ({ shop, user, query }) => listOrdersOf(shop, user._id, query.pageNumber),
  list: ({ shop, query }) => listAllOrders(shop, query),
  one: ({ shop, user, params }) => getOrder(shop, user, params.id),
  startPayment: ({ shop, user, params }) => startPayment(shop, user, params.id),
  pay: ({ shop, user, params, body }) => payOrder(shop, user, params.id, body.id),
  deliver: ({ shop, user, params }) => markDelivered(shop, user, params.id),
  remove: async ({ shop, user, params }) => {
    await cancelOrder(shop, user, params.id)
    return { message: 'Order removed' }
  },
}

export const orderDeskRoutes: Handlers<typeof orderAdmin> = {
  ship: ({ shop, user, params, body }) => markShipped(shop, user, params.id, body),
  refund: ({ shop, user, params, body, visit }) =>
    refundOrder(shop, user, params.id, body, visit.idempotencyKey),
  close: ({ shop, user, params }) => closeOrder(shop, user, params.id),
  assignRefund: ({ shop, user, params, body }) =>
    assignRefundTo(shop, user, params.id, params.refundId, body),
  returnStock: ({ shop, user, params, body }) =>
    returnStock(shop, user, params.id, params.refundId, body.stock),
  notes: async ({ shop, user, params }) => ({ notes: await listNotes(shop, user, params.id) }),
  addNote: ({ shop, user, params, body }) => addNote(shop, user, params.id, body.text),
  removeNote: async ({ shop, user, params }) => {
    await removeNote(shop, user, params.id, params.noteId)
    return { message: 'Note removed' }
  },
  sales: ({ shop, query }) => sumUpSales(shop, query),
  export: ({ shop, user, query }) => exportSales(shop, user, query),
}
