/** Heals what a crash, a time-out or a closed browser left open: runs at boot and every minute. */
import { sql } from 'kysely'
import { SECOND, isoIn, isoNow } from '../clock.ts'
import type { PaymentRow, RefundRow } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import { PaymentUnavailable } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'
import { capture } from './payments.ts'
import { giveBack } from './refund.ts'
import { failRefund, settleRefund } from './settle-refund.ts'
import { reopen, settle } from './settle.ts'

/** What is younger than this may still be waiting for its own answer. */
const PATIENCE = 30 * SECOND

/** So many questions without an answer, and the provider is taken to be down until the next run. */
const SILENCE = 3

const AT_ONCE = 200

/**
 * Asks the provider about every payment and every refund whose outcome we do not know, and writes down what it says.
 * @param all true at boot, when nobody else can be waiting for an answer
 */
export async function reconcile(shop: Shop, all = false): Promise<void> {
  if (shop.circuits.payments.isOpen()) return
  const until = all ? '9999' : isoIn(shop.clock, -PATIENCE)
  const payments = await shop.db
    .selectFrom('payments')
    .selectAll()
    // A literal: SQLite does not look into parameters, and would go through all there ever were.
    .where(sql<boolean>`state in ('capture_started', 'pending')`)
    .where('updated_at', '<', until)
    .orderBy('updated_at')
    .limit(AT_ONCE)
    .execute()
  await each(shop, payments, async (payment) => {
    await putLast(shop, 'payments', payment)
    await converge(shop, payment)
  })
  const refunds = await shop.db
    .selectFrom('refunds')
    .selectAll()
    .where(sql<boolean>`state in ('started', 'pending')`)
    .where('updated_at', '<', until)
    .orderBy('updated_at')
    .limit(AT_ONCE)
    .execute()
  await each(shop, refunds, async (refund) => {
    await putLast(shop, 'refunds', refund)
    await finishRefund(shop, refund)
  })
}

async function each<Row extends { id: string }>(shop: Shop, rows: Row[], work: (row: Row) => Promise<void>) {
  let unanswered = 0
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      if (error instanceof PaymentUnavailable) {
        shop.log.warn({ err: error, id: row.id }, 'reconciler: provider does not answer')
        if (++unanswered === SILENCE) return
      } else if (error instanceof Refusal) shop.log.info({ id: row.id, message: error.message }, 'reconciler')
      else shop.log.error({ err: error, id: row.id }, 'reconciler')
    }
  }
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

/** Reads a payment whose capture is under way, and brings it to an end if PayPal knows one. */
export async function converge(shop: Shop, payment: PaymentRow): Promise<void> {
  const seen = await shop.providers.payments.getPayment(payment.provider_order_id!)
  if (seen?.status === 'done') await settle(shop, payment, seen)
  // The buyer approved and we had decided to capture: finish it, with the request id that cannot charge twice.
  else if (seen?.status === 'approved') await capture(shop, payment)
  else await reopen(shop, payment, 'The payment did not go through at PayPal')
}

/** Asks again with the request id that cannot give back twice, or how a refund that its bank takes days over stands. */
export async function finishRefund(shop: Shop, refund: RefundRow): Promise<void> {
  if (refund.state === 'started') return giveBack(shop, refund)
  const seen = await shop.providers.payments.getRefund(refund.provider_refund_id!)
  if (seen) await settleRefund(shop, refund, seen)
  else await failRefund(shop, refund, 'PayPal knows nothing of it any more')
}
