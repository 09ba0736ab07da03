/**
 * Sums and parts of an order's refunds, the amount that can still be refunded, and texts about refunds and disputes.
 */
import type { Order } from '#shared/checkout/api/orders.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { formatDollars, toCents, type Totals } from '#shared/kernel/pricing.ts'
import { piecesOf, type RefundParts, sumRefunds } from '#shared/kernel/refunds.ts'

export type Refund = Order['refunds'][number]

/** How much of the order's price has been refunded, in cents. Counts completed refunds only. */
export function refundedCents({ refunds }: Pick<Order, 'refunds'>): number {
  return refunds
    .filter(({ state, ofSale }) => state === 'completed' && ofSale)
    .reduce((sum, { amount }) => sum + toCents(amount), 0)
}

/** Whether refunds that are made or under way leave nothing of what was paid for the order. */
export function returnsAll({ refunds, refundable }: Pick<Order, 'refunds' | 'refundable'>): boolean {
  return refundable === 0 && refunds.some(({ ofSale, state }) => ofSale && state !== 'failed')
}

/** Numbers of pieces by order line. */
export type Pieces = Record<number, number>

/** Pieces of order lines as a URL parameter: '0:2,1:1' is two of line 0 and one of line 1. */
export function piecesText(items: readonly { line: number; qty: number }[]): string {
  return items.map(({ line, qty }) => `${line}:${qty}`).join(',')
}

/** Reads a text from `piecesText`, with at most `max` pieces of each line. */
export function piecesIn(text: string, max: Pieces): Pieces {
  const parts = text.split(',').map((part) => part.split(':').map(Number))
  return Object.fromEntries(
    parts.flatMap(([line = NaN, qty = 0]) =>
      qty > 0 && (max[line] ?? 0) > 0 ? [[line, Math.min(Math.trunc(qty), max[line]!)]] : [],
    ),
  )
}

/** The lines with at least one chosen piece. */
export function chosenPieces(pieces: Pieces): { line: number; qty: number }[] {
  return Object.entries(pieces).flatMap(([line, qty]) => (qty > 0 ? [{ line: Number(line), qty }] : []))
}

/** The number of pieces per line that can still be replaced. */
export function unreplaced({ orderItems, replacements }: Pick<Order, 'orderItems' | 'replacements'>): Pieces {
  return subtract(
    orderItems,
    replacements.filter(({ state }) => state !== 'cancelled').flatMap(({ items }) => items),
  )
}

/** The number of pieces per line that can still be refunded. */
export function unrefunded({ orderItems, refunds }: Pick<Order, 'orderItems' | 'refunds'>): Pieces {
  return subtract(
    orderItems,
    refunds.filter(({ state }) => state !== 'failed').flatMap(({ items }) => items),
  )
}

/** The number of pieces per line that can still be returned to stock. */
export function unreturned({ orderItems, refunds }: Pick<Order, 'orderItems' | 'refunds'>): Pieces {
  return subtract(
    orderItems,
    refunds
      .filter(({ state, isRestocked }) => state !== 'failed' || isRestocked)
      .flatMap(({ stock }) => stock),
  )
}

/** The chosen pieces with their prices after discounts, for shared/kernel/pricing.ts. */
export function priced(pieces: Pieces, { orderItems, refunds }: Pick<Order, 'orderItems' | 'refunds'>) {
  const items = refunds.filter(({ state }) => state !== 'failed').flatMap((refund) => refund.items)
  return orderItems.flatMap(({ line, price, discount, qty: ordered }) => {
    const qty = pieces[line] ?? 0
    if (qty <= 0) return []
    const whole = { priceCents: toCents(price), qty: ordered, discountCents: toCents(discount) }
    const earlier = items.filter((item) => item.line === line)
    const before = {
      qty: earlier.reduce((sum, item) => sum + item.qty, 0),
      cents: earlier.reduce((sum, { amount }) => sum + toCents(amount), 0),
    }
    return [piecesOf(whole, before, qty)]
  })
}

function subtract(lines: Order['orderItems'], subtracted: { line: number; qty: number }[]): Pieces {
  const left: Pieces = Object.fromEntries(lines.map(({ line, qty }) => [line, qty]))
  for (const { line, qty } of subtracted) left[line] = (left[line] ?? 0) - qty
  return left
}

/** The price of an order in cents. */
export function totalsOf({ itemsPrice, shippingPrice, taxPrice, totalPrice }: Order): Totals {
  return {
    itemsCents: toCents(itemsPrice),
    shippingCents: toCents(shippingPrice),
    taxCents: toCents(taxPrice),
    totalCents: toCents(totalPrice),
  }
}

/** The sum of all refunds of an order's price, in cents. Failed refunds do not count. */
export function refundedOf({ refunds }: Pick<Order, 'refunds'>): RefundParts {
  return sumRefunds(refunds.filter(({ state, ofSale }) => state !== 'failed' && ofSale).map(partsOf))
}

/** The parts of a refund, in cents. */
export function partsOf({ amount, parts }: Refund): RefundParts {
  return {
    goodsCents: toCents(parts.goods),
    taxCents: toCents(parts.tax),
    shippingCents: toCents(parts.shipping),
    goodwillCents: toCents(parts.goodwill),
    totalCents: toCents(amount),
  }
}

/** The content of an itemized refund: `1 × Mug, tax $0.24, shipping $5.95`. Empty for other refunds. */
export function contentOf({ isItemized, items, parts }: Refund, order: Pick<Order, 'orderItems'>): string {
  if (!isItemized) return ''
  const goods = items.map(({ line, qty }) => `${qty} × ${nameOf(line, order)}`)
  const sums = [
    ['tax', parts.tax],
    ['shipping', parts.shipping],
    ['goodwill', parts.goodwill],
  ] as const
  const others = sums.flatMap(([name, dollars]) => (dollars > 0 ? [`${name} ${formatDollars(dollars)}`] : []))
  return [...goods, ...others].join(', ')
}

/** The name of an order line with its size and grind, at the time of the order. */
export function nameOf(line: number, { orderItems }: Pick<Order, 'orderItems'>): string {
  const item = orderItems.find((each) => each.line === line)
  return item ? lineTitle(item) : ''
}

/** Texts for admins about the states of a PayPal dispute. */
export const DISPUTES: Record<NonNullable<Order['dispute']>['state'], string> = {
  open: 'The buyer has opened a dispute at PayPal. Reply to the buyer there first: most disputes end that way.',
  waiting_for_us: 'A dispute at PayPal is waiting for the shop’s reply.',
  waiting_for_buyer: 'A dispute at PayPal is waiting for the buyer’s reply.',
  under_review: 'PayPal is reviewing a dispute about this payment.',
  won: 'A dispute at PayPal was decided in favor of the shop.',
  lost: 'A dispute at PayPal was decided in favor of the buyer.',
  closed: 'A dispute at PayPal is closed.',
}

/** The text for the reason of a dispute, from PayPal's code. */
export function reasonOf(code: string): string {
  return REASONS[code] ?? code.toLowerCase().replaceAll('_', ' ')
}

const REASONS: Record<string, string> = {
  MERCHANDISE_OR_SERVICE_NOT_RECEIVED: 'not received',
  MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED: 'not as described',
  UNAUTHORISED: 'not authorized by the buyer',
  CREDIT_NOT_PROCESSED: 'a refund was not received',
  DUPLICATE_TRANSACTION: 'charged twice',
  INCORRECT_AMOUNT: 'incorrect amount',
}
