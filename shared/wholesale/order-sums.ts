/** The sums of an order of an account, on its screen and on the server: pounds, prices with breaks, tax, and what is missing. */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { TaxRule } from '#shared/kernel/pricing.ts'
import { priceInOrder, type Prices } from './prices.ts'
import { taxOfLines } from './tax.ts'

/** A line with the price in the shop and that of the account before breaks, in cents. */
export type OrderedLine = {
  sizeId: string
  category: string
  grams: number | null
  listCents: number
  ownCents: number
  isTaxed: boolean
  qty: number
}

export type Terms = { prices: Prices; state: string; tax: TaxRule }

/** `lines` are in the given order, each with the price of a piece that the account pays in this order. */
export function sumOrder<L extends OrderedLine>(lines: readonly L[], terms: Terms) {
  const grams = gramsOf(lines)
  const priced = lines.map((line) => ({
    ...line,
    priceCents: priceInOrder(terms.prices, { ...line, id: line.sizeId, cents: line.listCents }, grams),
  }))
  const itemsCents = priced.reduce((sum, { priceCents, qty }) => sum + priceCents * qty, 0)
  return { lines: priced, grams, itemsCents, taxCents: taxOfLines(priced, terms.state, terms.tax) }
}

/** The weight of the coffee of an order. */
export function gramsOf(lines: readonly Pick<OrderedLine, 'category' | 'grams' | 'qty'>[]): number {
  return lines.reduce(
    (sum, { category, grams, qty }) => sum + (category === COFFEE_BEANS ? (grams ?? 0) * qty : 0),
    0,
  )
}

/** The least of an order: a weight of coffee in grams, or an amount of goods in cents. */
export type Minimum = { kind: 'none' | 'grams' | 'cents'; value: number }

/** What an order lacks to its minimum, in its unit; 0 if it is enough. 60 bags of 12 oz count as 45 lb. */
export function missingTo(minimum: Minimum, sums: { grams: number; itemsCents: number }): number {
  if (minimum.kind === 'none') return 0
  const tolerance = minimum.kind === 'grams' ? Math.floor(minimum.value / 200) : 0
  const has = minimum.kind === 'grams' ? sums.grams : sums.itemsCents
  return has + tolerance >= minimum.value ? 0 : minimum.value - has
}

/** The minimum of a location: its own, or that of its account. */
export function minimumOf(
  location: { minimum: string; minimum_value: number },
  company: { minimum: string; minimum_value: number },
): Minimum {
  const { minimum, minimum_value: value } = location.minimum === 'account' ? company : location
  return { kind: minimum as Minimum['kind'], value }
}
