/**
 * Buys an order's label. The intent is committed before Shippo is called, because a purchase has no idempotency key. If
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
import { labelsOf, noteFailure, recordBought, referenceOf } from './label-rows.ts'
import { formatCents, toCents, toDollars } from '#shared/kernel/pricing.ts'
import {
  itemOf,
  packedLines,
  packParcel,
  senderOf,
  recipientOfOrder,
} from '#server/checkout/quotes/parcel.ts'
import { refuseIfUnavailable, toShipAddress } from '#server/checkout/quotes/quotes.ts'

/**
 * Buys the label of a paid order, or returns the existing one, which does not ship the order. Throws 409 if the order is
 * not paid, or was invented for the demo and the shop buys real labels; if all its money is on its way back to the buyer;
 * if its label is being bought; or if the admin has not accepted the price. Throws 502 with the carrier's message if the
 * carrier refuses, and 503 while the outcome is unknown.
 */
export async function buyLabel(
  shop: Shop,
  admin: SignedIn,
  { orderId, price, ship }: Body<typeof labels.buy>,
): Promise<OrderLabel> {
  const order = await orderRow(shop, orderId)
  if (order.is_pickup) throw conflict('This order is picked up at the bar, so it gets no label')
  if (order.state !== 'paid' && order.state !== 'shipped') throw notPaid()
  if (!(await getsLabel(shop, orderId))) throw conflict(INVENTED)
  // While the circuit breaker is open, no call is made, so no purchase may be recorded.
  if (!isReachable(shop, 'labels')) throw unavailable()
  const earlier = await labelsOf(shop.db, orderId)
  const [latest] = earlier
  if (latest?.state === 'buying') throw beingBought()
  if (latest?.state === 'bought' || (latest?.state === 'failed' && (await isBoughtAfterAll(shop, latest))))
    return labelOf(shop, orderId)
  await requireMoney(shop.db, orderId)

  for (const mustBeFresh of [false, true]) {
    const rate = await rateOf(shop, order, earlier, price, mustBeFresh)
    const label = await begin(shop, admin, order, rate, ship)
    if (await tryPurchase(shop, order, label)) break
    // If the rate has expired, the second pass requests a new rate.
    if (mustBeFresh) throw new Refusal(502, 'Shippo has no price for this parcel. Please try again later')
  }
  return labelOf(shop, orderId)
}

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
 * Commits the intent. Throws 409 if another request is buying the label, the order is not paid, or all its money is on its
 * way back to the buyer.
 */
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
    .where(keepsMoney('orders.id'))
  try {
    const unmet = await allOrNone(shop.db, [
      // Change the label before the order, as recordBought does, to prevent deadlocks.
      { query: shop.db.insertInto('labels').values(label) },
      { query: isPayable, rows: 1 },
    ])
    if (!unmet) return label
    await requireMoney(shop.db, order.id)
    throw notPaid()
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

type LabelRate = { rateId: string; cents: number; service: string }

/** Shippo rates are valid for seven days. The quote can be up to an hour older than the order. */
const RATE_LIFETIME = 7 * DAY - 2 * HOUR

/**
 * Returns the rate. If a new rate costs more than the quoted one and the admin has not accepted that price, throws 409 with
 * both prices.
 * @param agreed the price in dollars that the admin has accepted
 * @param mustBeFresh true if the old rate was tried and has expired
 */
async function rateOf(
  shop: Shop,
  order: OrderRow,
  earlier: LabelRow[],
  agreed: number | undefined,
  mustBeFresh: boolean,
): Promise<LabelRate> {
  const { rate_id: rateId, shipping_cents: paid, shipping_service: service } = order
  const quoted = order.quoted_cents ?? paid
  const isUsed = earlier.some((label) => label.rate_id === rateId && label.state !== 'failed')
  const isYoung = order.created_at > isoIn(shop.clock, -RATE_LIFETIME)
  if (rateId && isYoung && !isUsed && !mustBeFresh && quoted > 0) return { rateId, cents: quoted, service }

  const fresh = await quoteAgain(shop, order)
  if (fresh.cents <= quoted || (agreed !== undefined && toCents(agreed) === fresh.cents)) return fresh
  const price = formatCents(fresh.cents)
  const told = paid === 0 ? 'had free shipping' : `paid ${formatCents(paid)} for shipping`
  throw conflict(
    order.replaces_order_id
      ? `The label of this replacement costs ${price}`
      : `The price of this label is now ${price}; the buyer ${told}`,
    { code: 'price', price: toDollars(fresh.cents), paid: toDollars(paid) },
  )
}

/** Quotes the same goods to the same address again. Throws 400 and 503. */
async function quoteAgain(shop: Shop, order: OrderRow): Promise<LabelRate> {
  const lines = await packedLines(shop.db, [order.id]).execute()
  const parcel = await packParcel(shop, lines.map(itemOf))
  const { address, address2, city, ship_state: state, postal_code: postalCode, country } = order
  const to = toShipAddress({ address, address2, city, state, postalCode, country }, recipientOfOrder(order))
  const rate = await refuseIfUnavailable(
    shop.providers.shipping.quoteGround({ to, parcel, from: await senderOf(shop) }),
  )
  return { rateId: rate.rateId, cents: rate.cents, service: `${rate.provider} ${rate.service}` }
}
