/** The green coffee for deliveries of subscriptions that have no order yet. */
import { addDays, HORIZON, type RoastCalendar } from '#shared/delivery.ts'
import { planner, upcoming } from '#shared/subscriptions.ts'
import type { Db } from '../db/schema.ts'
import type { Shop } from '../shop.ts'
import { MINUTE } from '../time/clock.ts'
import { nowAt } from '../time/shop-days.ts'
import { greenWith, lossesOf } from './green-coffee.ts'

/** More deliveries than a weekly subscription has within HORIZON days. */
const MOST = Math.ceil(HORIZON / 7) + 1

type Known = { at: number; key: string; value: Promise<Map<string, number>> }
const known = new WeakMap<Db, Known>()

/**
 * The green coffee by roast day, in grams, for the next HORIZON days. A delivery becomes an order, which takes capacity
 * itself, on the day of its cut-off. Roaster's choice is not in it, because its coffee is chosen then. The result may be
 * a minute old, because thousands of subscriptions take some milliseconds to read.
 */
export function plannedGreen(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  calendar: RoastCalendar,
): Promise<ReadonlyMap<string, number>> {
  const at = clock.now().getTime()
  const key = JSON.stringify(calendar)
  const before = known.get(db)
  if (before?.key === key && Math.abs(at - before.at) < MINUTE) return before.value
  const value = readPlanned({ db, clock }, calendar)
  known.set(db, { at, key, value })
  value.catch(() => known.delete(db))
  return value
}

async function readPlanned(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  calendar: RoastCalendar,
): Promise<Map<string, number>> {
  const now = nowAt(clock)
  const until = addDays(now.day, HORIZON)
  const rows = await readItems(db, until)
  const losses = await lossesOf(db, [...new Set(rows.map(({ productId }) => productId))])
  const plan = planner(calendar)
  const first = plan.firstRoast(now)
  const green = new Map<string, number>()
  for (const row of rows) {
    const deliveries = upcoming(plan, row.nextOn!, row.weeks, row.isOnce ? 1 : MOST)
    for (const { roastsOn } of deliveries) {
      // A late delivery is roasted as soon as possible.
      const day = first !== null && roastsOn < first ? first : roastsOn
      green.set(day, (green.get(day) ?? 0) + greenWith(losses, [row]))
    }
  }
  return green
}

/** The bags of all subscriptions with the same rhythm and next day, added up. */
function readItems(db: Db, until: string) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('subscription_items', 'subscription_items.subscription_id', 'subscriptions.id')
    .innerJoin('products', 'products.id', 'subscription_items.product_id')
    .innerJoin('product_sizes', 'product_sizes.id', 'subscription_items.size_id')
    .where('next_on', '<=', until)
    .where('status', 'in', ['active', 'paused'])
    .where('is_roasted_to_order', '=', 1)
    .groupBy(['next_on', 'weeks', 'is_once', 'subscription_items.product_id', 'grams'])
    .select(['next_on as nextOn', 'weeks', 'is_once as isOnce', 'grams as sizeGrams'])
    .select(({ fn }) => ['subscription_items.product_id as productId', fn.sum<number>('qty').as('qty')])
    .$narrowType<{ productId: string }>()
    .execute()
}
