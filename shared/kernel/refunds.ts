/** The arithmetic of refunds. All amounts are integer cents. Only the order page and the desk load it in the browser. */

import { netPriceOf, type PricedLine } from './discounts.ts'
import { partOf, type Totals } from './pricing.ts'

/**
 * The parts of a refund, in cents. Goodwill is money that is not for goods, tax or shipping. It is negative in a refund
 * in which earlier goodwill counts towards goods, tax and shipping.
 */
export type RefundParts = {
  goodsCents: number
  taxCents: number
  shippingCents: number
  goodwillCents: number
  totalCents: number
}

/** A requested refund: pieces of order lines (`piecesOf`), shipping, and goodwill. */
export type RefundChoice = {
  lines: readonly PricedLine[]
  shippingCents: number | 'all'
  goodwillCents: number
}

/** The sum of some refunds, part by part. */
export function sumRefunds(refunds: readonly RefundParts[]): RefundParts {
  const sum = (part: keyof RefundParts) => refunds.reduce((cents, refund) => cents + refund[part], 0)
  return {
    goodsCents: sum('goodsCents'),
    taxCents: sum('taxCents'),
    shippingCents: sum('shippingCents'),
    goodwillCents: sum('goodwillCents'),
    totalCents: sum('totalCents'),
  }
}

/**
 * How much of each part of an order can still be refunded. The total is the money that is left. After a refund of
 * goodwill, the total is less than the sum of the parts.
 * @param before the sum of this order's earlier refunds
 */
export function leftToRefund(order: Totals, before: RefundParts): Totals {
  return {
    itemsCents: Math.max(0, order.itemsCents - before.goodsCents),
    shippingCents: Math.max(0, order.shippingCents - before.shippingCents),
    taxCents: Math.max(0, order.taxCents - before.taxCents),
    totalCents: order.totalCents - before.totalCents,
  }
}

/**
 * Computes a refund of chosen items. Neither its parts nor its total exceed what is left. Its tax is the order's tax on
 * all goods refunded so far, minus the tax refunded before. So if all goods are refunded, the refunded tax is exactly
 * the order's tax. The refund that leaves no money also refunds the rest of each part.
 */
export function priceRefund(order: Totals, before: RefundParts, choice: RefundChoice): RefundParts {
  const left = leftToRefund(order, before)
  const parts = partsOf(choice, order, before)
  const totalCents = sumOf(parts) + choice.goodwillCents
  if (totalCents >= left.totalCents) return allOf(left, left.totalCents)
  return { ...parts, goodwillCents: choice.goodwillCents, totalCents }
}

/**
 * Splits a refund of an amount without items. Each part of the order gets a share in proportion to what is left of that
 * part.
 */
export function splitRefund(order: Totals, before: RefundParts, amountCents: number): RefundParts {
  const left = leftToRefund(order, before)
  if (amountCents >= left.totalCents) return allOf(left, amountCents)
  return shareOf(amountCents, {
    goodsCents: left.itemsCents,
    taxCents: left.taxCents,
    shippingCents: left.shippingCents,
  })
}

/**
 * Splits a refund of a given amount that was for the chosen items: the price of the items, their tax, shipping, and the
 * rest as goodwill. If the items cost more than the amount, the amount is split in proportion to these parts.
 */
export function assignRefund(
  order: Totals,
  before: RefundParts,
  amountCents: number,
  choice: Omit<RefundChoice, 'goodwillCents'>,
): RefundParts {
  const left = leftToRefund(order, before)
  if (amountCents >= left.totalCents) return allOf(left, amountCents)
  const parts = partsOf(choice, order, before)
  const rest = amountCents - sumOf(parts)
  if (rest < 0) return shareOf(amountCents, parts)
  return { ...parts, goodwillCents: rest, totalCents: amountCents }
}

/**
 * Distributes the goods amount of a refund over its lines: each line gets its price, or a share of its price if the
 * refund is smaller.
 */
