/** What a discount takes off the lines of a cart, in integer cents. shared/kernel/pricing.ts computes the totals with it. */

/** An order line, or some pieces of it. `discountCents` is the discount of all these pieces together. */
export type PricedLine = { priceCents: number; qty: number; discountCents?: number }

/**
 * A line of a cart. `discountCents` is the line's own discount, such as that of a subscription. `isCovered` is false if
 * the cart's discount is not for these goods.
 */
export type CartLine = PricedLine & { isCovered?: boolean }

/** A discount of a whole cart: a whole percentage or an amount of the covered lines, or free shipping. */
export type Discount =
  | { kind: 'percent'; percent: number }
  | { kind: 'amount'; cents: number }
  | { kind: 'shipping' }

/** The price of a line without its discount. */
export function listPriceOf({ priceCents, qty }: PricedLine): number {
  return priceCents * qty
}

/** The price of a line minus its discount. */
export function netPriceOf(line: PricedLine): number {
  return listPriceOf(line) - (line.discountCents ?? 0)
}

/**
 * The discount of each line, in cents. An amount is spread over the covered lines in proportion to their prices, and a
 * percentage is rounded once, for all lines together. Discounts are not combined: a line with its own discount gets the
 * larger of the two (decisions/061). No discount is larger than the price of its line.
 */
export function discountLines(lines: readonly CartLine[], discount: Discount | null): number[] {
  const shares = spread(coveredCents(lines, discount), lines)
  return lines.map((line, index) =>
    Math.min(listPriceOf(line), Math.max(line.discountCents ?? 0, shares[index]!)),
  )
}

/** What the covered lines cost without discounts. */
export function coveredPriceOf(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + weightOf(line), 0)
}

function coveredCents(lines: readonly CartLine[], discount: Discount | null): number {
  const wholeCents = coveredPriceOf(lines)
  if (discount?.kind === 'percent') return Math.floor((wholeCents * discount.percent + 50) / 100)
  return discount?.kind === 'amount' ? Math.min(discount.cents, wholeCents) : 0
}

function weightOf(line: CartLine): number {
  return line.isCovered === false ? 0 : listPriceOf(line)
}

/**
 * Spreads an amount over the covered lines by the method of largest remainders. The shares add up to exactly the
 * amount, which is at most the sum of the lines. Of lines with equal remainders, the first gets the cent.
 */
function spread(amountCents: number, lines: readonly CartLine[]): number[] {
  const wholeCents = coveredPriceOf(lines)
  if (amountCents === 0 || wholeCents === 0) return lines.map(() => 0)
  // The products of two amounts of a million dollars are too large for exact numbers, hence BigInt.
  const whole = BigInt(wholeCents)
  const products = lines.map((line) => BigInt(amountCents) * BigInt(weightOf(line)))
  const shares = products.map((product) => Number(product / whole))
  const rest = amountCents - shares.reduce((sum, share) => sum + share, 0)
  const remainders = products.map((product, index) => ({ index, remainder: Number(product % whole) }))
  // The sort is stable.
  const first = remainders.toSorted((one, other) => other.remainder - one.remainder).slice(0, rest)
  for (const { index } of first) shares[index]! += 1
  return shares
}
