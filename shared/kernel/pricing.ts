/**
 * The shop's only arithmetic on money, with `refunds.ts` for refunds. The browser computes the totals that it shows with it. The server computes them
 * again and uses only its own totals. All amounts are integer cents.
 */

import { formatNumber } from './counts.ts'
import { discountLines, listPriceOf, type CartLine, type Discount, type PricedLine } from './discounts.ts'
import { isInPounds } from './sizes.ts'

/** `itemsCents` is the price of the items after all discounts. */
export type Totals = { itemsCents: number; shippingCents: number; taxCents: number; totalCents: number }

/** `discountCents` is the sum of the discounts of the lines, which `itemsCents` no longer contains. */
export type CartTotals = Totals & { discountCents: number }

/** The sales tax: a share of the items subtotal, in thousandths of a percent, charged only in one state. */
export type TaxRule = { state: string; thousandths: number }

/**
 * The default rule, if the shop has saved no other: 1% of the items subtotal, only if the shipping address is in
 * Virginia (test/SPEC.md, "Shop, cart, order").
 */
export const DEFAULT_TAX: TaxRule = { state: 'VA', thousandths: 1000 }

/**
 * Items + shipping + tax of a cart. The tax is on the items after discounts (`discountLines`).
 * @param state two-letter code of the shipping address, normalized by shared/platform/address.ts; null before it is known
 * @param tax the shop's rule (shared/platform/settings/selling.ts)
 * @param discount the discount of the whole cart; null if there is none
 */
export function priceCart(
  lines: readonly CartLine[],
  shippingPriceCents: number,
  state: string | null,
  tax: TaxRule = DEFAULT_TAX,
  discount: Discount | null = null,
): CartTotals {
  const discountCents = discountLines(lines, discount).reduce((sum, cents) => sum + cents, 0)
  const itemsCents = lines.reduce((sum, line) => sum + listPriceOf(line), 0) - discountCents
  const taxCents = state === tax.state ? halfUp(itemsCents * tax.thousandths, 100_000) : 0
  const shippingCents = discount?.kind === 'shipping' ? 0 : shippingPriceCents
  const totalCents = itemsCents + shippingCents + taxCents
  return { itemsCents, shippingCents, taxCents, totalCents, discountCents }
}

/**
 * The discount of a subscribed line, in cents, for all its pieces: the difference to the agreed price, if that is
 * lower, plus the percentage of the rest.
 * @param agreedCents the price of a piece that the buyer agreed to, before the percentage
 */
export function subscriptionDiscount(line: PricedLine, agreedCents: number, percent: number): number {
  const agreed = Math.min(line.priceCents, agreedCents) * line.qty
  return listPriceOf(line) - agreed + partOf(agreed, percent, 100)
}

/** The price of one subscribed piece, in cents: its list price less the percentage. */
export function subscriberPrice(priceCents: number, percent: number): number {
  return priceCents - subscriptionDiscount({ priceCents, qty: 1 }, priceCents, percent)
}

/** A rate in thousandths of a percent as text: 1000 -> '1%', 6625 -> '6.625%'. */
export function formatRate({ thousandths }: Pick<TaxRule, 'thousandths'>): string {
  return `${thousandths / 1000}%`
}

/** The cost of a part of a lot, in cents, from its share of the lot's weight. */
export function costOfWeight(lot: { costCents: number; grams: number }, grams: number): number {
  return halfUp(lot.costCents * grams, lot.grams)
}

/**
 * What the buyer pays for shipping, in cents: the carrier's price, or nothing if the items reach the amount for free
 * shipping.
 * @param itemsCents the items after discounts, without tax
 * @param freeFromCents the owner's setting; null if shipping is never free
 */
export function shippingPrice(itemsCents: number, quotedCents: number, freeFromCents: number | null): number {
  return freeFromCents !== null && itemsCents >= freeFromCents ? 0 : quotedCents
}

/** `amountCents * partCents / wholeCents`, rounded half up; 0 if `wholeCents` is 0. */
export function partOf(amountCents: number, partCents: number, wholeCents: number): number {
  return wholeCents === 0 ? 0 : halfUp(amountCents * partCents, wholeCents)
}

