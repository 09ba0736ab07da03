/** The green coffee for deliveries of subscriptions that have no order yet. */
import { HORIZON, type RoastCalendar } from '#shared/platform/delivery.ts'
import { addDays } from '#shared/kernel/days.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { greenWith, lossesOf } from './green-coffee.ts'
import { readPlannedBags } from './planned-bags.ts'

type Known = { at: number; key: string; value: Promise<Map<string, number>> }
const known = new WeakMap<Db, Known>()

/**
 * The green coffee by roast day, in grams, for the next HORIZON days. A delivery becomes an order, which takes capacity
 * itself, on the day of its cut-off. Roaster's choice is left out, because its coffee is chosen on that day. The result
 * may be a minute old, because thousands of subscriptions take some milliseconds to read.
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
  const planned = await readPlannedBags(db, { calendar, now, until: addDays(now.day, HORIZON) })
  const bags = planned.flatMap(({ product, qty, roastDays }) =>
    product === null ? [] : { productId: product.id, sizeGrams: product.sizeGrams, qty, roastDays },
  )
  const losses = await lossesOf(db, [...new Set(bags.map(({ productId }) => productId))])
  const green = new Map<string, number>()
  for (const each of bags) {
    const grams = greenWith(losses, [each])
    for (const day of each.roastDays) green.set(day, (green.get(day) ?? 0) + grams)
  }
  return green
}
