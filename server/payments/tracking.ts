/**
 * Sends tracking numbers to PayPal, which shows them to the buyer and accepts them in a dispute. orders/tracking.ts
 * writes them down with the parcel; they are sent after the commit and tried again for hours, so no parcel waits for PayPal.
 */
import { sql } from 'kysely'
import { isoIn, isoNow } from '../time/clock.ts'
import { CLAIM, retryState } from '../db/queue.ts'
import { PaymentUnavailable } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'

const BATCH = 50

/** Sends what is due. Stops at the first call that PayPal does not answer: the rest stays due. */
export async function sendTracking(shop: Shop, signal?: AbortSignal): Promise<void> {
  const due = await shop.db
    .selectFrom('tracking_reports')
    .innerJoin('orders', 'orders.id', 'tracking_reports.order_id')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['tracking_reports.order_id', 'tracking_number', 'attempts', 'next_at', 'shipping_service'])
    .select(['provider_order_id', 'capture_id'])
    // A literal: SQLite does not look into parameters, and would go through all there ever were.
    .where('tracking_reports.state', '=', sql.lit('waiting'))
    .where('next_at', '<=', isoNow(shop.clock))
    .where('payments.state', '=', 'completed')
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

/** False when it is no use to send another one now. */
async function send(shop: Shop, report: Due): Promise<boolean> {
  try {
    await shop.providers.payments.addTracking(report.provider_order_id!, {
      captureId: report.capture_id!,
      number: report.tracking_number,
      carrier: carrierOf(report.shipping_service),
    })
  } catch (error) {
    const isAway = error instanceof PaymentUnavailable
    await noteFailure(shop, report, error as Error, isAway)
    return !isAway
  }
  await close(shop, report, { state: 'sent', problem: null, updated_at: isoNow(shop.clock) })
  return true
}

/** A clear no will be the same tomorrow; silence may not. */
async function noteFailure(shop: Shop, report: Due, error: Error, isAway: boolean): Promise<void> {
  const attempts = report.attempts + 1
  shop.log.warn({ err: error, order: report.order_id, attempts }, 'PayPal was not told of a parcel')
  await close(shop, report, {
    ...retryState(shop.clock, attempts, error),
    ...(isAway ? {} : { state: 'failed' }),
    updated_at: isoNow(shop.clock),
  })
}

/** Unless the parcel got another number meanwhile, which is then yet to be told. */
async function close(
  shop: Shop,
  { order_id, tracking_number }: Due,
  outcome: {
    state: 'sent' | 'waiting' | 'failed'
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

/** As PayPal calls it: the first word of the service, where it knows it. */
function carrierOf(service: string): string {
  const [first = ''] = service.toUpperCase().split(' ')
  return ['USPS', 'UPS', 'FEDEX', 'DHL'].includes(first) ? first : 'OTHER'
}
