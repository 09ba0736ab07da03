/** Roast days with open work, for the to-do list. */
import { sql } from 'kysely'
import { readTogether } from '#server/kernel/db/all-or-none.ts'
import type { Db } from '#server/kernel/db/schema.ts'

type OpenDay = { day: string; batches: number; orders: number }

/** Today and earlier days with batches that are not roasted or orders that are not packed, the earliest first. */
export async function openRoastDays(db: Db, today: string): Promise<OpenDay[]> {
  const [batches, orders] = await readTogether(
    db,
    db
      .selectFrom('batches')
      // Literals, because with parameters SQLite would not use the partial index.
      .where(sql<boolean>`state in ('planned', 'weighed')`)
      .where('roasts_on', '<=', today)
      .groupBy('roasts_on')
      .select(({ fn }) => ['roasts_on as day', fn.countAll<number>().as('count')]),
    db
      .selectFrom('orders')
      .where('state', '=', 'paid')
      .where('roasts_on', 'is not', null)
      .where('roasts_on', '<=', today)
      .where('ready_at', 'is', null)
      .where((eb) => {
        const isToOrder = eb.selectFrom('roast_bookings').select('day').whereRef('order_id', '=', 'orders.id')
        const isPacked = eb.selectFrom('bag_uses').select('bags_id').whereRef('order_id', '=', 'orders.id')
        return eb.exists(isToOrder).and(eb.not(eb.exists(isPacked)))
      })
      .groupBy('roasts_on')
      .select(({ fn }) => ['roasts_on as day', fn.countAll<number>().as('count')]),
  )
  const days = new Map<string, OpenDay>()
  const at = (day: string) => {
    const known = days.get(day) ?? { day, batches: 0, orders: 0 }
    days.set(day, known)
    return known
  }
  for (const { day, count } of batches) at(day).batches = count
  for (const { day, count } of orders) at(day!).orders = count
  return [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1))
}
