/** The items of an order that a refund covers, and the items that return to stock: never more than were ordered. */
import { labelOf, variantText } from '#shared/kernel/sizes.ts'
import type { OrderLineRow, Tx } from '#server/kernel/db/schema.ts'
import { badRequest, conflict } from '#server/kernel/errors.ts'
import { GIFT_CARD_ID } from '#server/checkout/gift-cards/line.ts'

const COLUMNS = [
  'position',
  'product_id',
  'size_id',
  'name',
  'size_label',
  'size_grams',
  'grind',
  'qty',
  'price_cents',
  'discount_cents',
] as const

export type OrderLine = Pick<OrderLineRow, (typeof COLUMNS)[number]>

/** A line with the quantity that is left: `before` is what was refunded of it, and `ordered` the whole line. */
export type UnrefundedLine = OrderLine & { ordered: number; before: { qty: number; cents: number } }

type RequestedLines = readonly { _id: string; line?: number | undefined; qty: number }[]

/**
 * The chosen order lines with their quantities; lines given twice are added up. Throws 400 for a product that is not in
 * the order, or that has several lines of which none is named, and 409 for more than is left.
 * @param left the lines with the quantities that can still be chosen
 * @param what completes the error message `Only 1 of Mug can still ...`, such as `be refunded`
 */
export function chooseLines<L extends OrderLine>(left: L[], requested: RequestedLines, what: string): L[] {
  const pieces = new Map<L, number>()
  for (const { _id, line, qty } of requested) {
    const named = left.filter(
      ({ product_id, position }) => product_id === _id && (line === undefined || position === line),
    )
    if (!named[0]) throw badRequest('These goods are not in the order')
    if (named.length > 1) throw badRequest(`Choose a line: the order has ${named.map(titleOf).join(' and ')}`)
    pieces.set(named[0], (pieces.get(named[0]) ?? 0) + qty)
  }
  return left.flatMap((line) => {
    const qty = pieces.get(line)
    if (qty === undefined) return []
    if (qty > line.qty) throw conflict(`Only ${line.qty} of ${titleOf(line)} can still ${what}`)
    return [{ ...line, qty }]
  })
}

/** The lines as text for the history and the change log: `2 × Mug, 1 × Beans (12 oz, Espresso)`. */
export function describeLines(lines: readonly (Titled & { qty: number })[]): string {
  return lines.map((line) => `${line.qty} × ${titleOf(line)}`).join(', ')
}

export type Titled = Pick<OrderLine, 'name' | 'size_label' | 'size_grams' | 'grind'>

/** The name of a line with its size and grind: `Beans (12 oz, Espresso)`. */
export function titleOf({ name, size_label: label, size_grams: grams, grind }: Titled): string {
  const variant = variantText({ size: labelOf({ label, grams }), grind })
  return variant === '' ? name : `${name} (${variant})`
}

/** The order lines with the quantities that can still be refunded. Failed refunds do not count. */
export async function readUnrefunded(tx: Tx, orderId: string): Promise<UnrefundedLine[]> {
  const refunded = await tx
    .selectFrom('refund_items')
    .innerJoin('refunds', 'refunds.id', 'refund_items.refund_id')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['line', 'qty', 'refund_items.goods_cents'])
    .where('payments.order_id', '=', orderId)
    .where('refunds.state', '<>', 'failed')
    .execute()
  const lines = await readLines(tx, orderId)
  return subtract(lines, refunded).map((each, index) => {
    const ordered = lines[index]!.qty
    const cents = refunded
      .filter(({ line }) => line === each.position)
      .reduce((sum, { goods_cents }) => sum + goods_cents, 0)
    return { ...each, ordered, before: { qty: ordered - each.qty, cents } }
  })
}

/** The order lines with the quantities that can still return to stock. A failed refund counts only if it returned goods. */
export async function readUnreturned(tx: Tx, orderId: string): Promise<OrderLine[]> {
  const returned = await tx
    .selectFrom('refund_lines')
    .innerJoin('refunds', 'refunds.id', 'refund_lines.refund_id')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['line', 'qty'])
    .where('payments.order_id', '=', orderId)
    .where((eb) => eb.or([eb('refunds.state', '<>', 'failed'), eb('restocked_at', 'is not', null)]))
    .execute()
  // A gift card takes no stock.
  const goods = (await readLines(tx, orderId)).filter(({ product_id }) => product_id !== GIFT_CARD_ID)
  return subtract(goods, returned)
}

/** Stores which lines return to stock with a refund. restock.ts then adds them to the stock. */
export async function writeStock(tx: Tx, refundId: string, stock: OrderLine[]): Promise<void> {
  if (stock.length === 0) return
  const rows = stock.map(({ position, qty }) => ({ refund_id: refundId, line: position, qty }))
  await tx.insertInto('refund_lines').values(rows).execute()
}

function readLines(tx: Tx, orderId: string): Promise<OrderLine[]> {
  return tx
    .selectFrom('order_lines')
    .select(COLUMNS)
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
}

function subtract(lines: OrderLine[], used: { line: number; qty: number }[]): OrderLine[] {
  return lines.map((each) => ({
    ...each,
    qty: used.filter(({ line }) => line === each.position).reduce((left, { qty }) => left - qty, each.qty),
  }))
}
