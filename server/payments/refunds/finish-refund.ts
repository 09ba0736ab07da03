/** What follows when a refund is completed: the states of its payment and its order, and the mail. */
import type { PaymentRow, RefundRow, Tx } from '#server/kernel/db/schema.ts'
import { orderMail } from '#server/platform/outbox/order-mail.ts'
import { returnBags } from '#server/roastery/roast-day/fill.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'

/** Completes a refund: closes a fully refunded order and queues the buyer's email, also for foreign refunds. */
export async function finishCompleted(
  tx: Tx,
  shop: Shop,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  await closeIfFullyRefunded(tx, shop, payment)
  const { id, amount_cents: cents } = refund
  await orderMail(tx, shop, 'order-refunded', payment.order_id, { refund: { id, cents } }).execute()
}

/**
 * Sets a fully refunded payment to `refunded`. Also sets the order to `refunded` if this payment paid for it; if it is not
 * shipped, its bags are free for other orders.
 */
async function closeIfFullyRefunded(tx: Tx, shop: Shop, payment: PaymentRow): Promise<void> {
  const { cents } = await tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<number>('amount_cents').as('cents'))
    .where('payment_id', '=', payment.id)
    .where('state', '=', 'completed')
    .executeTakeFirstOrThrow()
  if (cents < payment.captured_cents!) return
  const now = isoNow(shop.clock)
  await tx
    .updateTable('payments')
    .set({ state: 'refunded', updated_at: now })
    .where('id', '=', payment.id)
    .execute()
  if (payment.state !== 'completed') return
  const closed = await tx
    .updateTable('orders')
    .set({ state: 'refunded', closed_at: now })
    .where('id', '=', payment.order_id)
    .where('state', 'in', ['paid', 'shipped', 'delivered'])
    // With a gift card, the order has two payments.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payments')
            .select('id')
            .where('order_id', '=', payment.order_id)
            .where('state', '=', 'completed'),
        ),
      ),
    )
    .returning(['shipped_at', 'delivered_at'])
    .executeTakeFirst()
  // The order was not shipped, so its bags of coffee that is roasted to order are still in the shop.
  if (closed && closed.shipped_at === null && closed.delivered_at === null)
    await returnBags(tx, payment.order_id)
}
