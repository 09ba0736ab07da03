/** Which bags the lines of an order got: their lots with roast dates, and how many bags are still missing. */
import type { Order } from '#shared/api/orders.ts'
import type { Db, OrderRow } from '../db/schema.ts'
import { readTogether } from '../db/together.ts'

/** The lines of an order with the number of their bags, so that an order without bags needs no further query. */
export function linesOf({ db }: { db: Db }, orderId: string) {
  return db
    .selectFrom('order_lines')
    .selectAll('order_lines')
    .select((eb) => [
      eb
        .selectFrom('bag_uses')
        .whereRef('bag_uses.order_id', '=', 'order_lines.order_id')
        .whereRef('bag_uses.position', '=', 'order_lines.position')
        .select((uses) => uses.fn.coalesce(uses.fn.sum<number>('bag_uses.qty'), uses.lit(0)).as('bags'))
        .$asScalar()
        .$castTo<number>()
        .as('bags'),
      eb
        .selectFrom('products')
        .whereRef('products.id', '=', 'order_lines.product_id')
        .select('is_roasted_to_order')
        .as('is_roasted_to_order'),
    ])
    .where('order_id', '=', orderId)
}

type Line = Awaited<ReturnType<ReturnType<typeof linesOf>['execute']>>[number]

/**
 * The order with the lots of its bags. `bagsMissing` is set while a paid order of coffee that is roasted to order waits for
 * its bags.
 * @param lines from `linesOf`
 */
export async function withLots(
  db: Db,
  { id, state }: Pick<OrderRow, 'id' | 'state'>,
  lines: readonly Line[],
  order: Order,
): Promise<Order> {
  const waits =
    state === 'paid' && lines.some((line) => line.is_roasted_to_order === 1 && line.bags < line.qty)
  if (!waits && lines.every(({ bags }) => bags === 0)) return order
  const [lots, refunded] = await readTogether(db, lotsOf(db, id), refundedPieces(db, id))
  const missing = ({ position, qty, bags, is_roasted_to_order: isToOrder }: Line) => {
    const gone = refunded.find(({ line }) => line === position)?.qty ?? 0
    return state === 'paid' && isToOrder === 1 ? Math.max(0, qty - gone - bags) : 0
  }
  const byPosition = new Map(lines.map((line) => [line.position, line]))
  return {
    ...order,
    orderItems: order.orderItems.map((item) => ({
      ...item,
      lots: lots
        .filter(({ position }) => position === item.line)
        .map(({ code, roasted_on: roastedOn, qty }) => ({ code, roastedOn, qty })),
      bagsMissing: missing(byPosition.get(item.line)!),
    })),
  }
}

function lotsOf(db: Db, orderId: string) {
  return db
    .selectFrom('bag_uses')
    .innerJoin('bags', 'bags.id', 'bags_id')
    .innerJoin('coffee_lots', 'coffee_lots.id', 'coffee_lot_id')
    .where('order_id', '=', orderId)
    .groupBy(['position', 'code', 'roasted_on'])
    .select((eb) => ['position', 'code', 'roasted_on', eb.fn.sum<number>('bag_uses.qty').as('qty')])
    .orderBy('roasted_on')
    .orderBy('code')
}

/** The refunded pieces of each line. A refund that has failed does not count. */
function refundedPieces(db: Db, orderId: string) {
  return db
    .selectFrom('refund_items')
    .innerJoin('refunds', 'refunds.id', 'refund_id')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .where('payments.order_id', '=', orderId)
    .where('refunds.state', '<>', 'failed')
    .groupBy('line')
    .select((eb) => ['line', eb.fn.sum<number>('refund_items.qty').as('qty')])
}
