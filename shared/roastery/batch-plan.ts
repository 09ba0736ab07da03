/**
 * Plans the batches of a roast day. The goals, in this order: all needs are covered, there are as few batches as
 * possible, and as little roasted coffee as possible is left over. The batches of a roast on a day weigh the same if
 * possible, because only equal batches roast alike.
 *
 * Coffee of later days is roasted earlier only if this saves a batch, or if it exceeds the capacity of its day.
 *
 * If there is too little capacity, orders are planned in the order in which they were promised. An order that does not
 * fit completely is not planned, and a later order that fits still is.
 */
import { countBatches, fitsAtOnce } from './batch-counts.ts'
import { divided, greenNeedOf, type RoastToPlan } from './batch-sizes.ts'
import { roastedFrom } from './roastery.ts'

export type { RoastToPlan } from './batch-sizes.ts'

/** What one order needs: the day by its index, and the roasted grams by the id of the roast. */
export type OrderNeed = { id: string; day: number; grams: ReadonlyMap<string, number> }

export type BatchPlan = {
  /** `day` is an index. The weights are green coffee. */
  batches: { roastId: string; day: number; greenGrams: number }[]
  /** Roasted coffee beyond all needs of all days, by roast, in grams. */
  carryover: Map<string, number>
  /** The green coffee of these batches above the capacities, in grams. */
  over: number
  /** The orders that do not fit into the capacity, in the order of their promises. */
  open: string[]
}

/**
 * @param capacities the green coffee that can still be roasted on each day, in grams; null without a limit
 * @param roasts their `needs` must have one value per day, without the coffee of `orders`
 * @param orders in the order in which they were promised
 */
export function planBatches({
  capacities,
  roasts,
  orders = [],
}: {
  capacities: readonly (number | null)[]
  roasts: readonly RoastToPlan[]
  orders?: readonly OrderNeed[]
}): BatchPlan {
  const { planned, open } = fitting(roasts, orders, capacities)
  const { roasts: weighted, over } = countBatches(planned.map(greenNeedOf), capacities)
  const batches = weighted.flatMap(({ need, counts, weights }, index) =>
    counts.flatMap((count, day) =>
      count === 0
        ? []
        : divided(weights[day]!, count, need.step).map((greenGrams) => {
            return { roastId: planned[index]!.id, day, greenGrams }
          }),
    ),
  )
  const carryover = new Map(
    planned.map(({ id, loss, needs }, index) => {
      const green = weighted[index]!.weights.reduce((sum, grams) => sum + grams, 0)
      return [id, roastedFrom(green, loss) - needs.reduce((sum, grams) => sum + Math.max(0, grams), 0)]
    }),
  )
  return { batches, carryover, over, open }
}

/** The roasts with the needs of all orders that fit, and the other orders. */
function fitting(
  roasts: readonly RoastToPlan[],
  orders: readonly OrderNeed[],
  capacities: readonly (number | null)[],
): { planned: RoastToPlan[]; open: string[] } {
  const fits = (taken: readonly OrderNeed[]) =>
    countBatches(withOrders(roasts, taken).map(greenNeedOf), capacities).over === 0
  if (orders.length === 0 || fits(orders)) return { planned: withOrders(roasts, orders), open: [] }
  // The largest number of orders, counted from the first one, that fit.
  let [some, tooMany] = [0, orders.length]
  while (tooMany - some > 1) {
    const middle = Math.floor((some + tooMany) / 2)
    if (fits(orders.slice(0, middle))) some = middle
    else tooMany = middle
  }
  const planned = withOrders(roasts, orders.slice(0, some))
  const open: string[] = []
  for (const order of orders.slice(some)) {
    const more = withOrders(planned, [order])
    if (fitsAtOnce(more.map(greenNeedOf), capacities)) planned.splice(0, planned.length, ...more)
    else open.push(order.id)
  }
  return { planned, open }
}

function withOrders(roasts: readonly RoastToPlan[], orders: readonly OrderNeed[]): RoastToPlan[] {
  return roasts.map((roast) => {
    const needs = [...roast.needs]
    for (const { day, grams } of orders) needs[day]! += grams.get(roast.id) ?? 0
    return { ...roast, needs }
  })
}
