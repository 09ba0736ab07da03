import type { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import type { orders } from '#shared/checkout/api/orders.ts'
import type { paymentMethods } from '#shared/payments/api/payment-methods.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { assignRefundTo, returnStock } from './refunds/amend-refund.ts'
import { closeOrder } from './events/close-order.ts'
import { payOrder } from './capture/payments.ts'
import { refundOrder } from './refunds/refund.ts'
import { beginSaving, finishSaving } from './methods/save-method.ts'
import { startPayment } from './capture/start-payment.ts'

/** The order endpoints for payment. */
export const paymentRoutes: Pick<Handlers<typeof orders>, 'startPayment' | 'pay'> = {
  startPayment: ({ shop, user, params }) => startPayment(shop, user, params.id),
  pay: ({ shop, user, params, body }) => payOrder(shop, user, params.id, body.id),
}

/** The endpoints that save a payment method without a purchase. */
export const savingRoutes: Pick<Handlers<typeof paymentMethods>, 'begin' | 'finish'> = {
  begin: ({ shop, user }) => beginSaving(shop, user),
  finish: ({ shop, user, body }) => finishSaving(shop, user, body.setupToken),
}

/** The order endpoints of the admin area that move money. */
export const paymentAdminRoutes: Pick<
  Handlers<typeof orderAdmin>,
  'refund' | 'close' | 'assignRefund' | 'returnStock'
> = {
  refund: ({ shop, user, params, body, http }) =>
    refundOrder(shop, user, params.id, body, http.idempotencyKey),
  close: ({ shop, user, params }) => closeOrder(shop, user, params.id),
  assignRefund: ({ shop, user, params, body }) =>
    assignRefundTo(shop, user, params.id, params.refundId, body),
  returnStock: ({ shop, user, params, body }) =>
    returnStock(shop, user, params.id, params.refundId, body.stock),
}
