/** Giving a label back that was not used: the carrier decides within days whether it pays. */
import type { OrderLabel } from '#shared/api/labels.ts'
import { formatCents } from '#shared/pricing.ts'
import { HOUR, MINUTE, isoIn, isoNow } from '../clock.ts'
import type { LabelRow, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { Refusal, conflict } from '../errors.ts'
import { findOrder, note, recordOrder } from '../orders/orders.ts'
import { LabelRefused, ShippingUnavailable } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../users/sessions.ts'
import { labelOf } from './label-desk.ts'
import { labelsOf } from './label-rows.ts'

/** USPS takes up to two weeks to decide. */
const LOOK_EVERY = 6 * HOUR

/**
 * Gives back the label of an order and takes its number off the order. A second time changes nothing. Throws 409 when
 * there is none, or when the carrier has the parcel; 502 in words when Shippo does not take it back.
 */
export async function voidLabel(shop: Shop, admin: SignedIn, orderId: string): Promise<OrderLabel> {
  await findOrder(shop, admin, orderId)
  const [latest] = await labelsOf(shop.db, orderId)
  if (latest?.state === 'voiding' || latest?.state === 'voided') return labelOf(shop, admin, orderId)
  if (latest?.state !== 'bought') throw conflict('This order has no label to give back')
  if (!(await begin(shop, admin, latest)))
    throw conflict('USPS has this parcel already, so that its label cannot be given back')
  try {
    await askForRefund(shop, latest)
  } catch (error) {
    if (error instanceof LabelRefused)
      throw new Refusal(502, `The label was not taken back: ${error.message}`)
    // Nobody knows whether Shippo has heard us: it is looked after, and asked again if not.
    if (!(error instanceof ShippingUnavailable)) throw error
  }
  return labelOf(shop, admin, orderId)
}

/** Asks for the refund of a label whose giving back is committed. Throws LabelRefused, ShippingUnavailable. */
export async function askForRefund(shop: Shop, label: LabelRow): Promise<void> {
  try {
    await settleVoid(shop, label, await shop.providers.shipping.voidLabel(label.transaction_id!))
  } catch (error) {
    if (error instanceof LabelRefused) await settleVoid(shop, label, 'refused')
    throw error
  }
}

/** Writes down what became of a label that was given back; once. */
export async function settleVoid(
  shop: Shop,
  label: LabelRow,
  state: 'voiding' | 'voided' | 'refused',
): Promise<void> {
  const next = state === 'voiding' ? isoIn(shop.clock, LOOK_EVERY) : null
  await transact(shop.db, async (tx) => {
    const changed = await tx
      .updateTable('labels')
      .set({ state, updated_at: isoNow(shop.clock), next_look_at: next })
      .where('id', '=', label.id)
      .where('state', '=', 'voiding')
      .returning('id')
      .executeTakeFirst()
    if (!changed || state === 'voiding') return
    const words =
      state === 'voided'
        ? `USPS took the label back: ${formatCents(label.cents)}`
        : 'USPS did not take the label back. It can still be used'
    await note(tx, shop, label.order_id, 'USPS', words).execute()
  })
}

/** Commits the intent; false when the label is no longer to be had back. */
async function begin(shop: Shop, admin: SignedIn, label: LabelRow): Promise<boolean> {
  return transact(shop.db, async (tx) => {
    const changed = await tx
      .updateTable('labels')
      .set({ state: 'voiding', updated_at: isoNow(shop.clock), next_look_at: isoIn(shop.clock, MINUTE) })
      .where('id', '=', label.id)
      .where('state', '=', 'bought')
      .where('parcel', 'in', ['unknown', 'announced'])
      .returning('id')
      .executeTakeFirst()
    if (!changed) return false
    await forgetTracking(tx, label)
    await note(tx, shop, label.order_id, admin.name, 'Label given back').execute()
    await recordOrder(tx, shop, admin, label.order_id, 'Gave a label back', [
      { field: 'Label', before: label.tracking_number, after: '' },
    ])
    return true
  })
}

/** The number that the buyer sees would lead nowhere; one that was typed in since stays. */
async function forgetTracking(tx: Tx, label: LabelRow): Promise<void> {
  await tx
    .deleteFrom('shipments')
    .where('order_id', '=', label.order_id)
    .where('tracking_number', '=', label.tracking_number)
    .execute()
}
