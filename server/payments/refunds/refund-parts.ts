/**
 * The parts of refunds. An order's price consists of goods, tax and shipping. A refund has the same three parts. The
 * sums of all refunds that did not fail never exceed the order's parts. Lock the payment before you call these
 * functions (settle-refund.ts).
 */
import { formatCents, type Totals } from '#shared/kernel/pricing.ts'
import {
  assignRefund,
  leftToRefund,
  piecesOf,
  priceRefund,
  splitRefund,
  spreadGoods,
  sumRefunds,
  type RefundChoice,
  type RefundParts,
} from '#shared/kernel/refunds.ts'
import type { OrderRow, PaymentRow, RefundRow, Tx } from '#server/kernel/db/schema.ts'
import {
  describeLines,
  type Titled,
  type UnrefundedLine,
  readUnrefunded,
  readUnreturned,
  writeStock,
  type OrderLine,
} from './refund-goods.ts'

/** The columns with the parts of a refund, in cents. */
export type PartColumns = Pick<RefundRow, 'goods_cents' | 'tax_cents' | 'shipping_cents' | 'goodwill_cents'>

/** The price of an order, and the parts of its earlier refunds. */
export type Refundable = { order: Totals; before: RefundParts }

/** An order line with the quantity that is refunded now. */
type RefundedLine = Pick<
  UnrefundedLine,
  'position' | 'price_cents' | 'discount_cents' | 'ordered' | 'before' | 'qty'
>

/**
 * The price of the paid order, and the sum of its refunds that did not fail.
 * @param counts selects the refunds to add up; if missing, all are added up
 */
export async function readRefundable(
  tx: Tx,
  { order_id }: Pick<PaymentRow, 'order_id'>,
  counts: (refund: RefundRow) => boolean = () => true,
): Promise<Refundable> {
  const order = await tx
    .selectFrom('orders')
    .select(['items_cents', 'shipping_cents', 'tax_cents', 'total_cents'])
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  const refunds = await readRefunds(tx, order_id)
  return {
    order: totalsOf(order),
    before: sumRefunds(refunds.filter(counts).map(toParts)),
  }
}

/**
 * Splits the amount of a refund without items over the parts of the order, in proportion to what is left of each part.
 */
export async function partsOfAmount(
  tx: Tx,
  payment: Pick<PaymentRow, 'id' | 'order_id' | 'state'>,
  cents: number,
): Promise<PartColumns> {
  // A payment that did not pay for the order has no parts to refund.
  if (payment.state !== 'completed') return NO_PARTS
  const { order, before } = await readRefundable(tx, payment)
  return toColumns(splitRefund(order, before, cents))
}

/** The parts of a refund of chosen items, shipping and goodwill. */
export function priceItems(
  { order, before }: Refundable,
  lines: RefundedLine[],
  choice: Omit<RefundChoice, 'lines'>,
): RefundParts {
  return priceRefund(order, before, { ...choice, lines: lines.map(toPriced) })
}

/** The amounts of an order that can still be refunded, in cents. */
export function leftOf({ order, before }: Refundable): Totals {
  return leftToRefund(order, before)
}

/** Stores the items of a refund, each with its share of the refunded goods in cents. */
export async function writeItems(
  tx: Tx,
  refundId: string,
  goodsCents: number,
  lines: RefundedLine[],
): Promise<void> {
  if (lines.length === 0) return
  const cents = spreadGoods(goodsCents, lines.map(toPriced))
  const rows = lines.map(({ position, qty }, index) => ({
    refund_id: refundId,
    line: position,
    qty,
    goods_cents: cents[index]!,
  }))
  await tx.insertInto('refund_items').values(rows).execute()
}

/** Assigns items to a refund of an amount. Then splits the other refunds without items again over what is left. */
export async function assign(
  tx: Tx,
  payment: PaymentRow,
  refund: RefundRow,
  lines: RefundedLine[],
  shippingCents: number | 'all',
): Promise<RefundParts> {
  const { order, before } = await readRefundable(tx, payment, isItemized)
  const parts = assignRefund(order, before, refund.amount_cents, {
    lines: lines.map(toPriced),
    shippingCents,
  })
  await tx
    .updateTable('refunds')
    .set({ ...toColumns(parts), is_itemized: 1 })
    .where('id', '=', refund.id)
    .execute()
  await writeItems(tx, refund.id, parts.goodsCents, lines)
  await splitAgain(tx, payment)
  return parts
}

