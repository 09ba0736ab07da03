/** Label rows, their conversion for the API, and how a label becomes bought or failed. */
import type { Label as ShownLabel } from '#shared/shipping/api/labels.ts'
import { formatCents, toDollars } from '#shared/kernel/pricing.ts'
import { HOUR, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import type { Db, LabelRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { saveTracking, ship } from '#server/checkout/orders/fulfill/fulfill.ts'
import { note, recordOrder } from '#server/checkout/orders/history.ts'
import type { Label as ShippoLabel } from '#server/providers/labels.ts'

/** The text that identifies a purchase at Shippo. */
export function referenceOf({ order_id, id }: Pick<LabelRow, 'order_id' | 'id'>): string {
  return `${order_id} ${id}`
}

/** The name of a label's file in the store. */
export function labelFileName(labelId: string): string {
  return `label-${labelId}.pdf`
}

/** All labels of an order, newest first. */
export async function labelsOf(db: Db, orderId: string): Promise<LabelRow[]> {
  return db
    .selectFrom('labels')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
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
    const isShipped = label.ships === 1 && (await ship(tx, shop, label.order_id, by, tracking))
    if (!isShipped) await saveTracking(tx, label.order_id, tracking)
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
