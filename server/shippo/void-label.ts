/** Giving a label back that was not used: the carrier decides within days whether it pays. */
import type { OrderLabel } from '#shared/api/labels.ts'
import { formatCents } from '#shared/pricing.ts'
import { HOUR, SECOND, isoIn, isoNow } from '../time/clock.ts'
import type { LabelRow, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { Refusal, conflict } from '../errors.ts'
import { saveTracking, revertToPaid } from '../orders/fulfill.ts'
import { findOrder, note, recordOrder } from '../orders/orders.ts'
import { LabelRefused, ShippingUnavailable } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { labelOf } from './label-admin.ts'
import { labelsOf } from './label-rows.ts'

/** Longer than our call may last, and short enough that a crash is healed within a minute of the next start. */
const FIRST_LOOK = 25 * SECOND
/** USPS takes up to two weeks to decide. */
const LOOK_EVERY = 6 * HOUR

/**
 * Gives back the label of an order and takes its number off the order, which waits to be shipped again if it was to go
 * by this label. A second time changes nothing. Throws 409 when there is none, or when the carrier has the parcel; 502
 * in words when Shippo does not take it back.
 */
export async function voidLabel(shop: Shop, admin: SignedIn, orderId: string): Promise<OrderLabel> {
  await findOrder(shop, admin, orderId)
  const [latest] = await labelsOf(shop.db, orderId)
  if (latest?.state === 'voiding' || latest?.state === 'voided') return labelOf(shop, admin, orderId)
  if (latest?.state !== 'bought') throw conflict('This order has no label to give back')
  if (!(await begin(shop, admin, latest)))
    throw conflict('USPS has this parcel already, so that its label cannot be given back')
  shop.crash('after-void-intent')
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
    const state = await shop.providers.shipping.voidLabel(label.transaction_id!)
    shop.crash('after-void-answer')
    await settleVoid(shop, label, state)
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
  // What USPS keeps was as a rule used after all: the parcel is followed, and its scans ship the order.
  const next = { voiding: isoIn(shop.clock, LOOK_EVERY), voided: null, refused: isoNow(shop.clock) }[state]
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
    if (state === 'refused') await rememberTracking(tx, label)
  })
}

/** Unless another number has come meanwhile. */
async function rememberTracking(tx: Tx, label: LabelRow): Promise<void> {
  const other = await tx
    .selectFrom('shipments')
    .select('order_id')
    .where('order_id', '=', label.order_id)
    .executeTakeFirst()
  if (other) return
  const { tracking_number: trackingNumber, tracking_url: trackingUrl } = label
  await saveTracking(tx, label.order_id, { trackingNumber, trackingUrl })
}

/** Commits the intent; false when the label is no longer to be had back. */
async function begin(shop: Shop, admin: SignedIn, label: LabelRow): Promise<boolean> {
  return transact(shop.db, async (tx) => {
    const changed = await tx
      .updateTable('labels')
      .set({ state: 'voiding', updated_at: isoNow(shop.clock), next_look_at: isoIn(shop.clock, FIRST_LOOK) })
      .where('id', '=', label.id)
      .where('state', '=', 'bought')
      .where('parcel', 'in', ['unknown', 'announced'])
      .returning('id')
      .executeTakeFirst()
    if (!changed) return false
    const isItsParcel = await forgetTracking(tx, label)
    await note(tx, shop, label.order_id, admin.name, 'Label given back').execute()
    await recordOrder(tx, shop, admin, label.order_id, 'Gave a label back', [
      { field: 'Label', before: label.tracking_number, after: '' },
    ])
    if (isItsParcel) await revertToPaid(tx, shop, label.order_id, admin)
    return true
  })
}

/** The number that the buyer sees would lead nowhere; one that was typed in since stays, and is of another parcel. */
async function forgetTracking(tx: Tx, label: LabelRow): Promise<boolean> {
  const gone = await tx
    .deleteFrom('shipments')
    .where('order_id', '=', label.order_id)
    .where('tracking_number', '=', label.tracking_number)
    .returning('order_id')
    .executeTakeFirst()
  return gone !== undefined
}
