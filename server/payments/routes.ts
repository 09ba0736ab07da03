/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import { express } from '#shared/checkout/api/express.ts'
import { orders } from '#shared/checkout/api/orders.ts'
import { accounting } from '#shared/payments/api/accounting.ts'
import { paymentsCheck } from '#shared/payments/api/payments-check.ts'
import { paymentMethods } from '#shared/payments/api/payment-methods.ts'
import { orderAdminRoutes, orderRoutes } from '#server/checkout/orders/routes.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { assignRefundTo, returnStock } from './refunds/amend-refund.ts'
import { closeOrder } from './events/close-order.ts'
import { changeAddress, openExpress } from './express/open.ts'
import { payExpress } from './express/pay.ts'
import { readPrice } from './express/price.ts'
import { payOrder } from './capture/pay-order.ts'
import { refundOrder } from './refunds/refund.ts'
import { beginSaving, finishSaving } from './methods/save-method.ts'
import { startPayment } from './capture/start-payment.ts'
import { listMethods, removeMethod } from './methods/methods.ts'
import { exportMonth, closeMonth, listMonths, readDay, readMonth } from './accounting/months.ts'
import { markFindingSeen, settleFinding } from './payments-check/act.ts'
import { readPaymentsCheck } from './payments-check/payments-check.ts'
import { comparePayments } from './payments-check/compare.ts'

export function servePayments(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, paymentMethods, {
    list: async ({ shop, user }) => ({ methods: await listMethods(shop, user._id) }),
    begin: ({ shop, user }) => beginSaving(shop, user),
    finish: ({ shop, user, body }) => finishSaving(shop, user, body.setupToken),
    remove: async ({ shop, user, params }) => {
      await removeMethod(shop, user, params.id)
      return { message: 'Payment method removed. We never charge it again' }
    },
  })
  serve(app, serving, orders, {
    ...orderRoutes,
    startPayment: ({ shop, user, params, body }) => startPayment(shop, user, params.id, body.method),
    pay: ({ shop, user, params, body }) => payOrder(shop, user, params.id, body.id),
  })
  serve(app, serving, express, {
    open: ({ shop, body, http }) => openExpress(shop, body, http),
    price: ({ shop, body, http }) => readPrice(shop, body, http),
    address: ({ shop, params, body, http }) => changeAddress(shop, params.id, body, http),
    pay: ({ shop, params, body }) => payExpress(shop, params.id, body.token),
  })
  serve(app, serving, orderAdmin, {
    ...orderAdminRoutes,
    refund: ({ shop, user, params, body, http }) =>
      refundOrder(shop, user, params.id, body, http.idempotencyKey),
    close: ({ shop, user, params }) => closeOrder(shop, user, params.id),
    assignRefund: ({ shop, user, params, body }) =>
      assignRefundTo(shop, user, params.id, params.refundId, body),
    returnStock: ({ shop, user, params, body }) =>
      returnStock(shop, user, params.id, params.refundId, body.stock),
  })
  serve(app, serving, paymentsCheck, {
    books: ({ shop }) => readPaymentsCheck(shop),
    compare: async ({ shop, body }) => {
      await comparePayments(shop, body.days)
      return readPaymentsCheck(shop)
    },
    settle: ({ shop, user, params }) => settleFinding(shop, user, params.id),
    see: ({ shop, user, params, body }) => markFindingSeen(shop, user, params.id, body.note),
  })
  serve(app, serving, accounting, {
    months: async ({ shop }) => ({ months: await listMonths(shop) }),
    month: ({ shop, params }) => readMonth(shop, params.month),
    day: ({ shop, params }) => readDay(shop, params.month, params.day),
    file: ({ shop, user, params, query }) => exportMonth(shop, user, params, query.part),
    close: ({ shop, user, params, body }) => closeMonth(shop, user, params.month, body.stamp),
  })
}
