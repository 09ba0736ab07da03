import type { Db } from '../db/schema.ts'
import { DAY, MINUTE, SECOND, isoIn, type Clock } from '../time/clock.ts'
import type { Limits } from './limits.ts'
import { sweepNetworks } from './known-networks.ts'

/** Rows of orders are kept longer than any hold, and longer than the day that is checked when an order is placed. */
const ORDERS_KEPT = 2 * DAY

type Sweeping = { db: Db; clock: Clock; realClock: Clock; limits: Pick<Limits, 'durations'> }

/** Deletes expired counts, and rows that no limit needs. */
export async function sweepLimits(shop: Sweeping): Promise<void> {
  const { db, clock, realClock, limits } = shop
  const now = realClock.now().getTime()
  await db.deleteFrom('rate_limits').where('expire', '<', now).execute()
  // A count that ends later than its rule says was made by a clock that was ahead. It would block people for as long.
  for (const [name, seconds] of limits.durations)
    await db
      .deleteFrom('rate_limits')
      .where('key', '>', `${name}:`)
      .where('key', '<', `${name};`)
      .where('expire', '>', now + seconds * SECOND + MINUTE)
      .execute()
  await db.deleteFrom('order_networks').where('placed_at', '<', isoIn(clock, -ORDERS_KEPT)).execute()
  await db.deleteFrom('placing_turns').where('at', '<', isoIn(clock, -ORDERS_KEPT)).execute()
  await sweepNetworks(shop)
}
