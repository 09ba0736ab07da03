/**
 * Finishes payments and refunds left open by a crash, a timeout or a closed browser. Runs at start and every minute.
 */
import { sql } from 'kysely'
import { HOUR, MINUTE, SECOND, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { endFuture, isPast } from '#server/kernel/db/due.ts'
import type { PaymentRow, RefundRow } from '#server/kernel/db/schema.ts'
import { PaymentRefused, type Payment } from '#server/providers/payments.ts'
import { isReachable } from '#server/providers/circuit.ts'
import type { Shop } from '#server/platform/shop.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { finishCharge } from '../capture/charge-order.ts'
import { oneByOne } from '../checks/one-by-one.ts'
import { capture, captureApproved } from '../capture/pay-order.ts'
import { finishExpress } from '../express/finish.ts'
import { sendRefund } from '../refunds/refund.ts'
import { releaseStranded, reopen, settle } from '../capture/settle.ts'
import { failRefund, settleRefund } from '../refunds/settle-refund.ts'
import { mismatch } from '../checks/refusals.ts'

/** The minimum age of a payment: for a newer one, a request may still be waiting for PayPal's response. */
const MIN_AGE = 30 * SECOND
/** Most buyers pay within a minute, and then their browser calls the shop, so the reconciler waits that long. */
const FIRST_MINUTE = MINUTE

const BATCH = 200

/** PayPal does not capture older orders: it allows 3 hours to approve and 3 hours to capture. */
const CAPTURABLE = 6 * HOUR
const GIVEN_UP_INTERVAL = 5 * MINUTE

/**
 * Reads payments and refunds at PayPal and records their states: every payment and refund with an unknown outcome, and
 * every open payment of an order that can still be paid. The buyer may have approved an open payment without a webhook
 * reaching the shop.
 * @param all true also reads the newest payments; only at start, when no request can be waiting for a response
 */
export async function reconcile(shop: Shop, all = false): Promise<void> {
  await releaseStranded(shop)
  if (!isReachable(shop, 'payments')) return
  await endFuture(shop.db, shop.clock, 'payments', ['capture_started', 'pending'])
  await endFuture(shop.db, shop.clock, 'refunds', ['started', 'pending'])
  const until = all ? '9999' : isoIn(shop.clock, -MIN_AGE)
  await oneByOne(shop, 'reconciler', await underWay(shop, until), async (payment) => {
    await moveLast(shop, 'payments', payment)
    await finishPayment(shop, payment)
  })
  const open = [...(await payable(shop, all)), ...(await givenUp(shop))]
  await oneByOne(shop, 'reconciler', open, async (payment) => {
    await moveLast(shop, 'payments', payment)
    await reread(shop, payment)
  })
  await finishExpress(shop, all)
  const refunds = await shop.db
    .selectFrom('refunds')
    .selectAll()
    .where(sql<boolean>`state in ('started', 'pending')`)
    // The part of gift cards follows the part at PayPal.
    .where('request_id', 'not like', '%-card')
    .where('updated_at', '<', until)
    .orderBy('updated_at')
    .limit(BATCH)
    .execute()
  await oneByOne(shop, 'reconciler', refunds, async (refund) => {
    await moveLast(shop, 'refunds', refund)
    await finishRefund(shop, refund)
  })
}

/** Payments being captured or under review. */
function underWay({ db }: Shop, until: string): Promise<PaymentRow[]> {
  return (
    db
      .selectFrom('payments')
      .selectAll()
      // A literal: with a parameter, SQLite cannot use the partial index and scans the whole table.
      .where(sql<boolean>`state in ('capture_started', 'pending')`)
      .where('updated_at', '<', until)
      .orderBy('updated_at')
      .limit(BATCH)
      .execute()
  )
}

/** Open payments at PayPal whose orders still hold their goods. */
function payable({ db, clock }: Shop, all: boolean): Promise<PaymentRow[]> {
  return db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .selectAll('payments')
    .where(sql<boolean>`orders.state = 'pending'`)
    .where('payments.state', '=', 'created')
    .where('payments.provider_order_id', 'is not', null)
    .$if(!all, (query) =>
      query
        .where(isPast('payments.updated_at', clock, MIN_AGE))
        .where(isPast('payments.created_at', clock, FIRST_MINUTE)),
    )
    .orderBy('payments.updated_at')
    .limit(BATCH)
    .execute()
}

/** Payments whose order an admin closed during the capture: the money may still arrive. */
function givenUp({ db, clock }: Shop): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .where('payments.created_at', '>', isoIn(clock, -CAPTURABLE))
    .where('payments.state', '=', 'failed')
    .where('payments.capture_request_id', 'is not', null)
    .where('payments.provider_order_id', 'is not', null)
    .where(isPast('payments.updated_at', clock, GIVEN_UP_INTERVAL))
    .where('orders.state', '=', 'cancelled')
    .orderBy('payments.updated_at')
    .limit(BATCH)
    .execute()
}

