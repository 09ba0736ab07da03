import type { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import type { orders } from '#shared/checkout/api/orders.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { cancelOrder, extendHold } from './close.ts'
import { listAllOrders, listOrdersOf } from './read/list.ts'
import { exportSales } from './reports/export-sales.ts'
import { markDelivered, markShipped } from './fulfill/mark.ts'
import { orderCalendar } from './read/calendar.ts'
import { invoiceFile } from './read/invoice.ts'
import { addNote, listNotes, removeNote } from './history.ts'
import { getOrder } from './read/order.ts'
import { placeOrder } from './place/place-order.ts'
import { replaceOrder } from './replace.ts'
import { sumUpSales } from './reports/sales.ts'
import type { promises } from '#shared/roastery/api/promises.ts'
import { affectedOrders } from './move/affected-orders.ts'
import { movePromises } from './move/move-promises.ts'

/** The order endpoints. The endpoints for payment are in payments/routes.ts. */
export const orderRoutes: Omit<Handlers<typeof orders>, 'startPayment' | 'pay'> = {
  place: ({ shop, user, body, http }) => placeOrder(shop, user, body, http),
  mine: ({ shop, user, query }) => listOrdersOf(shop, user._id, query.pageNumber),
  list: ({ shop, query }) => listAllOrders(shop, query),
  one: ({ shop, user, params }) => getOrder(shop, user, params.id),
  extendHold: ({ shop, user, params }) => extendHold(shop, user, params.id),
  invoice: ({ shop, user, params }) => invoiceFile(shop, user, params.id),
  calendar: ({ shop, user, params }) => orderCalendar(shop, user, params.id),
  deliver: ({ shop, user, params }) => markDelivered(shop, user, params.id),
  remove: async ({ shop, user, params, query }) => {
    await cancelOrder(shop, user, params.id, { isReplaced: query.because === 'changed' })
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

/** All but the preview of the mail, which is in mail/routes.ts. */
export const promiseRoutes: Omit<Handlers<typeof promises>, 'preview'> = {
  affected: ({ shop }) => affectedOrders(shop),
  movePromises: ({ shop, user, body }) => movePromises(shop, user, body),
}
