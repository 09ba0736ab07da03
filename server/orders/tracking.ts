/** How an order's parcel is followed, and what is known of it. */
import type { Order } from '#shared/api/orders.ts'
import type { Db, OrderRow, ShipmentRow } from '../db/schema.ts'

const USPS_TRACKING = 'https://tools.usps.com/go/TrackConfirmAction?tLabels='

/** Where a parcel is followed; a number of USPS, by which the shop ships, leads to their page by itself. */
export function toTracking(row: OrderRow, shipment: ShipmentRow | undefined): Order['tracking'] {
  const { tracking_number: number = '', tracking_url: url = '' } = shipment ?? {}
  if (!number && !url) return null
  const isUsps = /^usps\b/i.test(row.shipping_service) && /^[0-9A-Z ]+$/i.test(number)
  return { number, url: url || (isUsps ? USPS_TRACKING + number.replaceAll(' ', '') : '') }
}

/** News of the order's parcel; null where no label was bought for it. */
export async function parcelOf(db: Db, orderId: string): Promise<Order['parcel']> {
  const label = await db
    .selectFrom('labels')
    .select(['parcel as state', 'parcel_words as words', 'parcel_at as at'])
    .where('order_id', '=', orderId)
    .where('state', 'in', ['bought', 'refused'])
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return label ?? null
}
