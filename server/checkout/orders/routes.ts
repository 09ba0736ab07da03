import type { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import type { orders } from '#shared/checkout/api/orders.ts'
import type { packing } from '#shared/checkout/api/packing.ts'
import type { pickup } from '#shared/checkout/api/pickup.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { cancelOrder } from './close.ts'
import { listAllOrders } from './admin-list.ts'
import { extendHold } from './extend-hold.ts'
import { exportSales } from './reports/export-sales.ts'
import { markDelivered, markShipped } from './fulfill/fulfill.ts'
import { invoiceFile } from './invoice.ts'
import { addNote, listNotes, removeNote } from './notes.ts'
import { getOrder, listOrdersOf } from './orders.ts'
import { packedOrder } from './packed.ts'
import { listPickups } from './fulfill/pickup-list.ts'
import { markHandedOver, markNotReady, markReady, undoHandOver } from './fulfill/pickup.ts'
import { placeOrder } from './place/place-order.ts'
import { replaceOrder } from './replace/replace.ts'
import { sumUpSales } from './reports/sales.ts'

/** The order endpoints. The endpoints for payment are in payments/routes.ts. */
export const orderRoutes: Omit<Handlers<typeof orders>, 'startPayment' | 'pay'> = {
  place: ({ shop, user, body, http }) => placeOrder(shop, user, body, http),
  mine: ({ shop, user, query }) => listOrdersOf(shop, user._id, query.pageNumber),
  list: ({ shop, query }) => listAllOrders(shop, query),
  one: ({ shop, user, params }) => getOrder(shop, user, params.id),
  extendHold: ({ shop, user, params }) => extendHold(shop, user, params.id),
  invoice: ({ shop, user, params }) => invoiceFile(shop, user, params.id),
  deliver: ({ shop, user, params }) => markDelivered(shop, user, params.id),
  remove: async ({ shop, user, params }) => {
    await cancelOrder(shop, user, params.id)
    return { message: 'Order removed' }
  },
}

/** The order endpoints of the admin area. The endpoints that move money are in payments/routes.ts. */
export const orderAdminRoutes: Omit<
  Handlers<typeof orderAdmin>,
  'refund' | 'close' | 'assignRefund' | 'returnStock'
> = {
  ship: ({ shop, user, params, body }) => markShipped(shop, user, params.id, body),
  replace: ({ shop, user, params, body }) => replaceOrder(shop, user, params.id, body),
  notes: async ({ shop, user, params }) => ({ notes: await listNotes(shop, user, params.id) }),
  addNote: ({ shop, user, params, body }) => addNote(shop, user, params.id, body.text),
  removeNote: async ({ shop, user, params }) => {
    await removeNote(shop, user, params.id, params.noteId)
    return { message: 'Note removed' }
  },
  sales: ({ shop, query }) => sumUpSales(shop, query),
  export: ({ shop, user, query }) => exportSales(shop, user, query),
}

/** The endpoint for staff who pack an order. */
export const packingRoutes: Handlers<typeof packing> = {
  one: ({ shop, params }) => packedOrder(shop, params.id),
}

/** The endpoints of pickup at the bar. */
export const pickupRoutes: Handlers<typeof pickup> = {
  list: ({ shop, query }) => listPickups(shop, query.keyword),
  ready: ({ shop, user, params }) => markReady(shop, user, params.id),
  notReady: ({ shop, user, params }) => markNotReady(shop, user, params.id),
  handOver: ({ shop, user, params }) => markHandedOver(shop, user, params.id),
  undoHandOver: ({ shop, user, params }) => undoHandOver(shop, user, params.id),
}
