/**
 * Buys the labels of an order. The intent is committed before Shippo is called, because a purchase has no idempotency key. If
 * the response is lost, finish-labels.ts searches for the purchase and never buys again.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { labels, OrderLabel } from '#shared/shipping/api/labels.ts'
import { DAY, HOUR, isoIn, isoNow, newId } from '#server/kernel/time/clock.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { LabelRow, OrderRow } from '#server/kernel/db/schema.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { keepsMoney, requireMoney } from '#server/roastery/open-lines/money-back.ts'
import { orderRow } from '#server/checkout/orders/read/order.ts'
import { LabelRefused, RateExpired, ShippingUnavailable } from '#server/providers/shipping.ts'
import { isReal } from '#server/platform/invented.ts'
import { isReachable } from '#server/providers/circuit.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { labelOf } from './label-admin.ts'
import { storeFile } from './label-file.ts'
import { labelsOf, noteFailure, recordBought, referenceOf, sumOf } from './label-rows.ts'
import { formatCents, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { packParcels, rateOfParcels, recipientOfOrder } from '#server/checkout/quotes/parcel.ts'
import { toShipAddress } from '#server/checkout/quotes/quotes.ts'
import { packOrders, type PackedParcel } from '#server/checkout/orders/read/packing.ts'
import { keepProposal } from './split.ts'

/**
 * Buys the label of a paid order, or returns the existing one, which does not ship the order. Of an order in several parcels,
 * buys those that are missing, or that of `parcel`. Throws 409 if the order is not paid, or was invented for the demo and the
 * shop buys real labels; if all its money is on its way back to the buyer; if a label is being bought; if the parcels change
 * meanwhile; or if the admin has not accepted the price. Throws 502 with the carrier's message if the carrier refuses, and
 * 503 while the outcome is unknown.
 */
export async function buyLabel(
  shop: Shop,
  admin: SignedIn,
  { orderId, parcel: number, price, ship }: Body<typeof labels.buy>,
): Promise<OrderLabel> {
  const { is_pickup: isPickup, handover, state } = await orderRow(shop, orderId)
  if (handover === 'van') throw conflict(BY_VAN)
  if (isPickup) throw conflict('This order is picked up at the bar, so it gets no label')
  if (state !== 'paid' && state !== 'shipped') throw notPaid()
  if (!(await getsLabel(shop, orderId))) throw conflict(INVENTED)
  // While the circuit breaker is open, no call is made, so no purchase may be recorded.
  if (!isReachable(shop, 'labels')) throw unavailable()
  await keepProposal(shop, orderId)
  const order = await orderRow(shop, orderId)
  const parcels = (await packOrders(shop, [orderId])).get(orderId)!
  const wanted = parcels.filter((parcel) => number === undefined || parcel.number === number)
  if (wanted.length === 0) throw parcelsChanged()
  const earlier = await labelsOf(shop.db, orderId)
  const lacking: PackedParcel[] = []
  for (const parcel of wanted) if (await lacksLabel(shop, parcel, earlier)) lacking.push(parcel)
  if (lacking.length === 0) return labelOf(shop, orderId)
  await requireMoney(shop.db, orderId)
  const wish: Wish = { admin, order, earlier, agreed: price, ships: ship }
  if (parcels.length === 1) await buyOnly(shop, wish, parcels[0]!)
  else await buySeveral(shop, wish, lacking)
  return labelOf(shop, orderId)
}

/** What staff wish to buy. `agreed`: the price in dollars that they have accepted. */
type Wish = {
  admin: SignedIn
  order: OrderRow
  earlier: LabelRow[]
  agreed: number | undefined
  ships: boolean
}

/** Whether a parcel has no label that can be used. Throws 409 while it is being bought. */
async function lacksLabel(shop: Shop, { number }: PackedParcel, earlier: LabelRow[]): Promise<boolean> {
  const latest = earlier.find((label) => label.parcel_number === number)
  if (latest?.state === 'buying') throw beingBought()
  if (latest?.state === 'bought') return false
  return !(latest?.state === 'failed' && (await isBoughtAfterAll(shop, latest)))
}

