/**
 * What an account pays for a piece. One price wins and none are stacked: the price of its list that applies on the day; else
 * the percentage of the account, or else of its list, off the price in the shop; else it is not sold to the account.
 * All amounts are in integer cents, and are rounded to the cent per piece, never per line.
 */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { GRAMS_PER_POUND, partOf } from '#shared/kernel/pricing.ts'

/** The price of a size from a day on; null: from then on it has none. An empty day is always. */
export type ListedPrice = { size: string; from: string; cents: number | null }

/** What comes off the price of each bag when all coffee of an order weighs so many pounds. */
export type Break = { pounds: number; percent: number }

export type Prices = {
  /** In percent off the price in the shop, for sizes without a price of their own; null: they are not sold. */
  percentOff: number | null
  /** The lowest price of a pound of coffee; null without one. */
  floorCents: number | null
  breaks: readonly Break[]
  prices: readonly ListedPrice[]
}

export type PricedSize = { id: string; cents: number; grams: number | null; category: string }

/** The price of a piece before breaks, in cents. Null if the account cannot buy it. @param day at the shop */
export function priceOf(prices: Prices, size: PricedSize, day: string): number | null {
  const listed = prices.prices
    .filter((each) => each.size === size.id && each.from <= day)
    .toSorted((one, other) => (one.from < other.from ? 1 : -1))[0]
  if (listed && listed.cents !== null) return listed.cents
  if (prices.percentOff === null) return null
  return Math.max(partOf(size.cents, 100 - prices.percentOff, 100), floorOf(prices, size))
}

/** The same for an order whose coffee weighs `grams` in all. A break is for coffee, and not below the floor. */
export function priceInOrder(prices: Prices, size: PricedSize & { ownCents: number }, grams: number): number {
  const { percent } = breakFor(prices, grams) ?? { percent: 0 }
  if (percent === 0 || size.category !== COFFEE_BEANS) return size.ownCents
  const cents = partOf(size.ownCents, 100 - percent, 100)
  return Math.max(cents, Math.min(size.ownCents, floorOf(prices, size)))
}

/** The largest break that an order reaches; undefined if it reaches none. */
export function breakFor({ breaks }: Pick<Prices, 'breaks'>, grams: number): Break | undefined {
  return breaks
    .filter(({ pounds }) => reaches(grams, pounds))
    .toSorted((one, other) => other.pounds - one.pounds)[0]
}

/** The next break that an order does not reach yet. */
export function nextBreak({ breaks }: Pick<Prices, 'breaks'>, grams: number): Break | undefined {
  return breaks
    .filter(({ pounds }) => !reaches(grams, pounds))
    .toSorted((one, other) => one.pounds - other.pounds)[0]
}

/** Grams as pounds for people, with one decimal: 2,268 g are 5 lb. */
export function poundsOf(grams: number): number {
  return Math.round((grams * 10) / GRAMS_PER_POUND) / 10
}

/** With a tolerance of half a percent: 340 g is sold as 12 oz, and 20 bags of it as 15 lb. */
function reaches(grams: number, pounds: number): boolean {
  return grams * 1.005 >= pounds * GRAMS_PER_POUND
}

function floorOf({ floorCents }: Prices, { grams, category }: PricedSize): number {
  if (floorCents === null || category !== COFFEE_BEANS || !grams) return 0
  return partOf(floorCents, Math.round(grams * 1000), Math.round(GRAMS_PER_POUND * 1000))
}
