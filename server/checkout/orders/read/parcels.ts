/** Reads the parcels of orders that have several. An order without rows in `parcels` is one parcel. */
import type { OrderParcel, ParcelGoods } from '#shared/checkout/api/parcels.ts'
import type { Db, OrderRow, ParcelRow } from '#server/kernel/db/schema.ts'
import { toTracking } from './fields.ts'

export type StoredParcel = ParcelRow & { goods: ParcelGoods }

/** The parcels of these orders with their goods, by order. Orders in one parcel have none. */
export async function parcelsOf(db: Db, orderIds: readonly string[]): Promise<Map<string, StoredParcel[]>> {
  if (orderIds.length === 0) return new Map()
  const parcels = await db
    .selectFrom('parcels')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('number')
    .execute()
  if (parcels.length === 0) return new Map()
  const lines = await db
    .selectFrom('parcel_lines')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('position')
    .execute()
  const goods = Map.groupBy(lines, keyOf)
  const all = parcels.map((parcel) => ({
    ...parcel,
    goods: (goods.get(keyOf(parcel)) ?? []).map(({ position: line, qty }) => ({ line, qty })),
  }))
  return Map.groupBy(all, ({ order_id }) => order_id)
}

function keyOf(row: { order_id: string; number: number }): string {
  return `${row.order_id} ${row.number}`
}

/** The parcels of an order in the API, with the carrier's status of each; empty if it is one parcel. */
export async function shownParcels(db: Db, order: OrderRow): Promise<OrderParcel[]> {
  if (order.split_version === 0) return []
  const parcels = (await parcelsOf(db, [order.id])).get(order.id) ?? []
  const labels = await db
    .selectFrom('labels')
    .select(['parcel_number', 'parcel as state', 'parcel_words as words', 'parcel_at as at'])
    .where('order_id', '=', order.id)
    .where('state', 'in', ['bought', 'refused'])
    .orderBy('created_at')
    .execute()
  const latest = new Map(labels.map(({ parcel_number: number, ...status }) => [number, status]))
  return parcels.map((parcel) => ({
    number: parcel.number,
    goods: parcel.goods,
    tracking: toTracking(order, parcel),
    status: latest.get(parcel.number) ?? null,
    leftAt: parcel.left_at,
  }))
}
