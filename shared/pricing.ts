/**
 * The shop's only arithmetic on money. The browser previews with it, the server decides with it
 * (spec section 9). All amounts are integer cents.
 */

type PricedLine = { priceCents: number; qty: number }

export type Totals = { itemsCents: number; shippingCents: number; taxCents: number; totalCents: number }

/** The sales tax: a share of the items, in per mille, owed in one state only. */
type TaxRule = { state: string; perMille: number }

/** Spec section 9: 1% of the items subtotal, only when the shipping address is in Virginia. */
export const TAX_RULE: TaxRule = { state: 'VA', perMille: 10 }

/**
 * Items + shipping + tax of a cart.
 * @param state two-letter code of the shipping address, normalised by shared/address.ts; null before it is known
 */
export function priceCart(
  lines: readonly PricedLine[],
  shippingCents: number,
  state: string | null,
  tax: TaxRule = TAX_RULE,
): Totals {
  const itemsCents = lines.reduce((sum, { priceCents, qty }) => sum + priceCents * qty, 0)
  const taxCents = state === tax.state ? halfUp(itemsCents * tax.perMille, 1000) : 0
  return { itemsCents, shippingCents, taxCents, totalCents: itemsCents + shippingCents + taxCents }
}

/**
 * What goes back of each part of an order with this much of its total: in proportion, half up, and together exactly
 * as much. All of the total gives all of each.
 */
export function shareOf(refundedCents: number, order: Totals): Totals {
  const of = (cents: number) => halfUp(refundedCents * cents, order.totalCents)
  const [shippingCents, taxCents] = [of(order.shippingCents), of(order.taxCents)]
  return {
    itemsCents: refundedCents - shippingCents - taxCents,
    shippingCents,
    taxCents,
    totalCents: refundedCents,
  }
}

/** The share of a part in an amount, half up: what of the goods that were refunded was food. */
export function partOf(amountCents: number, partCents: number, wholeCents: number): number {
  return wholeCents === 0 ? 0 : halfUp(amountCents * partCents, wholeCents)
}

/** Cents to the dollars of the wire: 1750 -> 17.5. Exact, since the result is the nearest double of the decimal. */
export function toDollars(cents: number): number {
  return cents / 100
}

/** Dollars of the wire to cents: 17.5 -> 1750. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** Cents as people write them: 123450 -> "$1,234.50". */
export function formatCents(cents: number): string {
  const whole = Math.trunc(cents / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')
  return `$${whole}.${String(cents % 100).padStart(2, '0')}`
}

function halfUp(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator))
}
