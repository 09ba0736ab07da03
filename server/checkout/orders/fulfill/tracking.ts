/** Tracking of an order's parcel. */
import type { Order } from '#shared/checkout/api/orders.ts'
import type { Db, OrderRow, ShipmentRow, Tx } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'

const USPS_TRACKING = 'https://tools.usps.com/go/TrackConfirmAction?tLabels='

/** The tracking number and link of a parcel. A USPS number without a link gets the link to the USPS tracking page. */
export function toTracking(row: OrderRow, shipment: ShipmentRow | undefined): Order['tracking'] {
  const { tracking_number: number = '', tracking_url: url = '' } = shipment ?? {}
  if (!number && !url) return null
  const isUsps = /^usps\b/i.test(row.shipping_service) && /^[0-9A-Z ]+$/i.test(number)
  return { number, url: url || (isUsps ? USPS_TRACKING + number.replaceAll(' ', '') : '') }
}

/** Reads the latest status of the order's parcel; no row if no label was bought for the order. */
export function parcelOf(db: Db, orderId: string) {
  return db
    .selectFrom('labels')
    .select(['parcel as state', 'parcel_words as words', 'parcel_at as at'])
    .where('order_id', '=', orderId)
    .where('state', 'in', ['bought', 'refused'])
    .orderBy('created_at', 'desc')
    .limit(1)
}

/**
 * Queues the tracking number of an order's parcel for PayPal; server/payments/events/tracking.ts sends it after the commit. Call it
 * in the transaction that marks the order as shipped or changes the number. Does nothing without a number, and for a
 * replacement, which has no payment.
 */
export async function reportTracking(tx: Tx, shop: Shop, orderId: string): Promise<void> {
  const parcel = await tx
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'shipments.order_id')
    .select('tracking_number')
    .where('order_id', '=', orderId)
    .where('replaces_order_id', 'is', null)
    .executeTakeFirst()
  const number = parcel?.tracking_number ?? ''
  if (number === '') return
  const now = isoNow(shop.clock)
  const report = { tracking_number: number, state: 'waiting' as const, attempts: 0, next_at: now }
  const fresh = { ...report, problem: null, updated_at: now }
  await tx
    .insertInto('tracking_reports')
    .values({ order_id: orderId, ...fresh })
    .onConflict((before) => before.column('order_id').doUpdateSet(fresh))
    .execute()
}
