/** The batches that automatic planning gives a day, beside those that stay. */
import { planBatches, type BatchPlan, type OrderNeed, type RoastToPlan } from '#shared/roastery/batch-plan.ts'
import type { Shop } from '#server/platform/shop.ts'
import { balanceOf, missingGrams, type Situation } from './balance.ts'
import { capacityOf, laterDays } from './days.ts'
import { readOrdersOf, type OrderedBags } from './demand.ts'
import { limitsOf, sharesOf, type OpenBatch, type Stock } from './stock.ts'

export type Draft = {
  /** In grams of green coffee, in the order of the names of their roasts. */
  batches: { roast: string; green: number }[]
  /** The numbers of the orders that do not fit into the capacity of the day. */
  open: string[]
}

/** Whether automatic planning may replace a batch of the day. */
export function isReplaceable(batch: Pick<OpenBatch, 'state' | 'isByHand'>): boolean {
  return batch.state === 'planned' && !batch.isByHand
}

/** Reads single orders only if not everything fits. */
export async function draftOf(shop: Shop, situation: Situation): Promise<Draft> {
  const { day, until, days } = situation
  const stock = withoutReplaceable(situation)
  const { days: balances } = balanceOf({ ...situation, stock })
  const planned = [day, ...laterDays(days, day, until)]
  const capacities = planned.map((each) => {
    const capacity = capacityOf(days, each)
    const used = stock.batches
      .filter((batch) => batch.day === each)
      .reduce((sum, { green }) => sum + green, 0)
    return capacity === null ? null : Math.max(0, capacity - used)
  })
  const roasts = [...stock.roasts.values()]
    .map((roast): RoastToPlan => {
      const needs = planned.map((each) => {
        const balance = balances.get(each)?.roasts.get(roast.id)
        return balance ? Math.max(0, missingGrams(balance)) : 0
      })
      return { id: roast.id, loss: roast.loss.thousandths, ...limitsOf(roast, days.roasting), needs }
    })
    .filter(({ needs }) => needs.some((grams) => grams > 0))
  const whole = planBatches({ capacities, roasts })
  if (whole.over === 0) return toDraft(whole, [])
  const ofDay = await readOrdersOf(shop, days, day)
  const orders = ordersToPlan([...ofDay, ...plannedBags(situation)], stock, roasts)
  const withoutNeeds = roasts.map((roast) => ({ ...roast, needs: roast.needs.map(() => 0) }))
  const partly = planBatches({ capacities, roasts: withoutNeeds, orders })
  const numbers = new Map(ofDay.map(({ order, number }) => [order, number]))
  return toDraft(partly, [...new Set(partly.open.flatMap((id) => numbers.get(id) || []))])
}

function withoutReplaceable({ day, stock }: Situation): Stock {
  const stays = (batch: OpenBatch) => batch.day !== day || !isReplaceable(batch)
  return { ...stock, batches: stock.batches.filter(stays) }
}

function toDraft({ batches }: BatchPlan, open: string[]): Draft {
  const today = batches.filter(({ day }) => day === 0)
  return { batches: today.map(({ roastId, greenGrams }) => ({ roast: roastId, green: greenGrams })), open }
}

/** The bags of the day's planned deliveries, each separately, because deliveries are not orders yet. */
function plannedBags({ day, demand }: Situation): Omit<OrderedBags, 'number'>[] {
  return demand.lines
    .filter((line) => line.day === day && line.isPlanned)
    .flatMap(({ product, grams, qty }, index) =>
      Array.from({ length: qty }, (_, bag) => ({ order: `planned ${index} ${bag}`, product, grams })),
    )
}

/**
 * The needs of single orders of the day, minus the coffee that is available, which goes to the first orders. Then the
 * needs of later days, separately for each roast.
 * @param bags in the order in which they were promised, subscriptions last
 */
function ordersToPlan(
  bags: readonly Omit<OrderedBags, 'number'>[],
  { recipes }: Stock,
  roasts: readonly RoastToPlan[],
): OrderNeed[] {
  const shares = bags.map(({ product, grams }) => sharesOf(recipes.get(product) ?? [], grams))
  const missing = new Map(roasts.map(({ id, needs }) => [id, needs[0]!]))
  const covered = new Map<string, number>()
  for (const [roast, grams] of shares.flat()) covered.set(roast, (covered.get(roast) ?? 0) + grams)
  for (const [roast, grams] of missing) covered.set(roast, Math.max(0, (covered.get(roast) ?? 0) - grams))
  const needs = new Map<string, Map<string, number>>()
  for (const [index, { order }] of bags.entries()) {
    const own = needs.get(order) ?? new Map<string, number>()
    needs.set(order, own)
    for (const [roast, grams] of shares[index]!) {
      const there = Math.min(grams, covered.get(roast) ?? 0)
      covered.set(roast, (covered.get(roast) ?? 0) - there)
      const wanted = Math.min(grams - there, missing.get(roast) ?? 0)
      missing.set(roast, (missing.get(roast) ?? 0) - wanted)
      if (wanted > 0) own.set(roast, (own.get(roast) ?? 0) + wanted)
    }
  }
  const ofDay = [...needs].map(([id, grams]): OrderNeed => ({ id, day: 0, grams }))
  const later = roasts.flatMap(({ id, needs: own }) =>
    own.flatMap((grams, index): OrderNeed[] => {
      const need = { id: `${id} ${index}`, day: index, grams: new Map([[id, grams]]) }
      return index > 0 && grams > 0 ? [need] : []
    }),
  )
  return [...ofDay.filter(({ grams }) => grams.size > 0), ...later]
}
