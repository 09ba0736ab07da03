/** The rate for an order's label: the rate that was quoted for the order, or a new one if that rate has expired. */
import { formatCents, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { DAY, HOUR, isoIn } from '#server/kernel/time/clock.ts'
import type { LabelRow, OrderRow } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import {
  itemOf,
  packedLines,
  packParcel,
  senderOf,
  recipientOfOrder,
} from '#server/checkout/quotes/parcel.ts'
import { refuseIfUnavailable, toShipAddress } from '#server/checkout/quotes/quotes.ts'

export type LabelRate = { rateId: string; cents: number; service: string }

/** Shippo rates are valid for seven days. The quote can be up to an hour older than the order. */
const RATE_LIFETIME = 7 * DAY - 2 * HOUR

/**
 * Returns the rate. If a new rate has a different price and the admin has not accepted that price, throws 409 with both
 * prices.
 * @param agreed the price in dollars that the admin has accepted
 * @param mustBeFresh true if the old rate was tried and has expired
 */
export async function rateOf(
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
  if (fresh.cents === quoted || (agreed !== undefined && toCents(agreed) === fresh.cents)) return fresh
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