/** Splits the refunds without items again over what the itemized refunds leave, oldest first. */
async function splitAgain(tx: Tx, payment: PaymentRow): Promise<void> {
  const { order, before } = await readRefundable(tx, payment, isItemized)
  let sum = before
  for (const refund of await readRefunds(tx, payment.order_id)) {
    if (isItemized(refund)) continue
    const parts = splitRefund(order, sum, refund.amount_cents)
    await tx.updateTable('refunds').set(toColumns(parts)).where('id', '=', refund.id).execute()
    sum = sumRefunds([sum, parts])
  }
}

/** The parts as text for the history and the change log: `1 × Mug, tax $0.22, shipping $5.95`. */
export function describeParts(parts: PartColumns, items: readonly (Titled & { qty: number })[]): string {
  const sums = [
    ['tax', parts.tax_cents],
    ['shipping', parts.shipping_cents],
    ['goodwill', parts.goodwill_cents],
  ] as const
  const texts = sums.flatMap(([name, cents]) => (cents > 0 ? [`${name} ${formatCents(cents)}`] : []))
  return [describeLines(items), ...texts].filter(Boolean).join(', ')
}

const NO_PARTS: PartColumns = { goods_cents: 0, tax_cents: 0, shipping_cents: 0, goodwill_cents: 0 }

export function toColumns(parts: RefundParts): PartColumns {
  return {
    goods_cents: parts.goodsCents,
    tax_cents: parts.taxCents,
    shipping_cents: parts.shippingCents,
    goodwill_cents: parts.goodwillCents,
  }
}

function isItemized(refund: RefundRow): boolean {
  return refund.is_itemized === 1
}

/** The refunds of an order's price that did not fail, oldest first. */
function readRefunds(tx: Tx, orderId: string): Promise<RefundRow[]> {
  return tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('refunds')
    .where('payments.order_id', '=', orderId)
    .where('of_sale', '=', 1)
    .where('refunds.state', '<>', 'failed')
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute()
}

/** The sums of an order in cents, for the functions of shared/kernel/pricing.ts. */
export function totalsOf(
  order: Pick<OrderRow, 'items_cents' | 'shipping_cents' | 'tax_cents' | 'total_cents'>,
): Totals {
  return {
    itemsCents: order.items_cents,
    shippingCents: order.shipping_cents,
    taxCents: order.tax_cents,
    totalCents: order.total_cents,
  }
}

export function toParts(refund: PartColumns & Pick<RefundRow, 'amount_cents'>): RefundParts {
  return {
    goodsCents: refund.goods_cents,
    taxCents: refund.tax_cents,
    shippingCents: refund.shipping_cents,
    goodwillCents: refund.goodwill_cents,
    totalCents: refund.amount_cents,
  }
}

function toPriced({ price_cents, discount_cents, ordered, before, qty }: RefundedLine) {
  const line = { priceCents: price_cents, qty: ordered, discountCents: discount_cents }
  return piecesOf(line, before, qty)
}

/**
 * Corrects a refund that was recorded as failed and completed after all. It keeps only the items and returned goods
 * that no later refund has used. Call it after the refund's row has left the state `failed`.
 */
export async function restoreRefund(tx: Tx, payment: PaymentRow, refund: RefundRow): Promise<void> {
  if (refund.of_sale === 0) return
  await fitItems(tx, payment, refund)
  if (refund.restocked_at === null) await fitStock(tx, payment, refund)
}

/** If some of its items are no longer left, the refund becomes a refund of an amount without items. */
async function fitItems(tx: Tx, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const items = await tx
    .deleteFrom('refund_items')
    .where('refund_id', '=', refund.id)
    .returning(['line', 'qty'])
    .execute()
  await tx.updateTable('refunds').set({ is_itemized: 0 }).where('id', '=', refund.id).execute()
  const fitting = limitToLeft(await readUnrefunded(tx, payment.order_id), items)
  const isWhole = items.every(({ line, qty }) =>
    fitting.some((each) => each.position === line && each.qty === qty),
  )
  if (refund.is_itemized === 1 && isWhole) await assign(tx, payment, refund, fitting, refund.shipping_cents)
  else await splitAgain(tx, payment)
}

async function fitStock(tx: Tx, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const stock = await tx
    .deleteFrom('refund_lines')
    .where('refund_id', '=', refund.id)
    .returning(['line', 'qty'])
    .execute()
  await writeStock(tx, refund.id, limitToLeft(await readUnreturned(tx, payment.order_id), stock))
}

function limitToLeft<L extends OrderLine>(left: L[], lines: { line: number; qty: number }[]): L[] {
  return left.flatMap((each) => {
    const requested = lines.find(({ line }) => line === each.position)?.qty ?? 0
    const qty = Math.min(requested, each.qty)
    return qty > 0 ? [{ ...each, qty }] : []
  })
}
