/**
 * Refunds payments. As with a capture, the intent is committed before the provider is called, with a request id that
 * prevents a second refund. The reconciler finishes refunds left open by a crash or an unanswered call.
 */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { PaymentRow, RefundRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { Refusal, conflict } from '#server/kernel/errors.ts'
import {
  attemptOf,
  saveReply,
  findReply,
  type Attempt,
  type RequestKey,
} from '#server/platform/http/idempotency.ts'
import { findOrder, getOrder } from '#server/checkout/orders/read/order.ts'
import { note, recordOrder } from '#server/checkout/orders/history.ts'
import { PaymentRefused, PaymentUnavailable, type Refund } from '#server/providers/payments.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { planRefund, type Plan, chooseSources, insertParts } from './plan-refund.ts'
import { handSettingsOf } from './by-hand.ts'
import { describeLines } from './refund-goods.ts'
import { describeParts } from './refund-parts.ts'
import { refundRefusal } from '../checks/refusals.ts'
import { lockPaymentsOf } from './lock-payment.ts'
import { failRefund, syncRefunds, settleRefund } from './settle-refund.ts'

type RefundBody = Body<typeof orderAdmin.refund>

const REQUEST = { route: 'POST /api/orders/:id/refund', what: 'refund' }

/**
 * Refunds chosen items of an order, an amount, or everything that is left, and returns the given goods to stock. A
 * repeated call with the same idempotency `key` and body makes no second refund. Returns the order; its refund may
 * still be pending.
 * Throws 409 if the refund is more than what is left or PayPal refuses it, and 422 if the key was used with another
 * body.
 */
export async function refundOrder(
  shop: Shop,
  admin: SignedIn,
  orderId: string,
  body: RefundBody,
  key: RequestKey | null,
): Promise<Order> {
  const attempt = attemptOf(admin, REQUEST, key)
  await findOrder(shop, admin, orderId)
  const refund =
    (attempt && (await findPrevious(shop, attempt))) ??
    (await insertRefund(shop, admin, orderId, body, attempt))
  if (refund.state === 'started') await sendRefund(shop, refund)
  const after = await readRow(shop, refund.id)
  if (after.state === 'failed') throw conflict(after.problem ?? 'PayPal refused this refund')
  return getOrder(shop, admin, orderId)
}

/**
 * Sends a committed refund to the provider and records the outcome. If the provider does not answer, the refund stays
 * open, because it is unknown whether the money was refunded.
 */
export async function sendRefund(shop: Shop, refund: RefundRow): Promise<void> {
  shop.crash('after-refund-intent')
  const { capture_id } = await readPayment(shop, refund)
  let seen: Refund
  try {
    seen = await shop.providers.payments.refundCapture(capture_id!, {
      requestId: refund.request_id,
      refundId: refund.id,
      amountCents: refund.amount_cents,
      reason: refund.reason,
    })
  } catch (error) {
    if (error instanceof PaymentRefused) return handleRefusal(shop, refund, error)
    if (!(error instanceof PaymentUnavailable)) throw error
    shop.log.warn({ err: error, refund: refund.id }, 'refund without an answer; the reconciler tries again')
    return
  }
  shop.crash('after-refund-answer')
  await settleRefund(shop, refund, seen)
  shop.crash('after-refund-commit')
}

/**
 * PayPal can refuse because an earlier call made the refund and its response was lost. So the payment is read at
 * PayPal.
 */
async function handleRefusal(shop: Shop, refund: RefundRow, error: PaymentRefused): Promise<void> {
  const { provider_order_id } = await readPayment(shop, refund)
  const seen = await shop.providers.payments.getPayment(provider_order_id!).catch((readError: unknown) => {
    shop.log.warn({ err: readError, refund: refund.id }, 'a refused refund could not be read at PayPal')
    return undefined
  })
  if (seen === undefined) return
  const ours = seen?.refunds.find(({ refundId }) => refundId === refund.id)
  shop.log.warn({ refund: refund.id, issue: error.issue, isMade: ours !== undefined }, 'refund refused')
  if (ours) await settleRefund(shop, refund, ours)
  else await failRefund(shop, refund, refundRefusal(error.issue))
  if (seen) await syncRefunds(shop, refund.payment_id, seen, 'Made at PayPal, not in the shop')
}

function readRow(shop: Shop, id: string): Promise<RefundRow> {
  return shop.db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function readPayment(shop: Shop, { payment_id }: RefundRow): Promise<PaymentRow> {
  return shop.db.selectFrom('payments').selectAll().where('id', '=', payment_id).executeTakeFirstOrThrow()
}

/** The refund of an earlier request with the same key. */
async function findPrevious(shop: Shop, attempt: Attempt): Promise<RefundRow | null> {
  const reply = await findReply<{ refund: string }>(shop.db, attempt)
  return reply && readRow(shop, reply.refund)
}

async function insertRefund(
  shop: Shop,
  admin: SignedIn,
  orderId: string,
  body: RefundBody,
  attempt: Attempt | null,
): Promise<RefundRow> {
  const byHand = await handSettingsOf(shop)
  try {
    return await transact(shop.db, async (tx) => {
      const sources = chooseSources(await lockPaymentsOf(tx, orderId), body)
      const plan = await planRefund(tx, sources, body)
      const refund = await insertParts(tx, shop, { admin, sources, plan, reason: body.reason, byHand })
      await recordRefund(tx, shop, admin, orderId, refund, plan)
      if (attempt) await saveReply(tx, shop.clock, attempt, { refund: refund.id }).execute()
      return refund
    })
  } catch (error) {
    // A concurrent request with the same key may have made this refund and reserved the whole rest.
    const mayBeMade = attempt !== null && (isUniqueViolation(error) || error instanceof Refusal)
    const previous = mayBeMade ? await findPrevious(shop, attempt) : null
    if (previous) return previous
    throw error
  }
}

async function recordRefund(
  tx: Tx,
  shop: Shop,
  admin: SignedIn,
  orderId: string,
  refund: RefundRow,
  { amount_cents: cents, parts: planned, items, stock }: Plan,
): Promise<void> {
  const amount = formatCents(cents)
  const parts = refund.is_itemized ? describeParts(planned, items) : ''
  const goods = describeLines(stock)
  const ask =
    refund.state === 'started' ? `Asked PayPal to refund ${formatCents(refund.amount_cents)}` : 'Refund'
  const whole = refund.amount_cents === cents && refund.state === 'started' ? '' : ` of ${amount} in all`
  const event = `${ask}${whole}${parts && `: ${parts}`}${goods && `; ${goods} back on the shelf`}`
  await note(tx, shop, orderId, admin.name, event).execute()
  const changes = [
    { field: 'Refund', before: '', after: amount },
    { field: 'For', before: '', after: parts },
    { field: 'Reason', before: '', after: refund.reason },
    { field: 'Back in stock', before: '', after: goods },
  ]
  const filled = changes.filter(({ after }) => after !== '')
  await recordOrder(tx, shop, admin, orderId, 'Refunded', filled)
}