/** Buys the label of an order in one parcel, at the rate that the buyer paid as long as it is valid. */
async function buyOnly(shop: Shop, wish: Wish, parcel: PackedParcel): Promise<void> {
  for (const mustBeFresh of [false, true]) {
    const rate = await rateOf(shop, wish, parcel, mustBeFresh)
    const label = await begin(shop, wish, parcel.number, rate)
    if (await tryPurchase(shop, wish.order, label)) return
    // If the rate has expired, the second pass requests a new rate.
  }
  throw noPrice()
}

/**
 * Buys a label for each of these parcels of an order that has several. Their rates are new, because the quote has no rate that
 * holds for all.
 */
async function buySeveral(shop: Shop, wish: Wish, parcels: readonly PackedParcel[]): Promise<void> {
  const rates = []
  for (const parcel of parcels)
    rates.push({ number: parcel.number, rate: await quoteAgain(shop, wish.order, parcel) })
  const spent = wish.earlier.filter(({ state }) => state === 'bought' || state === 'refused')
  const cents = rates.reduce((sum, { rate }) => sum + rate.cents, 0)
  requireAccepted(wish, { cents, spent: sumOf(spent) })
  for (const { number, rate } of rates) {
    const label = await begin(shop, wish, number, rate)
    if (!(await tryPurchase(shop, wish.order, label))) throw noPrice()
  }
}

function noPrice(): Refusal {
  return new Refusal(502, 'Shippo has no price for this parcel. Please try again later')
}

function parcelsChanged(): Refusal {
  return conflict('The parcels of this order have changed. Please look again', { code: 'parcels' })
}

/** Why an order of an account gets no label. */
export const BY_VAN = 'It is delivered by van, so it gets no label'

/** Why an order of the demo gets no real label. */
export const INVENTED = 'This order was invented for the demo, so it gets no label'

/** SQL condition: the order may get a label. Sample labels, which cost nothing, are also bought for invented orders. */
export function mayGetLabel({ providers }: Shop): RawBuilder<boolean> {
  return providers.shipping.mode === 'live' ? isReal('orders', 'orders.id') : sql<boolean>`1 = 1`
}

async function getsLabel(shop: Shop, orderId: string): Promise<boolean> {
  const order = shop.db.selectFrom('orders').select('id').where('id', '=', orderId).where(mayGetLabel(shop))
  return (await order.executeTakeFirst()) !== undefined
}

function notPaid(): Refusal {
  return conflict('Only a paid order gets a label')
}

function beingBought(): Refusal {
  return conflict('This label is being bought. Please check again in a moment', { code: 'buying' })
}

/** Whether an earlier attempt bought a label although it is recorded as failed, because its response came very late. */
async function isBoughtAfterAll(shop: Shop, failed: LabelRow): Promise<boolean> {
  const purchase = { rateId: failed.rate_id, reference: referenceOf(failed) }
  try {
    const found = await shop.providers.shipping.findLabel(purchase)
    return found?.state === 'bought' && (await recordBought(shop, failed, found))
  } catch (error) {
    if (error instanceof ShippingUnavailable) throw unavailable()
    throw error
  }
}

/**
 * Commits the intent. Throws 409 if another request is buying the label, the order is not paid, its parcels have changed, or
 * all its money is on its way back to the buyer.
 */
async function begin(
  shop: Shop,
  { admin, order, ships }: Wish,
  number: number,
  rate: LabelRate,
): Promise<LabelRow> {
  const label = newLabel(shop, admin, { order: order.id, number }, rate, ships)
  const isPayable = shop.db
    .updateTable('orders')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', order.id)
    .where('state', 'in', ['paid', 'shipped'])
    .where('split_version', '=', order.split_version)
    .where(keepsMoney('orders.id'))
  try {
    const unmet = await allOrNone(shop.db, [
      // Change the label before the order, as recordBought does, to prevent deadlocks.
      { query: shop.db.insertInto('labels').values(label) },
      { query: isPayable, rows: 1 },
    ])
    if (!unmet) return label
    await requireMoney(shop.db, order.id)
    const { split_version: version } = await orderRow(shop, order.id)
    throw version === order.split_version ? notPaid() : parcelsChanged()
  } catch (error) {
    if (isUniqueViolation(error)) throw beingBought()
    throw error
  }
}