export function spreadGoods(goodsCents: number, lines: readonly PricedLine[]): number[] {
  const wholeCents = lines.reduce((sum, line) => sum + netPriceOf(line), 0)
  const cents = Math.min(goodsCents, wholeCents)
  let upToHere = 0
  return lines.map((line) => {
    const before = partOf(cents, upToHere, wholeCents)
    upToHere += netPriceOf(line)
    return partOf(cents, upToHere, wholeCents) - before
  })
}

/**
 * Some pieces of an order line, with their part of its discount. The parts are rounded so that all pieces together have
 * exactly the discount of the line, however they are split over refunds.
 * @param line the whole line, as ordered
 * @param before the pieces of the line that are refunded already, and the cents that were refunded for them
 */
export function piecesOf(line: PricedLine, before: { qty: number; cents: number }, qty: number): PricedLine {
  const wholeCents = netPriceOf(line)
  const restCents = partOf(wholeCents, before.qty + qty, line.qty) - before.cents
  // Earlier refunds of the line can be smaller than its price. Later refunds do not add the difference.
  const mostCents = Math.ceil((wholeCents * qty) / line.qty)
  const cents = Math.min(Math.max(0, restCents), mostCents)
  return { priceCents: line.priceCents, qty, discountCents: line.priceCents * qty - cents }
}

/**
 * Divides a refund between two sources of the money, such as PayPal and a gift card. Each gets its share of every part; the
 * two add up to exactly the refund.
 * @param cents the amount of the first source; from 0 to the total of the refund
 */
export function divideRefund(parts: RefundParts, cents: number): [first: RefundParts, rest: RefundParts] {
  const names = ['goodsCents', 'taxCents', 'shippingCents', 'goodwillCents'] as const
  const first = { ...parts, totalCents: cents }
  for (const name of names)
    first[name] = Math.sign(parts[name]) * partOf(cents, Math.abs(parts[name]), parts.totalCents)
  // The rounding difference is added to the largest part.
  const largest = names.toSorted((one, other) => parts[other] - parts[one])[0]!
  first[largest] += cents - names.reduce((sum, name) => sum + first[name], 0)
  const rest = { ...parts, totalCents: parts.totalCents - cents }
  for (const name of names) rest[name] = parts[name] - first[name]
  return [first, rest]
}

type Chosen = Pick<RefundParts, 'goodsCents' | 'taxCents' | 'shippingCents'>

function partsOf(
  { lines, shippingCents: wanted }: Omit<RefundChoice, 'goodwillCents'>,
  order: Totals,
  before: RefundParts,
): Chosen {
  const left = leftToRefund(order, before)
  const wholeCents = lines.reduce((sum, line) => sum + netPriceOf(line), 0)
  const goodsCents = Math.min(wholeCents, left.itemsCents)
  const taxSoFar = partOf(before.goodsCents + goodsCents, order.taxCents, order.itemsCents)
  const taxCents = goodsCents === 0 ? 0 : Math.min(left.taxCents, Math.max(0, taxSoFar - before.taxCents))
  const shippingCents = wanted === 'all' ? left.shippingCents : Math.min(wanted, left.shippingCents)
  return { goodsCents, taxCents, shippingCents }
}

function sumOf({ goodsCents, taxCents, shippingCents }: Chosen): number {
  return goodsCents + taxCents + shippingCents
}

/** The parts of the last refund of an order. Earlier goodwill reduces it. */
function allOf({ itemsCents, taxCents, shippingCents }: Totals, amountCents: number): RefundParts {
  const parts = { goodsCents: itemsCents, taxCents, shippingCents }
  return { ...parts, goodwillCents: amountCents - sumOf(parts), totalCents: amountCents }
}

/**
 * Splits an amount in proportion to the parts; the amount is at most their sum. Rounds half up. The shares add up to
 * exactly the amount.
 */
function shareOf(amountCents: number, parts: Chosen): RefundParts {
  const whole = sumOf(parts)
  const shippingCents = partOf(amountCents, parts.shippingCents, whole)
  const taxCents = Math.min(partOf(amountCents, parts.taxCents, whole), amountCents - shippingCents)
  return {
    goodsCents: amountCents - shippingCents - taxCents,
    taxCents,
    shippingCents,
    goodwillCents: 0,
    totalCents: amountCents,
  }
}
