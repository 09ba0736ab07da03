/** The plan of a roast day: its demand, what is there, its batches and its problems. */
import type { PlanRoast, RoastPlan } from '#shared/roastery/api/roast-plan.ts'
import { isRoastDay } from '#shared/platform/delivery.ts'
import { readBatches } from '../roast-day/read-batches.ts'
import { weightsOf } from '../roast-day/texts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { balanceOf, missingGrams, readSituation, type RoastBalance, toGrams } from './balance.ts'
import { bookedOn, capacityOf, type Days } from './days.ts'
import type { Demand } from './demand.ts'
import { problemsOf } from './problems.ts'
import { limitsOf, type RoastInfo, type Stock } from './stock.ts'

/**
 * Works for any day. For a day that is over or without roasting, the plan has a problem that says so.
 * @param known the demand, if it was read before
 */
export async function planOf(shop: Shop, day: string, known: Demand | null = null): Promise<RoastPlan> {
  const [situation, batches, weigh] = await Promise.all([
    readSituation(shop, day, known),
    readBatches(shop.db, day),
    weightsOf(shop),
  ])
  const { days, demand, stock } = situation
  const balance = balanceOf(situation)
  const own = balance.days.get(day) ?? { coffees: [], roasts: new Map<string, RoastBalance>() }
  const lines = demand.lines.filter((line) => line.day === day)
  const saved = days.own.get(day)
  const planned = plannedGreen(stock)
  return {
    day,
    isRoastDay: isRoastDay(days.calendar, day),
    capacityGrams: capacityOf(days, day),
    ownCapacityGrams: saved?.capacity ?? null,
    note: saved?.note ?? '',
    bookedGrams: bookedOn(days, day, lines, stock),
    batchGrams: batches.reduce((sum, { greenGrams }) => sum + greenGrams, 0),
    orders: demand.orders.get(day) ?? 0,
    coffees: own.coffees,
    roasts: [...stock.roasts.values()].flatMap((roast) => {
      const of = own.roasts.get(roast.id)
      return of && (of.demand > 0 || of.scheduled > 0) ? toRoast(roast, of, days, planned) : []
    }),
    batches,
    problems: await problemsOf(shop, situation, { ...balance, batches, planned }, weigh),
  }
}

/** The green coffee that planned batches of all days take of each lot, in grams. */
function plannedGreen({ batches, roasts }: Stock): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { roast, green } of batches.filter(({ state }) => state === 'planned'))
    for (const { lot, percent } of roasts.get(roast)!.greens)
      sums.set(lot._id, (sums.get(lot._id) ?? 0) + Math.round((green * percent) / 100))
  return sums
}

function toRoast(
  roast: RoastInfo,
  of: RoastBalance,
  { roasting }: Days,
  planned: Map<string, number>,
): PlanRoast {
  const { id, name, profile, loss, greens } = roast
  const { smallest, largest } = limitsOf(roast, roasting)
  return {
    roast: { _id: id, name, profile },
    loss: loss.thousandths,
    measured: loss.measured,
    smallest,
    largest,
    demandGrams: toGrams(of.demand),
    onHandGrams: toGrams(of.onHand),
    earlierGrams: toGrams(of.earlier),
    scheduledGrams: toGrams(of.scheduled),
    missingGrams: missingGrams(of),
    greens: greens.map(({ lot, percent, gramsLeft }) => {
      return { lot, percent, gramsLeft, plannedGrams: planned.get(lot._id) ?? 0 }
    }),
  }
}
