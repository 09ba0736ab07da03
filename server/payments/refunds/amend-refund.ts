/**
 * Adds details to a refund after it was made: the refunded items, and the goods that were returned. This is needed for
 * refunds made on PayPal's site, for which PayPal reports only an amount, and for the shop's own refunds without items
 * or returned goods.
 */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { PaymentRow, RefundRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest, conflict, notFound } from '#server/kernel/errors.ts'
import { findOrder, getOrder } from '#server/checkout/orders/read/order.ts'
import { note, recordOrder } from '#server/checkout/orders/history.ts'
import { returnToStock } from '#server/checkout/orders/stock.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { shippingOf } from './plan-refund.ts'
import {
  chooseLines,
  describeLines,
  titleOf,
  readUnrefunded,
  readUnreturned,
  writeStock,
} from './refund-goods.ts'
import { assign, describeParts, readRefundable, toColumns } from './refund-parts.ts'
import { lockPayment } from '../checks/lock-payment.ts'

/**
 * Assigns items and shipping to a refund of an amount. The rest of the amount counts as goodwill.
 * Throws 404, 400 if nothing is chosen, and 409 if items are assigned already or more is chosen than is left.
 */
export async function assignRefundTo(
  shop: Shop,
  admin: SignedIn,
  orderId: string,
  refundId: string,
  body: Body<typeof orderAdmin.assignRefund>,
): Promise<Order> {
  await findOrder(shop, admin, orderId)
  await transact(shop.db, async (tx) => {
    const { payment, refund } = await lockRefund(tx, orderId, refundId)
    if (refund.is_itemized) throw conflict('What this refund was for is already set')
    const items = chooseLines(await readUnrefunded(tx, orderId), body.lines, 'be refunded')
    const others = await readRefundable(tx, payment, ({ is_itemized }) => is_itemized === 1)
    const shipping = shippingOf(others, body.shipping)
    if (items.length === 0 && shipping === 0) throw badRequest('Choose what the refund was for')
    const parts = toColumns(await assign(tx, payment, refund, items, shipping))
    const what = describeParts(parts, items)
    const amount = formatCents(refund.amount_cents)
    await note(tx, shop, orderId, admin.name, `The refund of ${amount} was for ${what}`).execute()
    await recordOrder(tx, shop, admin, orderId, 'Refund assigned', [
      { field: 'Refund', before: '', after: amount },
      { field: 'For', before: '', after: what },
    ])
  })
  return getOrder(shop, admin, orderId)
}

/**
 * Returns goods of a refunded order to stock: each line once per refund, and never more than were ordered.
 * Throws 404, 400 for goods that are not in the order, and 409 if the line was returned before or the quantity is too
 * large.
 */
export async function returnStock(
  shop: Shop,
  admin: SignedIn,
  orderId: string,
  refundId: string,
  lines: Body<typeof orderAdmin.returnStock>['stock'],
): Promise<Order> {
  await findOrder(shop, admin, orderId)
  const products = await transact(shop.db, async (tx) => {
    const { refund } = await lockRefund(tx, orderId, refundId)
    const stock = chooseLines(await readUnreturned(tx, orderId), lines, 'come back')
    const before = await tx
      .selectFrom('refund_lines')
      .select('line')
      .where('refund_id', '=', refundId)
      .execute()
    const again = stock.find((line) => before.some((each) => each.line === line.position))
    if (again) throw conflict(`${titleOf(again)} went back on the shelf with this refund already`)
    await writeStock(tx, refundId, stock)
    await tx
      .updateTable('refunds')
      .set({ restocked_at: refund.restocked_at ?? isoNow(shop.clock) })
      .where('id', '=', refundId)
      .execute()
    const goods = describeLines(stock)
    await note(tx, shop, orderId, admin.name, `${goods} back on the shelf`).execute()
    const changes = [{ field: 'Back in stock', before: '', after: goods }]
    await recordOrder(tx, shop, admin, orderId, 'Goods returned', changes)
    return returnToStock(tx, shop, orderId, stock, { inParts: true })
  })
  for (const id of products) shop.changed({ tag: 'Product', id, stock: true })
  return getOrder(shop, admin, orderId)
}

/** Locks the payment of a completed or pending refund of the order's price. Throws 404, 400, 409. */
async function lockRefund(
  tx: Tx,
  orderId: string,
  id: string,
): Promise<{ payment: PaymentRow; refund: RefundRow }> {
  const found = await tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('payment_id')
    .where('refunds.id', '=', id)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!found) throw notFound('Refund')
  const payment = await lockPayment(tx, found.payment_id)
  const refund = await tx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (refund.of_sale === 0) throw badRequest('This payment did not pay for the order, so it has no goods')
  if (refund.state === 'failed') throw conflict('This refund failed: its money did not go back')
  if (refund.state === 'started') throw conflict('PayPal has not confirmed this refund yet')
  return { payment, refund }
}
