/** Records that a label was bought. The only place where a label becomes `bought`. */
import { formatCents } from '#shared/kernel/pricing.ts'
import { HOUR, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { LabelRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { saveTracking, ship } from '#server/checkout/orders/fulfill/fulfill.ts'
import { note, recordOrder } from '#server/checkout/orders/history.ts'
import type { Label } from '#server/providers/labels.ts'
import type { Shop } from '#server/platform/shop.ts'

/** The first check of a parcel. The carrier gets a parcel at the earliest a few hours after its label was bought. */
const FIRST_CHECK = 3 * HOUR

/**
 * Records that a label was bought, sets the order's tracking, and marks the order shipped if the admin chose that.
 * Returns false if that was recorded before. Idempotent, also if called concurrently.
 */
export async function recordBought(shop: Shop, label: LabelRow, bought: Label): Promise<boolean> {
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
