/** The products that sold best lately, for the home page. */
import { DAY, isoIn } from '#server/kernel/time/clock.ts'
import { hourly } from './hourly.ts'

const PERIOD = 30 * DAY
/** More than the home page shows, because some may be deleted or hidden by now. */
const COUNT = 10

/**
 * The ids of the ten products with the most units paid for in the last 30 days. Each sale changes a product, so the
 * home page is rendered again. That must not add up a month of sales.
 */
export const bestSellers = hourly(async ({ db, clock }): Promise<string[]> => {
  const rows = await db
    .selectFrom('orders')
    .where('paid_at', '>=', isoIn(clock, -PERIOD))
    .where('orders.state', '<>', 'refunded')
    // Replacements are not sold.
    .where('orders.total_cents', '>', 0)
    .where('orders.is_gift_card', '=', 0)
    // A cross join, because SQLite would read all order lines for an inner join.
    .crossJoin('order_lines')
    .whereRef('order_lines.order_id', '=', 'orders.id')
    .groupBy('product_id')
    .select((eb) => ['product_id', eb.fn.sum<number>('qty').as('units')])
    .orderBy('units', 'desc')
    .orderBy('product_id')
    .limit(COUNT)
    .execute()
  return rows.map(({ product_id }) => product_id)
})
