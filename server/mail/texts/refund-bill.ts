import type { Order } from '#shared/checkout/api/orders.ts'
import { formatCents, toCents } from '#shared/kernel/pricing.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import type { MailedOrder } from './order-parts.ts'
import { bill, oneLine, type Part } from './template.ts'

/** The lines of an itemized refund, for the mail about it. Empty for a refund without items. */
export function billOfRefund(
  refund: Order['refunds'][number],
  { orderItems }: Pick<MailedOrder, 'orderItems'>,
): Part[] {
  if (!refund.isItemized) return []
  const { goods, tax, shipping, goodwill } = refund.parts
  const items = refund.items.map(({ line, qty, amount }) => {
    const item = orderItems.find((each) => each.line === line)
    return [`${qty} × ${oneLine(item ? lineTitle(item) : '')}`, toCents(amount)] as const
  })
  // The last refund of an order is larger than the sum of its items if an earlier refund had no items: it refunds the
  // rest of the goods.
  const named = items.reduce((sum, [, cents]) => sum + cents, 0)
  const sums = [
    ['Other goods', toCents(goods) - named],
    ['Tax', toCents(tax)],
    ['Shipping', toCents(shipping)],
    [goodwill < 0 ? 'Goodwill given before' : 'Goodwill', toCents(goodwill)],
  ] as const
  const others = sums.filter(([, cents]) => cents !== 0)
  return [bill(items.map(toRow), others.map(toRow), toRow(['Refunded', toCents(refund.amount)]))]
}

function toRow([label, cents]: readonly [string, number]) {
  return [label, cents < 0 ? `−${formatCents(-cents)}` : formatCents(cents)] as const
}
