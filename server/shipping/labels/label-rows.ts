/** Label rows, their conversion for the API, and how a label becomes bought or failed. */
import type { Label as ShownLabel } from '#shared/shipping/api/labels.ts'
import { isPrintable } from '#shared/platform/printable-labels.ts'
import { formatCents, toDollars } from '#shared/kernel/pricing.ts'
import { HOUR, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import type { Db, LabelRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import { transact } from '#server/kernel/db/transact.ts'
import {
  lockParcels,
  NUMBERS_APART,
  parcelLeft,
  saveParcelTracking,
} from '#server/checkout/orders/fulfill/parcels.ts'
import { parcelsOf } from '#server/checkout/orders/read/parcels.ts'
import { note, recordOrder } from '#server/checkout/orders/history.ts'
import type { Label as ShippoLabel } from '#server/providers/shipping.ts'

/** The text that identifies a purchase at Shippo. */
export function referenceOf({ order_id, id }: Pick<LabelRow, 'order_id' | 'id'>): string {
  return `${order_id} ${id}`
}

/** The name of a label's file in the store. */
export function labelFileName(labelId: string): string {
  return `label-${labelId}.pdf`
}

/** All labels of an order and its parcels, newest first. */
export async function labelsOf(db: Db, orderId: string): Promise<LabelRow[]> {
  return db
    .selectFrom('labels')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The labels of an order: the latest of each parcel, and the one that says how far the order is. */
export type LabelsOfOrder = {
  /** In the order of the parcels, without parcels for which no label was asked for. */
  latest: LabelRow[]
  /**
   * A label that is being bought; otherwise the label of the first parcel that has no usable one, undefined if it has none at all;
   * otherwise the label of the last parcel.
   */
  deciding: LabelRow | undefined
}

/** The labels of each of these orders. */
export async function labelsByOrder(
  db: Db,
  orderIds: readonly string[],
): Promise<(orderId: string) => LabelsOfOrder> {
  const rows =
    orderIds.length === 0
      ? []
      : await db
          .selectFrom('labels')
          .selectAll()
          .where('order_id', 'in', orderIds)
          .orderBy('created_at')
          .orderBy('id')
          .execute()
  const byOrder = Map.groupBy(rows, ({ order_id: id }) => id)
  const parcels = await parcelsOf(db, orderIds)
  return (id) => {
    const latest = new Map((byOrder.get(id) ?? []).map((row) => [row.parcel_number, row]))
    const labels = (parcels.get(id) ?? [{ number: 1 }]).map(({ number }) => latest.get(number))
    const open = labels.find((label) => label?.state === 'buying')
    const lacking = labels.findIndex((label) => !isPrintable(label))
    return {
      latest: labels.filter((label) => label !== undefined),
      deciding: open ?? (lacking === -1 ? labels.at(-1) : labels[lacking]),
    }
  }
}

/** The labels of an order as one: the deciding one, with the sum and the numbers of all if all can be used. */
export function toLabelOfOrder({ latest, deciding }: LabelsOfOrder): ShownLabel | null {
  if (!deciding) return null
  if (!isPrintable(deciding) || latest.length === 1) return toLabel(deciding)
  return {
    ...toLabel(deciding),
    price: toDollars(sumOf(latest)),
    trackingNumber: latest.map(({ tracking_number: number }) => number).join(NUMBERS_APART),
    trackingUrl: '',
  }
}

/** What some labels cost together, in cents. */
export function sumOf(labels: readonly LabelRow[]): number {
  return labels.reduce((sum, { cents }) => sum + cents, 0)
}

export function toLabel(row: LabelRow): ShownLabel {
  return {
    state: row.state,
    price: toDollars(row.cents),
    service: row.service,
    trackingNumber: row.tracking_number,
    trackingUrl: row.tracking_url,
    problem: row.problem,
    by: row.actor,
    at: row.bought_at ?? row.created_at,
  }
}

/** Marks a label that is being bought as failed, with the reason for the admin. */
export async function noteFailure(shop: Shop, label: LabelRow, problem: string): Promise<void> {
  await shop.db
    .updateTable('labels')
    .set({ state: 'failed', problem: problem.slice(0, 300), updated_at: isoNow(shop.clock) })
    .where('id', '=', label.id)
    .where('state', '=', 'buying')
    .execute()
}

/** The first check of a parcel. The carrier gets a parcel at the earliest a few hours after its label was bought. */
const FIRST_CHECK = 3 * HOUR

/**
 * Records that a label was bought, the only place where one becomes `bought`. Sets the order's tracking, and marks the order
 * shipped if the admin chose that. Returns false if that was recorded before. Idempotent, also if called concurrently.
 */
export async function recordBought(shop: Shop, label: LabelRow, bought: ShippoLabel): Promise<boolean> {
  const tracking = { trackingNumber: bought.trackingNumber, trackingUrl: bought.trackingUrl }
  const by = { _id: label.actor_id, name: label.actor }
  const isNew = await transact(shop.db, async (tx) => {
    const changed = await tx
      .updateTable('labels')
      .set({
        state: 'bought',
        transaction_id: bought.id,
        carrier: bought.carrier,
        tracking_number: bought.trackingNumber,
        tracking_url: bought.trackingUrl,
        problem: '',
        bought_at: isoNow(shop.clock),
        updated_at: isoNow(shop.clock),
        parcel: 'announced',
        next_look_at: isoIn(shop.clock, FIRST_CHECK),
      })
      .where('id', '=', label.id)
      .where('state', 'in', ['buying', 'failed'])
      .returning('id')
      .executeTakeFirst()
    if (!changed) return false
    const price = formatCents(label.cents)
    await note(tx, shop, label.order_id, label.actor, `Label bought for ${price}`).execute()
    const line = `${label.service}, ${price}, ${bought.trackingNumber}`
    await recordOrder(tx, shop, by, label.order_id, 'Bought a label', [
      { field: 'Label', before: '', after: line },
    ])
    const parcel = { order: label.order_id, number: label.parcel_number }
    if (label.ships === 1 && (await parcelLeft(tx, shop, parcel, by, tracking))) return true
    await lockParcels(tx, parcel.order)
    await saveParcelTracking(tx, parcel.order, parcel.number, tracking)
    return true
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    // This should not happen, because buyLabel searches for earlier purchases first. It is logged, so that an admin can
    // return one of the labels.
    shop.log.error(
      { label: label.id, transaction: bought.id },
      'an order has two labels: refund one of them at Shippo',
    )
    return false
  })
  if (isNew) shop.mailSignal.raise()
  return isNew
}
