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
 * What a refund consists of, in cents. Goodwill is money that pays back neither goods nor tax nor shipping; it is
 * below zero in a refund that counts goodwill given earlier towards them.
 */
export type RefundParts = {
  goodsCents: number
  taxCents: number
  shippingCents: number
  goodwillCents: number
  totalCents: number
}

/** What is to be refunded: pieces at the price of their order line, shipping, and goodwill. */
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
 * What of each part of an order is left to refund; the total is the money that is left, which is less than the parts
 * after a refund of goodwill.
 * @param before the sum of the refunds that were made of this order
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
 * What a refund of chosen items comes to: never more of a part than is left of it, nor more than the money that is
 * left. The tax is the share of the goods refunded so far in the order's tax, less what went back before, so that the
 * refunds of all goods add up to exactly that tax. The refund that takes the last of the money takes the last of each
 * part.
 */
export function priceRefund(order: Totals, before: RefundParts, choice: RefundChoice): RefundParts {
  const left = leftToRefund(order, before)
  const parts = partsOf(choice, order, before)
  const totalCents = sumOf(parts) + choice.goodwillCents
  if (totalCents >= left.totalCents) return allOf(left, left.totalCents)
  return { ...parts, goodwillCents: choice.goodwillCents, totalCents }
}

/** What a refund of a bare amount consists of: a share of what is left of each part, in proportion. */
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
 * What a refund of a given amount consists of when it was for these items: what they come to, and goodwill for the
 * rest of the amount. When they come to more, the amount is shared among their parts in proportion.
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

/** Distributes the goods of a refund over its lines: the price of each, or a share of it where it comes to less. */
export function spreadGoods(goodsCents: number, lines: readonly PricedLine[]): number[] {
  const wholeCents = lines.reduce((sum, { priceCents, qty }) => sum + priceCents * qty, 0)
  const cents = Math.min(goodsCents, wholeCents)
  let upToHere = 0
  return lines.map(({ priceCents, qty }) => {
    const before = partOf(cents, upToHere, wholeCents)
    upToHere += priceCents * qty
    return partOf(cents, upToHere, wholeCents) - before
  })
}

type Chosen = Pick<RefundParts, 'goodsCents' | 'taxCents' | 'shippingCents'>

function partsOf(
  { lines, shippingCents: wanted }: Omit<RefundChoice, 'goodwillCents'>,
  order: Totals,
  before: RefundParts,
): Chosen {
  const left = leftToRefund(order, before)
  const wholeCents = lines.reduce((sum, { priceCents, qty }) => sum + priceCents * qty, 0)
  const goodsCents = Math.min(wholeCents, left.itemsCents)
  const taxSoFar = partOf(before.goodsCents + goodsCents, order.taxCents, order.itemsCents)
  const taxCents = goodsCents === 0 ? 0 : Math.min(left.taxCents, Math.max(0, taxSoFar - before.taxCents))
  const shippingCents = wanted === 'all' ? left.shippingCents : Math.min(wanted, left.shippingCents)
  return { goodsCents, taxCents, shippingCents }
}

function sumOf({ goodsCents, taxCents, shippingCents }: Chosen): number {
  return goodsCents + taxCents + shippingCents
}

/** The last refund of an order. Goodwill given earlier has paid for some of what was left. */
function allOf({ itemsCents, taxCents, shippingCents }: Totals, amountCents: number): RefundParts {
  const parts = { goodsCents: itemsCents, taxCents, shippingCents }
  return { ...parts, goodwillCents: amountCents - sumOf(parts), totalCents: amountCents }
}

/** An amount that is no more than these parts, shared among them half up, and together exactly as much. */
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

/** The share of a part in an amount, half up; 0 of nothing. */
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

const PRICE = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Cents as people write them: 123450 -> "$1,234.50". */
export function formatCents(cents: number): string {
  return PRICE.format(toDollars(cents))
}

/** Dollars of the wire as people write them: 17.5 -> "$17.50". */
export function formatDollars(dollars: number): string {
  return formatCents(toCents(dollars))
}

/**
 * Cents as a decimal text without a sign for the currency, as files and other services want it: 1750 -> "17.50".
 * @throws RangeError for what is no whole, non-negative, exactly representable number of cents
 */
export function toDecimal(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`not an amount in cents: ${cents}`)
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/**
 * Reads a decimal text of another service into cents, digit by digit, so that no float is involved.
 * Null when it is no amount, is negative, has parts of a cent, or is too large to be exact.
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
