/**
 * The cost of coffee. A weight costs its share of the lot or batch that it comes from, so a gram costs fractions of a
 * cent. Each line of a list is rounded once to whole cents, half a cent up, and a total is the sum of its rounded lines
 * (decisions/070-roastery.md).
 */

/**
 * Rounds to whole cents. Adds a tiny amount first, because floating-point sums can be slightly below the exact half
 * cent.
 */
export function wholeCents(cents: number): number {
  return Math.floor(cents + 0.5 + 1e-9)
}

/** What a gram of roasted coffee costs, in cents, if a gram of green coffee costs `green`. `loss` is in thousandths. */
export function roastedCost(green: number, loss: number): number {
  return (green * 1000) / (1000 - loss)
}

/** The margin of a price, in cents and in percent of the price with one decimal; null for a price of 0. */
export function marginOf(priceCents: number, costCents: number): { cents: number; percent: number | null } {
  const cents = priceCents - costCents
  return { cents, percent: priceCents === 0 ? null : Math.round((cents * 1000) / priceCents) / 10 }
}
