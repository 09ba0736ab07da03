/** Voids unused labels. The carrier decides within days whether it refunds them. */
import type { OrderLabel } from '#shared/shipping/api/labels.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { HOUR, SECOND, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import type { LabelRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { Refusal, conflict } from '#server/kernel/errors.ts'
import { revertToPaid } from '#server/checkout/orders/fulfill/fulfill.ts'
import { lockParcels, markLeft, saveParcelTracking } from '#server/checkout/orders/fulfill/parcels.ts'
import { parcelsOf } from '#server/checkout/orders/read/parcels.ts'
import { orderRow } from '#server/checkout/orders/read/order.ts'
import { note, recordOrder } from '#server/checkout/orders/history.ts'
import { LabelRefused, ShippingUnavailable } from '#server/providers/shipping.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { labelOf } from './label-admin.ts'
import { labelsOf } from './label-rows.ts'

/**
 * The first check comes after this time. It is longer than a call to Shippo can last, and short enough to recover
 * within a minute after a crash and restart.
 */
const FIRST_CHECK = 25 * SECOND
/** USPS takes up to two weeks to decide. */
export const CHECK_EVERY = 6 * HOUR

/**
 * Voids the label of an order, or of one of its parcels, and removes its tracking number from the order. If the order was
 * shipped with this label, it is set back to paid. A second call changes nothing. Throws 409 if there is no label, several
 * parcels have one and none is named, or the carrier has the parcel; 502 with Shippo's message if Shippo refuses.
 */
export async function voidLabel(
  shop: Shop,
  admin: SignedIn,
  orderId: string,
  parcel?: number,
): Promise<OrderLabel> {
  await orderRow(shop, orderId)
  const labels = await labelsOf(shop.db, orderId)
  const bought = labels.filter(({ state }) => state === 'bought')
  if (parcel === undefined && bought.length > 1)
    throw conflict('Several parcels of this order have a label. Choose the parcel')
  const number = parcel ?? bought[0]?.parcel_number
  const latest = labels.find((label) => number === undefined || label.parcel_number === number)
  if (latest?.state === 'voiding' || latest?.state === 'voided') return labelOf(shop, orderId)
  if (latest?.state !== 'bought') throw conflict('This order has no label that can be returned')
  if (!(await begin(shop, admin, latest)))
    throw conflict('USPS already has this parcel, so its label cannot be returned')
  shop.crash('after-void-intent')
  try {
    await requestRefund(shop, latest)
  } catch (error) {
    if (error instanceof LabelRefused) throw new Refusal(502, `The label was not returned: ${error.message}`)
    // It is unknown whether Shippo received the request. finish-labels.ts checks that, and sends the request again if
    // necessary.
    if (!(error instanceof ShippingUnavailable)) throw error
  }
  return labelOf(shop, orderId)
}

/** Requests the refund of a label in state `voiding`. Throws LabelRefused, ShippingUnavailable. */
export async function requestRefund(shop: Shop, label: LabelRow): Promise<void> {
  try {
    const state = await shop.providers.shipping.voidLabel(label.transaction_id!)
    shop.crash('after-void-answer')
    await settleVoid(shop, label, state)
  } catch (error) {
    if (error instanceof LabelRefused) await settleVoid(shop, label, 'refused')
    throw error
  }
}

/** Records the outcome of a voided label, once. */
export async function settleVoid(
  shop: Shop,
  label: LabelRow,
  state: 'voiding' | 'voided' | 'refused',
): Promise<void> {
  // A label that USPS refuses to refund was usually used. Check its parcel again: its scans set the order to shipped.
  const next = { voiding: isoIn(shop.clock, CHECK_EVERY), voided: null, refused: isoNow(shop.clock) }[state]
  await transact(shop.db, async (tx) => {
    const changed = await tx
      .updateTable('labels')
      .set({ state, updated_at: isoNow(shop.clock), next_look_at: next })
      .where('id', '=', label.id)
      .where('state', '=', 'voiding')
      .returning('id')
      .executeTakeFirst()
    if (!changed || state === 'voiding') return
    const event =
      state === 'voided'
        ? `USPS took the label back: ${formatCents(label.cents)}`
        : 'USPS did not take the label back. It can still be used'
    await note(tx, shop, label.order_id, 'USPS', event).execute()
    if (state === 'refused') await restoreTracking(tx, label)
  })
}

/** Sets the label's tracking number on the order again, unless the order or its parcel has another number. */
async function restoreTracking(tx: Tx, label: LabelRow): Promise<void> {
  const { order_id: id, parcel_number: number } = label
  const { tracking_number: trackingNumber, tracking_url: trackingUrl } = label
  await lockParcels(tx, id)
  const parcels = (await parcelsOf(tx, [id])).get(id)
  const hasOther = parcels
    ? parcels.some((parcel) => parcel.number === number && parcel.tracking_number !== '')
    : (await tx.selectFrom('shipments').select('order_id').where('order_id', '=', id).executeTakeFirst()) !==
      undefined
  if (!hasOther) await saveParcelTracking(tx, id, number, { trackingNumber, trackingUrl })
}

/** Commits the intent. Returns false if the label can no longer be voided. */
async function begin(shop: Shop, admin: SignedIn, label: LabelRow): Promise<boolean> {
  return transact(shop.db, async (tx) => {
    const changed = await tx
      .updateTable('labels')
      .set({ state: 'voiding', updated_at: isoNow(shop.clock), next_look_at: isoIn(shop.clock, FIRST_CHECK) })
      .where('id', '=', label.id)
      .where('state', '=', 'bought')
      .where('parcel', 'in', ['unknown', 'announced'])
      .returning('id')
      .executeTakeFirst()
    if (!changed) return false
    const wasRemoved = await removeTracking(tx, label)
    await note(tx, shop, label.order_id, admin.name, 'Label returned').execute()
    await recordOrder(tx, shop, admin, label.order_id, 'Returned a label', [
      { field: 'Label', before: label.tracking_number, after: '' },
    ])
    if (wasRemoved) await revertToPaid(tx, shop, label.order_id, admin)
    return true
  })
}

/**
 * Removes the label's tracking number from the order, and from its parcel, which has not left then. Returns false if the order
 * or the parcel has a different number, which was entered later for another parcel.
 */
async function removeTracking(tx: Tx, label: LabelRow): Promise<boolean> {
  const { order_id: id, parcel_number: number } = label
  await lockParcels(tx, id)
  const parcels = (await parcelsOf(tx, [id])).get(id)
  if (parcels) {
    const parcel = parcels.find((each) => each.number === number)
    if (parcel?.tracking_number !== label.tracking_number) return false
    await saveParcelTracking(tx, id, number, { trackingNumber: '', trackingUrl: '' })
    await markLeft(tx, id, number, null)
    return true
  }
  const removed = await tx
    .deleteFrom('shipments')
    .where('order_id', '=', id)
    .where('tracking_number', '=', label.tracking_number)
    .returning('order_id')
    .executeTakeFirst()
  return removed !== undefined
}
