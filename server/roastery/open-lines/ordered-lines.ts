/** The lines of orders on a roast day, with what is still open of each. */
import type { OrderState } from '#shared/kernel/order-states.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { countedLines, filledPieces, refundedPieces, roastedToOrder } from './counted-lines.ts'

/** A line of an order, and how many of its pieces were refunded and how many bags it has. */
export type OrderedLine = {
  order: string
  line: number
  product: string
  name: string
  sizeId: string
  sizeLabel: string
  sizeGrams: number | null
  grind: string
  /** The ordered pieces without the refunded ones. */
  qty: number
  isRoastedToOrder: boolean
  filled: number
}

/** The lines of these orders, in the order of the lines. */
export async function readLines(db: Db, orderIds: readonly string[]): Promise<OrderedLine[]> {
  if (orderIds.length === 0) return []
  const rows = await countedLines(db, db.selectFrom('orders').select('id').where('id', 'in', orderIds))
    .select(['line.order_id', 'line.position', 'product_id', 'name', 'size_id', 'size_label', 'size_grams'])
    .select(['grind', 'qty', roastedToOrder.as('roasted')])
    .select([refundedPieces.as('refunded'), filledPieces.as('filled')])
    .orderBy('line.order_id')
    .orderBy('line.position')
    .execute()
  return rows.map((row) => ({
    order: row.order_id,
    line: row.position,
    product: row.product_id,
    name: row.name,
    sizeId: row.size_id,
    sizeLabel: row.size_label,
    sizeGrams: row.size_grams,
    grind: row.grind,
    qty: row.qty - row.refunded,
    isRoastedToOrder: row.roasted === 1,
    filled: row.filled,
  }))
}

/** Whether a line still needs bags, or has bags for refunded pieces that were not shipped. */
export function needsBags(line: OrderedLine, state: OrderState): boolean {
  if (!line.isRoastedToOrder) return false
  return line.filled < line.qty || (line.filled > line.qty && state === 'paid')
}
