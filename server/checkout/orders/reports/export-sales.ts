/** The sales of a period, order by order, as a CSV file for bookkeeping. */
import { Readable } from 'node:stream'
import type { Period } from '#shared/kernel/fields.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { formatRate, toDollars } from '#shared/kernel/pricing.ts'
import { csvHead, csvLine, type Cell } from '#server/kernel/text/csv.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { add, isRefundedBy, NOTHING, refundOf, subtract, sumOf, toSums, type Cents } from './sales.ts'
import { readSold, type Sold } from './sold-orders.ts'

/** The number of orders in memory at once. */
const BATCH = 500

/**
 * The orders paid or refunded in a period, one line each, and their sums. An order that was paid earlier has only its refund.
 * Rows are read while the file is sent.
 */
export async function exportSales(shop: Shop, admin: SignedIn, period: Period): Promise<Download> {
  // The first batch is read before the response starts, so that a database failure returns an error instead of half a
  // file.
  const first = await readSold(shop, period, BATCH)
  const name = `Sales of ${period.from} to ${period.to}`
  await logChange(shop.db, shop, admin, { subject: 'order', name, action: 'Exported' })
  return {
    name: `sales-${period.from}-to-${period.to}.csv`,
    content: Readable.from(linesOf(shop, period, first)),
  }
}

async function* linesOf(shop: Shop, period: Period, first: Sold[]): AsyncGenerator<string> {
  yield csvHead(Object.keys(COLUMNS))
  let paid = NOTHING
  let refunded = NOTHING
  for (let batch = first; batch.length > 0; batch = await readSold(shop, period, BATCH, batch.at(-1))) {
    const lines = batch.map((sold) => ({ sold, sum: sumOf(sold), back: refundOf(sold) }))
    yield lines.map((line) => csvLine(Object.values(COLUMNS).map((cell) => cell(line)))).join('')
    for (const { sum, back } of lines) {
      paid = add(paid, sum)
      refunded = add(refunded, back)
    }
    if (batch.length < BATCH) break
  }
  yield csvLine([])
  yield sumLine('All', paid, refunded)
  yield sumLine('Refunded', refunded, refunded)
  yield sumLine('Kept', subtract(paid, refunded), NOTHING)
}

/** An order with the parts of its price and of its refunds that belong to the period. */
type Line = { sold: Sold; sum: Cents; back: Cents }

/** The columns of the file, in order. Dates are in the shop's time zone. */
const COLUMNS: Record<string, (line: Line) => Cell> = {
  Date: ({ sold }) => dayOf(new Date(sold.created_at)),
  Order: ({ sold }) => sold.id,
  Buyer: ({ sold }) => sold.buyer_name,
  Email: ({ sold }) => sold.buyer_email,
  'Ship to': ({ sold }) => sold.ship_state,
  Status: ({ sold }) => statusOf(sold),
  'Paid on': ({ sold }) => dayOf(new Date(sold.paid_at)),
  'Refunded on': ({ sold }) => (sold.refundedAt ? dayOf(new Date(sold.refundedAt)) : null),
  Taxed: ({ sold }) =>
    sold.tax_cents > 0 ? `${sold.ship_state} ${formatRate({ thousandths: sold.tax_thousandths })}` : 'no',
  Items: ({ sum }) => toDollars(sum.items),
  Shipping: ({ sum }) => toDollars(sum.shipping),
  Tax: ({ sum }) => toDollars(sum.tax),
  Total: ({ sum }) => toDollars(sum.total),
  'Tax basis': ({ sum }) => toDollars(sum.food + sum.other),
  'of it food': ({ sum }) => toDollars(sum.food),
  'of it other goods': ({ sum }) => toDollars(sum.other),
  Refunded: ({ back }) => toDollars(back.total),
  'of it tax': ({ back }) => toDollars(back.tax),
  'of it tax basis': ({ back }) => toDollars(back.food + back.other),
  'of it goods': ({ back }) => toDollars(back.items),
  'of it shipping': ({ back }) => toDollars(back.shipping),
  'of it goodwill': ({ back }) => toDollars(back.goodwill),
  // Last, so that the columns of older files keep their positions.
  Number: ({ sold }) => sold.number,
  Recipient: ({ sold }) => sold.recipient ?? sold.buyer_name,
  Pickup: ({ sold }) => (sold.is_pickup ? 'yes' : null),
  'Discount in items': ({ sum }) => toDollars(sum.discounts),
  'Discount of': ({ sold }) => sold.discount_label || null,
  'Paid by gift card': ({ sold }) => toDollars(sold.isPaidInPeriod ? sold.gift_card_cents : 0),
  Subscription: ({ sold }) => (sold.is_subscription ? 'yes' : null),
  'Paid with': ({ sold }) => sold.paidWith,
  Card: ({ sold }) => sold.card || null,
  'Ordered by': ({ sold }) => sold.via,
  'Placed by': ({ sold }) => sold.placed_by,
  'Reason of discount': ({ sold }) => sold.discount_reason || null,
}

/** The state of the order. A refund after the period does not change it. */
function statusOf(sold: Sold): string {
  if (sold.state !== 'refunded' || isRefundedBy(sold, sold.until)) return sold.state
  if (sold.delivered_at !== null) return 'delivered'
  return sold.shipped_at === null ? 'paid' : 'shipped'
}

function sumLine(name: string, sums: Cents, refunded: Cents): string {
  const { itemsPrice, shippingPrice, taxPrice, totalPrice, foodBasis, otherBasis } = toSums(sums)
  const basis = toDollars(sums.food + sums.other)
  const blank = Array.from({ length: 7 }, () => null)
  const figures = [itemsPrice, shippingPrice, taxPrice, totalPrice, basis, foodBasis, otherBasis]
  const { total, tax, food, other, items, shipping, goodwill } = refunded
  const refundFigures = [total, tax, food + other, items, shipping, goodwill].map(toDollars)
  const last = [null, null, null, toDollars(sums.discounts)]
  // A minus sign, because a hyphen at the start would be taken for a formula.
  const orders = `${sums.orders < 0 ? '−' : ''}${Math.abs(sums.orders)} orders`
  return csvLine([name, orders, ...blank, ...figures, ...refundFigures, ...last])
}
