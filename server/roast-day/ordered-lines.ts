/** The lines of orders that get their coffee from packaged bags. */
import { sql } from 'kysely'
import type { OrderState } from '#shared/api/orders.ts'
import type { Db } from '../db/schema.ts'

/** The states of orders that need bags. Shipped ones may get them later, so that their coffee can be traced. */
export const ORDERED = ['paid', 'shipped', 'delivered'] as const

/**
 * Whether the line (alias `line`) is coffee that is roasted to order: it has a weight and took nothing from the counted
 * stock. Later changes of the product do not change it.
 */
export const isRoastedToOrder = sql<boolean>`(line.size_grams is not null and not exists (
  select 1 from stock_moves m
  where m.order_id = line.order_id and m.size_id = line.size_id and m.reason = 'order'))`

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
  /** Without refunded pieces. */
  qty: number
  isRoastedToOrder: boolean
  filled: number
}

/** The lines of these orders, in the order of the lines. */
export async function readLines(db: Db, orderIds: readonly string[]): Promise<OrderedLine[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('order_lines as line')
    .select(['order_id', 'position', 'product_id', 'name', 'size_id', 'size_label', 'size_grams', 'grind'])
    .select(['qty', sql<number>`case when ${isRoastedToOrder} then 1 else 0 end`.as('roasted')])
    .select((eb) => [
      eb
        .selectFrom('refund_items as item')
        .innerJoin('refunds', 'refunds.id', 'item.refund_id')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .select(({ fn }) => fn.sum<number>('item.qty').as('pieces'))
        .whereRef('payments.order_id', '=', 'line.order_id')
        .whereRef('item.line', '=', 'line.position')
        .where('refunds.state', '<>', 'failed')
        .as('refunded'),
      eb
        .selectFrom('bag_uses as used')
        .select(({ fn }) => fn.sum<number>('used.qty').as('pieces'))
        .whereRef('used.order_id', '=', 'line.order_id')
        .whereRef('used.position', '=', 'line.position')
        .as('filled'),
    ])
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('position')
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
    qty: row.qty - (row.refunded ?? 0),
    isRoastedToOrder: row.roasted === 1,
    filled: row.filled ?? 0,
  }))
}

/** Whether a line misses bags, or has bags of refunded pieces that have not left the house. */
export function needsBags(line: OrderedLine, state: OrderState): boolean {
  if (!line.isRoastedToOrder) return false
  return line.filled < line.qty || (line.filled > line.qty && state === 'paid')
}
