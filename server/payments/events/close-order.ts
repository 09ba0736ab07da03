/** Closes an unpaid order for an admin, even while PayPal is confirming its payment. Decision 018. */
import type { Order } from '#shared/checkout/api/orders.ts'
import type { OrderRow, PaymentRow } from '#server/kernel/db/schema.ts'
import { Refusal, conflict } from '#server/kernel/errors.ts'
import { cancelOrder, cancelUnderWay } from '#server/checkout/orders/close.ts'
import { findOrder, getOrder } from '#server/checkout/orders/read/order.ts'
import { cancelReplacement } from '#server/checkout/orders/replace.ts'
import { PaymentRefused } from '#server/providers/providers.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { readPayable } from './reconcile.ts'
import { refuseIfUnavailable } from '../checks/refusals.ts'
import { settle } from '../capture/settle.ts'

/** The number of attempts to close the order if other requests change it at the same time. */
const ATTEMPTS = 3

/**
 * Cancels an unpaid order and returns its stock. A payment that is being captured or reviewed is read at PayPal first.
 * If its money has arrived, that is recorded, and the order is usually paid. Money that arrives after the order was
 * closed is owed back to the buyer (`settle.ts`). Returns the order; a second call changes nothing.
 * Throws 404, and 409 if the order is paid or PayPal does not show its payment to this account. Throws 503 if PayPal
 * does not answer, because it is then unknown whether money moved.
 */
export async function closeOrder(shop: Shop, admin: SignedIn, id: string): Promise<Order> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const order = await findOrder(shop, admin, id)
    if (order.replaces_order_id !== null) {
      await cancelReplacement(shop, admin, id)
      return getOrder(shop, admin, id)
    }
    if (order.paid_at !== null) throw conflict('This order is paid. To undo it, refund it', { code: 'paid' })
    if (order.state !== 'capturing') await cancelOrder(shop, admin, id)
    const isClosed = order.state !== 'capturing' || (await closeUnderWay(shop, admin, order))
    if (isClosed) return getOrder(shop, admin, id)
  }
  throw conflict('This order is changing right now. Please try again in a moment')
}

/** Returns false if the order must be read again: PayPal reported an outcome, or the order has changed. */
async function closeUnderWay(shop: Shop, admin: SignedIn, order: OrderRow): Promise<boolean> {
  const payment = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('state', 'in', ['capture_started', 'pending'])
    .executeTakeFirst()
  if (payment && (await recordOutcome(shop, payment))) return false
  return cancelUnderWay(shop, order, admin, payment ?? null)
}

/** Reads the payment at PayPal and records its outcome. Returns false if there is no outcome yet. */
async function recordOutcome(shop: Shop, payment: PaymentRow): Promise<boolean> {
  if (payment.provider_order_id === null) throw chargeUnanswered()
  const seen = await refuseIfUnavailable(shop, () =>
    readPayable(shop, payment).catch((error: unknown) => {
      if (error instanceof PaymentRefused) throw hiddenPayment(error)
      throw error
    }),
  )
  if (seen?.status !== 'done') return false
  const outcome = await settle(shop, payment, seen)
  return outcome !== 'unchanged' && outcome !== 'review'
}

/** Only sending a charge again shows the result of a charge without an answer, and could take the money. */
function chargeUnanswered(): Refusal {
  return new Refusal(
    503,
    'PayPal has not answered yet whether it charged the saved payment method. Please try again in a minute',
    {},
    { 'retry-after': '60' },
  )
}

function hiddenPayment({ issue }: PaymentRefused) {
  return conflict(
    `PayPal does not show this payment to the account that the shop uses now (${issue}), so it is unknown whether its money came in. Use the account that it was opened with, and try again`,
  )
}
