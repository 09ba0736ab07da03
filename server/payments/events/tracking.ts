/**
 * Sends tracking numbers to PayPal, which shows them to the buyer and accepts them as evidence in a dispute.
 * server/checkout/orders/fulfill/fulfill.ts queues a number in the transaction that ships the order. It is sent after the
 * commit and retried for hours, so shipping an order never waits for PayPal.
 */
import { sql } from 'kysely'
import { isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { hasCome } from '#server/kernel/db/due.ts'
import { CLAIM, MAX_WAIT, retryState } from '#server/kernel/db/queue.ts'
import { NUMBERS_APART } from '#server/checkout/orders/fulfill/parcels.ts'
import { isOutage } from '#server/providers/providers.ts'
import { PaymentRefused } from '#server/providers/payments.ts'
import type { Shop } from '#server/platform/shop.ts'

const BATCH = 50

/** Sends the tracking numbers that are due. Stops at the first call that PayPal does not answer; the rest stay due. */
export async function sendTracking(shop: Shop, signal?: AbortSignal): Promise<void> {
  const due = await shop.db
    .selectFrom('tracking_reports')
    .innerJoin('orders', 'orders.id', 'tracking_reports.order_id')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['tracking_reports.order_id', 'tracking_number', 'attempts', 'next_at', 'shipping_service'])
    .select('tracking_reports.updated_at as since')
    .select(['provider_order_id', 'capture_id'])
    // A literal: with a parameter, SQLite cannot use the partial index and scans the whole table.
    .where('tracking_reports.state', '=', sql.lit('waiting'))
    .where(hasCome('next_at', shop.clock, MAX_WAIT))
    .where('payments.state', '=', 'completed')
    // PayPal does not know the invented payments of the demo.
    .where('provider_order_id', 'is not', null)
    .orderBy('next_at')
    .limit(BATCH)
    .execute()
  for (const report of due) {
    if (signal?.aborted) return
    if ((await claim(shop, report)) && !(await send(shop, report))) return
  }
}

type Due = {
  order_id: string
  tracking_number: string
  attempts: number
  since: string
  next_at: string
  shipping_service: string
  provider_order_id: string | null
  capture_id: string | null
}

async function claim(shop: Shop, { order_id, next_at }: Due): Promise<boolean> {
  const { numUpdatedRows } = await shop.db
    .updateTable('tracking_reports')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: isoIn(shop.clock, CLAIM) }))
    .where('order_id', '=', order_id)
    .where('state', '=', 'waiting')
    .where('next_at', '=', next_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns false if PayPal does not answer. */
async function send(shop: Shop, report: Due): Promise<boolean> {
  try {
    // PayPal answers a number that it has with the first answer, so all are sent again after a failure.
    for (const number of report.tracking_number.split(NUMBERS_APART))
      await shop.providers.payments.addTracking(report.provider_order_id!, {
        captureId: report.capture_id!,
        number,
        carrier: carrierOf(report.shipping_service),
      })
  } catch (error) {
    await noteFailure(shop, report, error as Error)
    return !isOutage(error)
  }
  await close(shop, report, { state: 'sent', problem: null, updated_at: isoNow(shop.clock) })
  return true
}

/** A number that PayPal refuses is not sent again. After any other error it is. */
async function noteFailure(shop: Shop, report: Due, error: Error): Promise<void> {
  const outcome = retryState(shop.clock, report, error, isOutage(error))
  const { attempts } = outcome
  shop.log.warn({ err: error, order: report.order_id, attempts }, 'a tracking number was not sent to PayPal')
  await close(shop, report, {
    ...outcome,
    ...(error instanceof PaymentRefused ? { state: 'failed' } : {}),
    updated_at: isoNow(shop.clock),
  })
}

/** Stores the outcome, unless the parcel has a new number by now: the new number must still be sent. */
async function close(
  shop: Shop,
  { order_id, tracking_number }: Due,
  outcome: {
    state: 'sent' | 'waiting' | 'failed'
    attempts?: number
    next_at?: string
    problem: string | null
    updated_at: string
  },
): Promise<void> {
  await shop.db
    .updateTable('tracking_reports')
    .set(outcome)
    .where('order_id', '=', order_id)
    .where('tracking_number', '=', tracking_number)
    .execute()
}

/** PayPal's code for the carrier: the first word of the service if PayPal has that carrier, otherwise OTHER. */
function carrierOf(service: string): string {
  const [first = ''] = service.toUpperCase().split(' ')
  return ['USPS', 'UPS', 'FEDEX', 'DHL'].includes(first) ? first : 'OTHER'
}
