/** What an order's refunds come to, and how they are told. */
import type { Order } from '#shared/api/orders.ts'
import { formatCents, toCents } from '#shared/pricing.ts'

export type Refund = Order['refunds'][number]

/** `$12.50` */
export const inDollars = (dollars: number): string => formatCents(toCents(dollars))

/** What of the order's price is back, in cents. */
export function backCents({ refunds }: Pick<Order, 'refunds'>): number {
  return refunds
    .filter(({ state, ofSale }) => state === 'completed' && ofSale)
    .reduce((sum, { amount }) => sum + toCents(amount), 0)
}

/** How many of each line could still come back on the shelf, by product. */
export function goodsLeft({ orderItems, refunds }: Pick<Order, 'orderItems' | 'refunds'>) {
  const back = refunds
    .filter(({ state, isRestocked }) => state !== 'failed' || isRestocked)
    .flatMap(({ stock }) => stock)
  return orderItems
    .map(({ product, name, qty }) => ({
      product,
      name,
      left: qty - back.filter(({ _id }) => _id === product).reduce((sum, one) => sum + one.qty, 0),
    }))
    .filter(({ left }) => left > 0)
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