/**
 * Moves the row to the end of the order in which rows are processed. So a row for which PayPal never answers does not
 * block the others.
 */
async function moveLast(shop: Shop, table: 'payments' | 'refunds', { id, state }: PaymentRow | RefundRow) {
  const now = isoNow(shop.clock)
  if (table === 'payments')
    await shop.db
      .updateTable('payments')
      .set({ updated_at: now })
      .where('id', '=', id)
      .where('state', '=', state as PaymentRow['state'])
      .execute()
  else
    await shop.db
      .updateTable('refunds')
      .set({ updated_at: now })
      .where('id', '=', id)
      .where('state', '=', state as RefundRow['state'])
      .execute()
}

/**
 * Reads a payment whose capture is under way. Records the outcome, or captures the payment. A charge without an answer
 * is sent again. Throws PaymentUnavailable,
 * and PaymentRefused if PayPal does not show the payment.
 */
export async function finishPayment(shop: Shop, payment: PaymentRow): Promise<void> {
  if (payment.provider_order_id === null) return void (await finishCharge(shop, payment))
  const seen = await readPayable(shop, payment)
  if (seen?.status === 'done') await settle(shop, payment, seen)
  // Approved, with a committed intent: capture it. The request id prevents a second charge.
  else if (seen?.status === 'approved' && seen.isAuthenticated) await captureIfOpen(shop, payment)
  else await reopen(shop, payment, 'The payment did not go through at PayPal')
}

/**
 * The payment at PayPal. Null if PayPal does not have it, or if it is not captured yet and would pay another account.
 */
export async function readPayable(shop: Shop, payment: PaymentRow): Promise<Payment | null> {
  try {
    return await shop.providers.payments.getPayment(payment.provider_order_id!)
  } catch (error) {
    if (error instanceof PaymentRefused && error.issue === 'PAYEE_MISMATCH') return null
    throw error
  }
}

/** Captures the payment unless an admin has closed the order since it was read. */
async function captureIfOpen(shop: Shop, payment: PaymentRow): Promise<void> {
  const now = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', payment.id)
    .where('state', 'in', ['capture_started', 'pending'])
    .executeTakeFirst()
  if (now) await capture(shop, now)
}

/**
 * Finishes a refund without an outcome. Sends a started refund again, with the same request id, so that PayPal does not
 * make it twice. Reads the state of a pending refund, for which a bank can need days.
 */
export async function finishRefund(shop: Shop, refund: RefundRow): Promise<void> {
  if (refund.state === 'started') return sendRefund(shop, refund)
  const seen = await shop.providers.payments.getRefund(refund.provider_refund_id!)
  if (seen) await settleRefund(shop, refund, seen)
  else await failRefund(shop, refund, 'PayPal no longer has this refund')
}

/**
 * Records the current state of a payment at PayPal, and captures it if its buyer has approved it. Throws
 * PaymentUnavailable, and PaymentRefused if PayPal does not show the payment.
 * @param why the reason recorded for refunds that the shop did not make
 */
export async function reread(shop: Shop, payment: PaymentRow, why?: string): Promise<void> {
  const seen = await shop.providers.payments.getPayment(payment.provider_order_id!)
  if (seen?.status === 'done') await settle(shop, payment, seen, why)
  if (seen?.status !== 'approved' || !seen.isAuthenticated) return
  if (payment.state !== 'created' || mismatch(shop, payment, seen)) return
  try {
    await captureApproved(shop, payment)
  } catch (error) {
    // A declined card, or an order that can no longer be paid, is a valid outcome. The order shows it.
    if (!(error instanceof Refusal)) throw error
    shop.log.info({ payment: payment.id, message: error.message }, 'approved, and not captured')
  }
}
