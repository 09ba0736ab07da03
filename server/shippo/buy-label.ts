/**
 * Buying an order's label. The intent is committed before Shippo is asked, because a purchase has no key that would
 * make a second call harmless: what a lost answer leaves open is looked for (finish-labels.ts), never bought again.
 */
import type { Body } from '#shared/api/endpoint.ts'
import type { labels, OrderLabel } from '#shared/api/labels.ts'
import { isoNow, newId } from '../time/clock.ts'
import { allOrNone } from '../db/all-or-none.ts'
import { isUniqueViolation } from '../db/failures.ts'
import type { LabelRow, OrderRow } from '../db/schema.ts'
import { Refusal, conflict } from '../errors.ts'
import { findOrder } from '../orders/orders.ts'
import { LabelRefused, RateGone, ShippingUnavailable } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { labelOf } from './label-admin.ts'
import { keepFile } from './label-file.ts'
import { recordBought } from './label-outcome.ts'
import { rateOf, type LabelRate } from './label-rate.ts'
import { labelsOf, noteFailure, referenceOf } from './label-rows.ts'

/**
 * Buys the label of a paid order. Where there is one already, answers that. Throws 409 for an order that is not paid,
 * for a label that is just being bought, and for a price that has not been agreed to; 502 in words when the carrier
 * does not sell it; 503 while nobody knows.
 */
export async function buyLabel(
  shop: Shop,
  admin: SignedIn,
  { orderId, price, ship }: Body<typeof labels.buy>,
): Promise<OrderLabel> {
  const order = await findOrder(shop, admin, orderId)
  if (order.state !== 'paid' && order.state !== 'shipped') throw notPaid()
  // Nothing would be asked just now: that is no purchase whose outcome must be looked for.
  if (shop.circuits.labels.isOpen()) throw away()
  const earlier = await labelsOf(shop.db, orderId)
  const [latest] = earlier
  if (latest?.state === 'buying') throw beingBought()
  if (latest?.state === 'bought' || (latest?.state === 'failed' && (await isBoughtAfterAll(shop, latest))))
    return labelOf(shop, admin, orderId)

  for (const mustBeFresh of [false, true]) {
    const rate = await rateOf(shop, order, earlier, price, mustBeFresh)
    const label = await begin(shop, admin, order, rate, ship)
    if (await isBought(shop, label)) break
    // The rate was gone: the next turn asks for a fresh one.
    if (mustBeFresh) throw new Refusal(502, 'Shippo has no price for this parcel. Please try again later')
  }
  return labelOf(shop, admin, orderId)
}

function notPaid(): Refusal {
  return conflict('Only a paid order gets a label')
}

function beingBought(): Refusal {
  return conflict('This label is just being bought. Look again in a moment', { code: 'buying' })
}

/** An earlier try that seemed to fail may have bought one, if its answer came very late. */
async function isBoughtAfterAll(shop: Shop, failed: LabelRow): Promise<boolean> {
  const wanted = { rateId: failed.rate_id, reference: referenceOf(failed) }
  const found = await orUnknown(shop.providers.shipping.findLabel(wanted))
  return found?.state === 'bought' && (await recordBought(shop, failed, found))
}

/** Commits the intent. Of two who press at once the second finds the place taken. */
async function begin(
  shop: Shop,
  admin: SignedIn,
  order: OrderRow,
  rate: LabelRate,
  ships: boolean,
): Promise<LabelRow> {
  const label = newLabel(shop, admin, order.id, rate, ships)
  const isPayable = shop.db
    .updateTable('orders')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', order.id)
    .where('state', 'in', ['paid', 'shipped'])
  try {
    const unmet = await allOrNone(shop.db, [
      // The label before the order, as whoever writes down a purchase takes them: nobody deadlocks.
      { query: shop.db.insertInto('labels').values(label) },
      { query: isPayable, rows: 1 },
    ])
    if (unmet) throw notPaid()
    return label
  } catch (error) {
    if (isUniqueViolation(error)) throw beingBought()
    throw error
  }
}

/** Asks Shippo, once. False when the rate can no longer be had. */
async function isBought(shop: Shop, label: LabelRow): Promise<boolean> {
  shop.crash('after-label-intent')
  const wanted = { rateId: label.rate_id, reference: referenceOf(label) }
  try {
    const bought = await shop.providers.shipping.buyLabel(wanted)
    shop.crash('after-label-answer')
    await recordBought(shop, label, bought)
    shop.crash('after-label-commit')
    await keepFile(shop, label.id, bought)
    return true
  } catch (error) {
    if (error instanceof RateGone) {
      await noteFailure(shop, label, 'The price that the buyer paid is too old to be bought at')
      return false
    }
    if (error instanceof LabelRefused) {
      await noteFailure(shop, label, error.message)
      throw new Refusal(502, `No label was bought. Shippo says: ${error.message}`, { code: 'label' })
    }
    if (error instanceof ShippingUnavailable) throw unknown()
    throw error
  }
}

async function orUnknown<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ShippingUnavailable) throw away()
    throw error
  }
}

function away(): Refusal {
  return new Refusal(503, 'Shippo does not answer just now. Nothing was bought; please try again later')
}

function unknown(): Refusal {
  return new Refusal(
    503,
    'Shippo has not answered. Whether the label was bought is looked after: you will see it here in a minute',
    { code: 'buying' },
    { 'retry-after': '30' },
  )
}

function newLabel(
  shop: Shop,
  admin: SignedIn,
  orderId: string,
  { rateId, cents, service }: LabelRate,
  ships: boolean,
): LabelRow {
  const now = isoNow(shop.clock)
  return {
    id: newId(shop.clock),
    order_id: orderId,
    state: 'buying',
    rate_id: rateId,
    service,
    cents,
    ships: ships ? 1 : 0,
    transaction_id: null,
    carrier: '',
    tracking_number: '',
    tracking_url: '',
    problem: '',
    actor_id: admin._id,
    actor: admin.name,
    created_at: now,
    updated_at: now,
    bought_at: null,
    parcel: 'unknown',
    parcel_words: '',
    parcel_at: null,
    next_look_at: null,
    looks: 0,
  }
}
