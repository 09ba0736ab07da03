/** What an order's refunds come to and consist of, what is left of it, and the words for that. */
import type { Order } from '#shared/api/orders.ts'
import { formatDollars, type RefundParts, sumRefunds, toCents, type Totals } from '#shared/pricing.ts'

export type Refund = Order['refunds'][number]

/** What of the order's price is back, in cents. */
export function backCents({ refunds }: Pick<Order, 'refunds'>): number {
  return refunds
    .filter(({ state, ofSale }) => state === 'completed' && ofSale)
    .reduce((sum, { amount }) => sum + toCents(amount), 0)
}

/** Pieces of an order by product. */
export type Pieces = Record<string, number>

/** How many of each line can still be refunded. */
export function unrefunded({ orderItems, refunds }: Pick<Order, 'orderItems' | 'refunds'>): Pieces {
  return less(
    orderItems,
    refunds.filter(({ state }) => state !== 'failed').flatMap(({ items }) => items),
  )
}

/** How many of each line can still come back on the shelf. */
export function unreturned({ orderItems, refunds }: Pick<Order, 'orderItems' | 'refunds'>): Pieces {
  return less(
    orderItems,
    refunds
      .filter(({ state, isRestocked }) => state !== 'failed' || isRestocked)
      .flatMap(({ stock }) => stock),
  )
}

function less(lines: Order['orderItems'], gone: { _id: string; qty: number }[]): Pieces {
  const left = Object.fromEntries(lines.map(({ product, qty }) => [product, qty]))
  for (const { _id, qty } of gone) left[_id] = (left[_id] ?? 0) - qty
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

/** The sum of the refunds of an order's price that did not fail, in cents. */
export function refundedOf({ refunds }: Pick<Order, 'refunds'>): RefundParts {
  return sumRefunds(refunds.filter(({ state, ofSale }) => state !== 'failed' && ofSale).map(partsOf))
}

/** What a refund consists of, in cents. */
export function partsOf({ amount, parts }: Refund): RefundParts {
  return {
    goodsCents: toCents(parts.goods),
    taxCents: toCents(parts.tax),
    shippingCents: toCents(parts.shipping),
    goodwillCents: toCents(parts.goodwill),
    totalCents: toCents(amount),
  }
}

/** `1 × Mug, tax $0.24, shipping $5.95`: what a refund of chosen items was for; empty for any other. */
export function contentOf({ isItemized, items, parts }: Refund, order: Pick<Order, 'orderItems'>): string {
  if (!isItemized) return ''
  const goods = items.map(({ _id, qty }) => `${qty} × ${nameOf(_id, order)}`)
  const sums = [
    ['tax', parts.tax],
    ['shipping', parts.shipping],
    ['goodwill', parts.goodwill],
  ] as const
  const others = sums.flatMap(([name, dollars]) => (dollars > 0 ? [`${name} ${formatDollars(dollars)}`] : []))
  return [...goods, ...others].join(', ')
}

/** The name of a product as it was ordered. */
export function nameOf(product: string, { orderItems }: Pick<Order, 'orderItems'>): string {
  return orderItems.find((line) => line.product === product)?.name ?? product
}

/** The buyer's complaint at PayPal, in words for the desk. */
export const DISPUTES: Record<NonNullable<Order['dispute']>['state'], string> = {
  open: 'The buyer has opened a dispute at PayPal. Write to each other there first: most end with that.',
  waiting_for_us: 'A dispute at PayPal waits for the shop’s answer.',
  waiting_for_buyer: 'A dispute at PayPal waits for the buyer’s answer.',
  under_review: 'PayPal is looking at a dispute about this payment.',
  won: 'A dispute at PayPal was decided in favour of the shop.',
  lost: 'A dispute at PayPal was decided in favour of the buyer.',
  closed: 'A dispute at PayPal is over.',
}

/** PayPal's reasons for a dispute, in words. */
export function reasonOf(code: string): string {
  return REASONS[code] ?? code.toLowerCase().replaceAll('_', ' ')
}

const REASONS: Record<string, string> = {
  MERCHANDISE_OR_SERVICE_NOT_RECEIVED: 'not received',
  MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED: 'not as described',
  UNAUTHORISED: 'not authorised by the buyer',
  CREDIT_NOT_PROCESSED: 'a refund that did not come',
  DUPLICATE_TRANSACTION: 'charged twice',
  INCORRECT_AMOUNT: 'a wrong amount',
}
