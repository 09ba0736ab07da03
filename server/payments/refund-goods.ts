/** The items of an order that a refund covers, and the items that return to stock: never more than were ordered. */
import type { OrderLineRow, Tx } from '../db/schema.ts'
import { badRequest, conflict } from '../errors.ts'

export type OrderLine = Pick<OrderLineRow, 'product_id' | 'name' | 'qty' | 'price_cents'>

type RequestedLines = readonly { _id: string; qty: number }[]

/**
 * The chosen order lines with their quantities; lines given twice are added up. Throws 400 for a product that is not in
 * the order, 409 for more than is left.
 * @param left the lines with the quantities that can still be chosen
 * @param what completes the error message `Only 1 of Mug can still ...`, such as `be refunded`
 */
export function chooseLines(left: OrderLine[], requested: RequestedLines, what: string): OrderLine[] {
  const pieces = new Map<string, number>()
  for (const { _id, qty } of requested) pieces.set(_id, (pieces.get(_id) ?? 0) + qty)
  for (const product of pieces.keys())
    if (!left.some(({ product_id }) => product_id === product))
      throw badRequest('These goods are not in the order')
  return left.flatMap((line) => {
    const qty = pieces.get(line.product_id)
    if (qty === undefined) return []
    if (qty > line.qty) throw conflict(`Only ${line.qty} of ${line.name} can still ${what}`)
    return [{ ...line, qty }]
  })
}

/** The lines as text for the history and the record: `2 × Mug, 1 × Beans`. */
export function describeLines(lines: readonly { qty: number; name: string }[]): string {
  return lines.map(({ qty, name }) => `${qty} × ${name}`).join(', ')
}

/** The order lines with the quantities that can still be refunded. Failed refunds do not count. */
export async function readUnrefunded(tx: Tx, orderId: string): Promise<OrderLine[]> {
  const refunded = await tx
    .selectFrom('refund_items')
    .innerJoin('refunds', 'refunds.id', 'refund_items.refund_id')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['product_id', 'qty'])
    .where('payments.order_id', '=', orderId)
    .where('refunds.state', '<>', 'failed')
    .execute()
  return subtract(await readLines(tx, orderId), refunded)
}

/** The order lines with the quantities that can still return to stock. A failed refund counts only if it returned goods. */
export async function readUnreturned(tx: Tx, orderId: string): Promise<OrderLine[]> {
  const returned = await tx
    .selectFrom('refund_lines')
    .innerJoin('refunds', 'refunds.id', 'refund_lines.refund_id')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['product_id', 'qty'])
    .where('payments.order_id', '=', orderId)
    .where((eb) => eb.or([eb('refunds.state', '<>', 'failed'), eb('restocked_at', 'is not', null)]))
    .execute()
  return subtract(await readLines(tx, orderId), returned)
}

/** Stores which lines return to stock with a refund. restock.ts then adds them to the stock. */
export async function writeStock(tx: Tx, refundId: string, stock: OrderLine[]): Promise<void> {
  if (stock.length === 0) return
  const rows = stock.map(({ product_id, qty }) => ({ refund_id: refundId, product_id, qty }))
  await tx.insertInto('refund_lines').values(rows).execute()
}

function readLines(tx: Tx, orderId: string): Promise<OrderLine[]> {
  return tx
    .selectFrom('order_lines')
    .select(['product_id', 'name', 'qty', 'price_cents'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
}

function subtract(lines: OrderLine[], used: { product_id: string; qty: number }[]): OrderLine[] {
  return lines.map((line) => ({
    ...line,
    qty: used
      .filter(({ product_id }) => product_id === line.product_id)
      .reduce((left, { qty }) => left - qty, line.qty),
  }))
}
