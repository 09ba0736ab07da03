/** The list of roast days, with what orders and batches take of their capacity. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { roastPlan } from '#shared/roastery/api/roast-plan.ts'
import { isRoastDay } from '#shared/platform/delivery.ts'
import { addDays } from '#shared/kernel/days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { bookedOn, capacityOf, laterDays, readDays } from './days.ts'
import { readDemand } from './demand.ts'
import { limitsOf } from './situation.ts'
import { readStock } from './stock.ts'

/** How many days the list looks ahead. */
const LISTED_DAYS = 14

/** The next roast days, and other days with work that is not done. */
export async function listDays(shop: Shop): Promise<Reply<typeof roastPlan.days>> {
  const days = await readDays(shop)
  const { today, roasting } = days
  const until = addDays(today, LISTED_DAYS)
  const [demand, stock] = await Promise.all([
    readDemand(shop, days, until),
    readStock(shop, { fresh: addDays(today, -roasting.freshDays), from: today }),
  ])
  const batches = [...stock.batches, ...stock.missed]
  const withWork = [
    ...demand.lines.map(({ day }) => day),
    ...batches.filter(({ state, day }) => state !== 'roasted' || day === today).map(({ day }) => day),
  ]
  const listed = new Set([...laterDays(days, addDays(today, -1), until), ...withWork])
  const linesOf = Map.groupBy(demand.lines, ({ day }) => day)
  return {
    today,
    inPounds: roasting.inPounds,
    roasts: [...stock.roasts.values()]
      .filter(({ isDeleted }) => !isDeleted)
      .map((roast) => ({ _id: roast.id, name: roast.name, ...limitsOf(roast, roasting) })),
    days: [...listed].toSorted().map((day) => {
      const own = batches.filter((batch) => batch.day === day)
      const lines = linesOf.get(day) ?? []
      return {
        day,
        isRoastDay: isRoastDay(days.calendar, day),
        capacityGrams: capacityOf(days, day),
        bookedGrams: bookedOn(days, day, lines, stock),
        batchGrams: own.reduce((sum, { green }) => sum + green, 0),
        orders: demand.orders.get(day) ?? 0,
        batches: own.length,
        roasted: own.filter(({ state }) => state === 'roasted').length,
      }
    }),
  }
}