/** The international avoirdupois pound. */
export const GRAMS_PER_POUND = 453.59237

/**
 * The price of a pound, or of 100 g for a weight that is not sold in pounds, in cents.
 * @param grams the net weight; more than 0
 */
export function unitPrice(cents: number, grams: number): { cents: number; unit: 'lb' | '100 g' } {
  return isInPounds(grams)
    ? { cents: Math.round((cents * GRAMS_PER_POUND) / grams), unit: 'lb' }
    : { cents: halfUp(cents * 100, grams), unit: '100 g' }
}

/** Grams of coffee for a cup of 8 oz. */
export const GRAMS_PER_CUP = 15

/** What a cup of a coffee costs, in cents, rounded; null without a net weight of a cup or more. @param grams the net weight */
export function cupPrice(cents: number, grams: number | null): number | null {
  const cups = grams ? Math.floor(grams / GRAMS_PER_CUP) : 0
  return cups === 0 ? null : Math.round(cents / cups)
}

/** The cents with which a changed price may end; null: as it is computed. */
export type PriceEnding = 0 | 50 | 95 | null

/** A change of prices: by hundredths of a percent, or by cents. Negative lowers them. */
export type PriceChange = ({ hundredths: number } | { cents: number }) & { ending: PriceEnding }

/**
 * A price after a change, in cents, half up; with an ending, the nearest price that ends so, of two equally near ones the
 * higher. The ending never turns a lower price into a higher one, nor the reverse. The price may be negative, or too high.
 */
export function changedPrice(priceCents: number, change: PriceChange): number {
  const by = 'cents' in change ? change.cents : halfUp(priceCents * change.hundredths, 10_000)
  const cents = priceCents + by
  const { ending } = change
  if (ending === null || cents < 0) return cents
  const nearest = Math.max(0, Math.floor((cents - ending + 50) / 100)) * 100 + ending
  if (by < 0 && nearest > priceCents) return nearest - 100
  return by > 0 && nearest < priceCents ? nearest + 100 : nearest
}

/**
 * Cents to dollars for JSON: 1750 -> 17.5. The result is exact: it is the double that is nearest to the decimal number.
 */
export function toDollars(cents: number): number {
  return cents / 100
}

/** Dollars from JSON to cents: 17.5 -> 1750. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** The sum of amounts in dollars from JSON, in dollars. */
export function sumOfDollars(amounts: readonly number[]): number {
  return toDollars(amounts.reduce((cents, dollars) => cents + toCents(dollars), 0))
}

/** Cents as text for people: 123450 -> "$1,234.50". */
export function formatCents(cents: number): string {
  const whole = Math.abs(Math.round(cents))
  const text = `$${formatNumber(Math.floor(whole / 100))}.${String(whole % 100).padStart(2, '0')}`
  return cents < 0 && whole > 0 ? `-${text}` : text
}

/** Dollars from JSON as text for people: 17.5 -> "$17.50". */
export function formatDollars(dollars: number): string {
  return formatCents(toCents(dollars))
}

/** The same without cents if there are none: "$25", or "$25.50". */
export function shortDollars(dollars: number): string {
  return formatDollars(dollars).replace(/\.00$/, '')
}

/**
 * Cents as a decimal text without a currency sign, for files and other services: 1750 -> "17.50".
 * @throws RangeError if `cents` is not a non-negative safe integer
 */
export function toDecimal(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`not an amount in cents: ${cents}`)
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/**
 * Converts a decimal text from another service to cents, digit by digit, without floating point.
 * Null if it is not an amount, is negative, has fractions of a cent, or is too large to be exact.
 */
export function fromDecimal(text: string): number | null {
  const parts = /^(\d{0,13})(?:\.(\d+))?$/.exec(text)
  if (!parts || text === '') return null
  const [, whole = '', fraction = ''] = parts
  if (!/^\d{0,2}0*$/.test(fraction)) return null
  return Number(whole || '0') * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
}

function halfUp(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator))
}