/** Calls Shippo once. Returns false if the rate has expired. */
async function tryPurchase(shop: Shop, order: OrderRow, label: LabelRow): Promise<boolean> {
  shop.crash('after-label-intent')
  const purchase = { rateId: label.rate_id, reference: referenceOf(label) }
  try {
    const bought = await shop.providers.shipping.buyLabel({
      ...purchase,
      orderNumber: order.number ?? order.id,
    })
    shop.crash('after-label-answer')
    await recordBought(shop, label, bought)
    shop.crash('after-label-commit')
    await storeFile(shop, label.id, bought)
    return true
  } catch (error) {
    if (error instanceof RateExpired) {
      await noteFailure(shop, label, 'The rate of the price that the buyer paid has expired')
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

function unavailable(): Refusal {
  return new Refusal(503, 'Shippo does not answer right now. Nothing was bought; please try again later')
}

function unknown(): Refusal {
  return new Refusal(
    503,
    'Shippo has not answered. The shop is checking whether the label was bought: you will see the result here in a minute',
    { code: 'buying' },
    { 'retry-after': '30' },
  )
}

function newLabel(
  shop: Shop,
  admin: SignedIn,
  { order, number }: { order: string; number: number },
  { rateId, cents, service }: LabelRate,
  ships: boolean,
): LabelRow {
  const now = isoNow(shop.clock)
  return {
    id: newId(shop.clock),
    order_id: order,
    parcel_number: number,
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

type LabelRate = { rateId: string; cents: number; service: string }

/** Shippo rates are valid for seven days. The quote can be up to an hour older than the order. */
const RATE_LIFETIME = 7 * DAY - 2 * HOUR

/**
 * Returns the rate. If a new rate costs more than the quoted one and the admin has not accepted that price, throws 409 with
 * both prices.
 * @param mustBeFresh true if the old rate was tried and has expired
 */
async function rateOf(
  shop: Shop,
  wish: Wish,
  parcel: PackedParcel,
  mustBeFresh: boolean,
): Promise<LabelRate> {
  const { order, earlier } = wish
  const { rate_id: rateId, shipping_cents: paid, shipping_service: service } = order
  const quoted = order.quoted_cents ?? paid
  const isUsed = earlier.some((label) => label.rate_id === rateId && label.state !== 'failed')
  const isYoung = order.created_at > isoIn(shop.clock, -RATE_LIFETIME)
  if (rateId && isYoung && !isUsed && !mustBeFresh && quoted > 0) return { rateId, cents: quoted, service }

  const fresh = await quoteAgain(shop, order, parcel)
  requireAccepted(wish, { cents: fresh.cents, spent: 0 })
  return fresh
}

/**
 * Throws 409 with the price if it is more than what is left of the quoted price, and the admin has not accepted it.
 * @param spent what the other labels of the order have cost, in cents
 */
function requireAccepted({ order, agreed }: Wish, { cents, spent }: { cents: number; spent: number }): void {
  const { shipping_cents: paid } = order
  const quoted = order.quoted_cents ?? paid
  if (spent + cents <= quoted || (agreed !== undefined && toCents(agreed) === cents)) return
  const price = formatCents(cents)
  const told = paid === 0 ? 'had free shipping' : `paid ${formatCents(paid)} for shipping`
  const others = spent > 0 ? ` Other labels of the order cost ${formatCents(spent)}` : ''
  throw conflict(
    (order.replaces_order_id
      ? `The label of this replacement costs ${price}`
      : `The price of this label is now ${price}; the buyer ${told}`) + (others && `.${others}`),
    { code: 'price', price: toDollars(cents), paid: toDollars(paid) },
  )
}

/** Quotes the goods of a parcel to the address of its order again. Throws 400 and 503. */
async function quoteAgain(shop: Shop, order: OrderRow, { items }: PackedParcel): Promise<LabelRate> {
  const parcels = await packParcels(shop, items)
  if (parcels.length > 1) throw parcelsChanged()
  const { address, address2, city, ship_state: state, postal_code: postalCode, country } = order
  const to = toShipAddress({ address, address2, city, state, postalCode, country }, recipientOfOrder(order))
  const rate = await rateOfParcels(shop, to, parcels)
  return { rateId: rate.rateId, cents: rate.cents, service: `${rate.provider} ${rate.service}` }
}
