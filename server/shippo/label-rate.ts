/** The rate at which an order's label is bought: the one the buyer paid, while it can be had, else a fresh one. */
import { formatCents, toCents, toDollars } from '#shared/pricing.ts'
import { DAY, HOUR, isoIn } from '../time/clock.ts'
import type { LabelRow, OrderRow } from '../db/schema.ts'
import { conflict } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { packParcel } from '../quotes/parcel.ts'
import { orUnavailable, toShipAddress } from '../quotes/quotes.ts'

export type LabelRate = { rateId: string; cents: number; service: string }

/** Shippo sells a rate for seven days; an order may have been quoted an hour before it was placed. */
const RATE_LIFE = 7 * DAY - 2 * HOUR

/**
 * @param agreed dollars that the admin has read and agreed to
 * @param mustBeFresh the old rate was tried, and is no more
 * Throws 409 with both prices when a fresh rate costs something else, and that has not been agreed to.
 */
export async function rateOf(
  shop: Shop,
  order: OrderRow,
  earlier: LabelRow[],
  agreed: number | undefined,
  mustBeFresh: boolean,
): Promise<LabelRate> {
  const { rate_id: rateId, shipping_cents: paid, shipping_service: service } = order
  const isUsed = earlier.some((label) => label.rate_id === rateId && label.state !== 'failed')
  const isYoung = order.created_at > isoIn(shop.clock, -RATE_LIFE)
  if (isYoung && !isUsed && !mustBeFresh && paid > 0) return { rateId, cents: paid, service }

  const fresh = await quoteAgain(shop, order)
  if (fresh.cents === paid || (agreed !== undefined && toCents(agreed) === fresh.cents)) return fresh
  throw conflict(
    `The price of this label is ${formatCents(fresh.cents)} now; the buyer paid ${formatCents(paid)} for shipping`,
    { code: 'price', price: toDollars(fresh.cents), paid: toDollars(paid) },
  )
}

/** What the same goods to the same address cost today. */
async function quoteAgain(shop: Shop, order: OrderRow): Promise<LabelRate> {
  const lines = await shop.db
    .selectFrom('order_lines')
    .select(['size_grams', 'qty'])
    .where('order_id', '=', order.id)
    .execute()
  const parcel = packParcel(lines.map(({ size_grams, qty }) => ({ sizeGrams: size_grams, qty })))
  const { address, address2, city, ship_state: state, postal_code: postalCode, country } = order
  const to = toShipAddress({ address, address2, city, state, postalCode, country }, order.buyer_name)
  const rate = await orUnavailable(shop.providers.shipping.quoteGround({ to, parcel }))
  return { rateId: rate.rateId, cents: rate.cents, service: `${rate.provider} ${rate.service}` }
}
