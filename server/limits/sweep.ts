import { DAY, isoIn, type Clock } from '../time/clock.ts'
import type { Db } from '../db/schema.ts'
import { sweepNetworks } from './known-networks.ts'

/** Rows of orders are kept longer than any hold, and longer than the day that is checked when an order is placed. */
const ORDERS_KEPT = 2 * DAY

/** Deletes expired counts, and rows that no limit needs. */
export async function sweepLimits(shop: { db: Db; clock: Clock }): Promise<void> {
  const { db, clock } = shop
  await db.deleteFrom('rate_limits').where('expire', '<', clock.now().getTime()).execute()
  await db.deleteFrom('order_networks').where('placed_at', '<', isoIn(clock, -ORDERS_KEPT)).execute()
  await db.deleteFrom('placing_turns').where('at', '<', isoIn(clock, -ORDERS_KEPT)).execute()
  await sweepNetworks(shop)
}
