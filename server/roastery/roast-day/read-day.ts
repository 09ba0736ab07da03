/** A whole roast day: its batches, coffees and orders. */
import type { WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { readTogether } from '#server/kernel/db/all-or-none.ts'
import type { Shop } from '#server/platform/shop.ts'
import { freshFrom } from './fresh.ts'
import { ORDERED } from '../open-lines/counted-lines.ts'
import { readBatches } from './read-batches.ts'
import { readCoffees } from './read-coffees.ts'
import { readOrders } from './read-orders.ts'

export async function readDay(shop: Shop, day: string): Promise<WholeRoastDay> {
  const { orders, lines } = await readOrders(shop, day)
  const fresh = await freshFrom(shop, day)
  const [neighbors, batches, coffees] = await Promise.all([
    neighborsOf(shop.db, day),
    readBatches(shop.db, day),
    readCoffees(shop.db, day, lines, fresh),
  ])
  return { day, ...neighbors, freshFrom: fresh, batches, coffees, orders }
}

/** The closest days before and after with batches or orders. A later day whose orders are all shipped has no work. */
async function neighborsOf(db: Db, day: string): Promise<Pick<WholeRoastDay, 'previous' | 'next'>> {
  const batches = db.selectFrom('batches').select('roasts_on as day').limit(1)
  const bookings = db
    .selectFrom('roast_bookings as booking')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('booking.day')
    .limit(1)
  const [batchBefore, orderBefore, batchAfter, orderAfter] = await readTogether(
    db,
    batches.where('roasts_on', '<', day).orderBy('roasts_on', 'desc'),
    bookings.where('state', 'in', ORDERED).where('booking.day', '<', day).orderBy('booking.day', 'desc'),
    batches.where('roasts_on', '>', day).orderBy('roasts_on'),
    bookings.where('state', '=', 'paid').where('booking.day', '>', day).orderBy('booking.day'),
  )
  return {
    previous: sortedDays([...batchBefore, ...orderBefore]).at(-1) ?? null,
    next: sortedDays([...batchAfter, ...orderAfter])[0] ?? null,
  }
}

function sortedDays(rows: readonly { day: string }[]): string[] {
  return rows.map(({ day }) => day).toSorted()
}
