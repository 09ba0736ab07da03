/** The only place where a label becomes ours: whoever brings the carrier's answer, it is written down once. */
import { formatCents } from '#shared/pricing.ts'
import { HOUR, isoIn, isoNow } from '../time/clock.ts'
import { isUniqueViolation } from '../db/failures.ts'
import type { LabelRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { saveTracking, ship } from '../orders/fulfil.ts'
import { note, recordOrder } from '../orders/orders.ts'
import type { Label } from '../providers/labels.ts'
import type { Shop } from '../shop.ts'

/** The carrier gets a parcel on the day of its label at the soonest. */
const FIRST_LOOK = 3 * HOUR

/**
 * Writes down that a label was bought, gives the order its tracking, and marks it shipped where that was asked for.
 * False when that was known already. Safe to run any number of times, by anyone.
 */
export async function recordBought(shop: Shop, label: LabelRow, bought: Label): Promise<boolean> {
  const tracking = { trackingNumber: bought.trackingNumber, trackingUrl: bought.trackingUrl }
  const by = { _id: label.actor_id, name: label.actor }
  const isNews = await transact(shop.db, async (tx) => {
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
        next_look_at: isoIn(shop.clock, FIRST_LOOK),
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
    // Nobody buys before looking for what an earlier try has bought; if it happens all the same, a person must know.
    shop.log.error(
      { label: label.id, transaction: bought.id },
      'an order has two labels: give one back at Shippo',
    )
    return false
  })
  if (isNews) shop.mailSignal.raise()
  return isNews
}
