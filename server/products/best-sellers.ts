/** The products that sold best lately, for the home page. */
import type { Db } from '../db/schema.ts'
import { DAY, HOUR, isoIn } from '../time/clock.ts'
import type { Shop } from '../shop.ts'

const PERIOD = 30 * DAY
/** More than the home page shows, because some may be deleted or hidden by now. */
const COUNT = 10

/** Per database. Each sale changes a product and so drops the home page; without this, each would sum up a month. */
const cached = new WeakMap<Db, { at: number; ids: Promise<string[]> }>()

/** The ids of the ten products with the most units paid for in the last 30 days, at most an hour old. */
export function bestSellers({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<string[]> {
  const now = clock.now().getTime()
  const known = cached.get(db)
  if (known && Math.abs(now - known.at) < HOUR) return known.ids
  const ids = read(db, isoIn(clock, -PERIOD))
  cached.set(db, { at: now, ids })
  // A failed query is asked again by the next request.
  ids.catch(() => cached.delete(db))
  return ids
}

async function read(db: Db, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .where('paid_at', '>=', since)
    .where('orders.state', '<>', 'refunded')
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
}
