/**
 * The lines of orders, with what counts against them. The open pieces of a line are those that are not refunded and
 * have no bags. The plan, the roast day, green coffee and the page of an order all use these queries.
 */
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Schema } from '#server/kernel/db/schema.ts'
import { keepsMoney } from './money-back.ts'
import type { OrderState } from '#shared/kernel/order-states.ts'

/** The states of orders that need bags. Shipped ones may get them later, so that their coffee can be traced. */
export const ORDERED = ['paid', 'shipped', 'delivered'] as const

/** Whether the goods of the line (alias `line`) were not taken from the counted stock. */
export const tookNoStock = sql<boolean>`not exists (
  select 1 from stock_moves m
  where m.order_id = line.order_id and m.size_id = line.size_id and m.reason = 'order')`

/**
 * Whether the line (alias `line`) is coffee that is roasted to order: it has a weight and took nothing from the counted
 * stock. Later changes of the product do not change it.
 */
export const isRoastedToOrder = sql<boolean>`(line.size_grams is not null and ${tookNoStock})`

/** `isRoastedToOrder` as a column. */
export const roastedToOrder = sql<0 | 1>`case when ${isRoastedToOrder} then 1 else 0 end`

/** For queries with `countedLines`: the refunded pieces of a line. A refund that has failed does not count. */
const refundedPieces = sql<number>`coalesce(refunded.pieces, 0)`
/** For queries with `countedLines`: the bags that a line has. */
const filledPieces = sql<number>`coalesce(filled.pieces, 0)`
/** For queries with `countedLines`: the bags that a line still needs; negative if pieces were refunded after filling. */
export const openPieces = sql<number>`(line.qty - ${refundedPieces} - ${filledPieces})`

/** A query for the ids of orders. */
type Orders = SelectQueryBuilder<Schema, 'orders', { id: string }>

/** The lines of these orders (alias `line`), joined with what `refundedPieces`, `filledPieces` and `openPieces` read. */
function countedLines(db: Db, orders: Orders) {
  return db
    .with('counted', () => orders)
    .with('refunded', (from) =>
      from
        .selectFrom('counted')
        .innerJoin('payments', 'payments.order_id', 'counted.id')
        .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
        .innerJoin('refund_items as item', 'item.refund_id', 'refunds.id')
        .where('refunds.state', '<>', 'failed')
        .groupBy(['counted.id', 'item.line'])
        .select(({ fn }) => ['counted.id', 'item.line', fn.sum<number>('item.qty').as('pieces')]),
    )
    .with('filled', (from) =>
      from
        .selectFrom('counted')
        .innerJoin('bag_uses', 'bag_uses.order_id', 'counted.id')
        .groupBy(['counted.id', 'bag_uses.position'])
        .select(({ fn }) => ['counted.id', 'position', fn.sum<number>('bag_uses.qty').as('pieces')]),
    )
    .selectFrom('counted')
    .innerJoin('order_lines as line', 'line.order_id', 'counted.id')
    .leftJoin('refunded', (join) =>
      join.onRef('refunded.id', '=', 'line.order_id').onRef('refunded.line', '=', 'line.position'),
    )
    .leftJoin('filled', (join) =>
      join.onRef('filled.id', '=', 'line.order_id').onRef('filled.position', '=', 'line.position'),
    )
}

/**
 * `countedLines` that are roasted to order and still need bags. Orders whose whole money is on its way back need none; if
 * the refund fails, they need them again.
 */
export function openLines(db: Db, orders: Orders) {
  return countedLines(db, orders)
    .where(isRoastedToOrder)
    .where(openPieces, '>', 0)
    .where(keepsMoney('line.order_id'))
}

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
    .select(['line.order_id as order', 'line.position as line', 'product_id as product', 'name', 'grind'])
    .select(['size_id as sizeId', 'size_label as sizeLabel', 'size_grams as sizeGrams', 'qty as ordered'])
    .select([refundedPieces.as('refunded'), filledPieces.as('filled'), roastedToOrder.as('roasted')])
    .orderBy('line.order_id')
    .orderBy('line.position')
    .execute()
  return rows.map(({ ordered, refunded, roasted, ...line }) => ({
    ...line,
    qty: ordered - refunded,
    isRoastedToOrder: roasted === 1,
  }))
}

/** Whether a line still needs bags, or has bags for refunded pieces that were not shipped. */
export function needsBags(line: OrderedLine, state: OrderState): boolean {
  if (!line.isRoastedToOrder) return false
  return line.filled < line.qty || (line.filled > line.qty && state === 'paid')
}
