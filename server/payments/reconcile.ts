/** Finishes what a crash, a time-out or a closed browser left open: runs at boot and every minute. */
import { sql } from 'kysely'
import { HOUR, MINUTE, SECOND, isoIn, isoNow } from '../time/clock.ts'
import type { PaymentRow, RefundRow } from '../db/schema.ts'
import { PaymentRefused, type Payment } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'
import { oneByOne } from './one-by-one.ts'
import { capture } from './payments.ts'
import { giveBack } from './refund.ts'
import { releaseStranded } from './release.ts'
import { reread } from './reread.ts'
import { failRefund, settleRefund } from './settle-refund.ts'
import { reopen, settle } from './settle.ts'

/** What is younger than this may still be waiting for its own answer. */
const PATIENCE = 30 * SECOND
/** Most buyers pay within a minute, and their browser tells the shop by itself. */
const FIRST_MINUTE = MINUTE

const AT_ONCE = 200

/** PayPal captures no order that is older: 3 hours to approve, 3 hours to capture. */
const CAPTURABLE = 6 * HOUR
const NOW_AND_THEN = 5 * MINUTE

/**
 * Asks PayPal about every payment and refund whose outcome we do not know, and about every open payment of an order
 * that can still be paid, since nobody may tell us that its buyer has approved it (no webhook, or a lost one). Writes
 * down what it says.
 * @param all true at boot, when nobody else can be waiting for an answer
 */
export async function reconcile(shop: Shop, all = false): Promise<void> {
  await releaseStranded(shop)
  if (shop.circuits.payments.isOpen()) return
  const until = all ? '9999' : isoIn(shop.clock, -PATIENCE)
  await oneByOne(shop, 'reconciler', await underWay(shop, until), async (payment) => {
    await putLast(shop, 'payments', payment)
    await converge(shop, payment)
  })
  const open = [...(await payable(shop, until, all)), ...(await givenUp(shop))]
  await oneByOne(shop, 'reconciler', open, async (payment) => {
    await putLast(shop, 'payments', payment)
    await reread(shop, payment)
  })
  const refunds = await shop.db
    .selectFrom('refunds')
    .selectAll()
    .where(sql<boolean>`state in ('started', 'pending')`)
    .where('updated_at', '<', until)
    .orderBy('updated_at')
    .limit(AT_ONCE)
    .execute()
  await oneByOne(shop, 'reconciler', refunds, async (refund) => {
    await putLast(shop, 'refunds', refund)
    await finishRefund(shop, refund)
  })
}

/** Payments that are being captured or reviewed. */
function underWay({ db }: Shop, until: string): Promise<PaymentRow[]> {
  return (
    db
      .selectFrom('payments')
      .selectAll()
      // A literal: SQLite does not look into parameters, and would go through all there ever were.
      .where(sql<boolean>`state in ('capture_started', 'pending')`)
      .where('updated_at', '<', until)
      .orderBy('updated_at')
      .limit(AT_ONCE)
      .execute()
  )
}

/** Payments that are open at PayPal, of orders whose goods are still held. */
function payable({ db, clock }: Shop, until: string, all: boolean): Promise<PaymentRow[]> {
  return db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .selectAll('payments')
    .where(sql<boolean>`orders.state = 'pending'`)
    .where('payments.state', '=', 'created')
    .where('payments.provider_order_id', 'is not', null)
    .where('payments.updated_at', '<', until)
    .$if(!all, (query) => query.where('payments.created_at', '<', isoIn(clock, -FIRST_MINUTE)))
    .orderBy('payments.updated_at')
    .limit(AT_ONCE)
    .execute()
}

/** Payments whose order an admin closed while they were being captured: the money may come in afterwards. */
function givenUp({ db, clock }: Shop): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .where('payments.created_at', '>', isoIn(clock, -CAPTURABLE))
    .where('payments.state', '=', 'failed')
    .where('payments.capture_request_id', 'is not', null)
    .where('payments.updated_at', '<', isoIn(clock, -NOW_AND_THEN))
    .where('orders.state', '=', 'cancelled')
    .orderBy('payments.updated_at')
    .limit(AT_ONCE)
    .execute()
}

/** The next run begins with others: one that PayPal never answers for must not stand before them for ever. */
async function putLast(shop: Shop, table: 'payments' | 'refunds', { id, state }: PaymentRow | RefundRow) {
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
 * Reads a payment whose capture is under way, and brings it to an end if PayPal knows one. Throws PaymentUnavailable,
 * and PaymentRefused when PayPal does not show the payment.
 */
export async function converge(shop: Shop, payment: PaymentRow): Promise<void> {
  const seen = await readPayable(shop, payment)
  if (seen?.status === 'done') await settle(shop, payment, seen)
  // The buyer approved and we had decided to capture: finish it, with the request id that cannot charge twice.
  else if (seen?.status === 'approved') await captureStill(shop, payment)
  else await reopen(shop, payment, 'The payment did not go through at PayPal')
}

/** As PayPal knows it; null for one that it does not know, or that would pay another account and has not been captured. */
export async function readPayable(shop: Shop, payment: PaymentRow): Promise<Payment | null> {
  try {
    return await shop.providers.payments.getPayment(payment.provider_order_id!)
  } catch (error) {
    if (error instanceof PaymentRefused && error.issue === 'PAYEE_MISMATCH') return null
    throw error
  }
}

/** Unless an admin closed the order in the meantime. */
async function captureStill(shop: Shop, payment: PaymentRow): Promise<void> {
  const now = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', payment.id)
    .where('state', 'in', ['capture_started', 'pending'])
    .executeTakeFirst()
  if (now) await capture(shop, now)
}

/** Asks again with the request id that cannot give back twice, or how a refund that its bank takes days over stands. */
export async function finishRefund(shop: Shop, refund: RefundRow): Promise<void> {
  if (refund.state === 'started') return giveBack(shop, refund)
  const seen = await shop.providers.payments.getRefund(refund.provider_refund_id!)
  if (seen) await settleRefund(shop, refund, seen)
  else await failRefund(shop, refund, 'PayPal knows nothing of it any more')
}
