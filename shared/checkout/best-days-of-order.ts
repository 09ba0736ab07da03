/** When the coffee of an order tastes best: from its recorded roast days, or from the promised one until they are recorded. */
import { bestDays, useOf, type BestDays } from '#shared/catalog/freshness.ts'
import type { OrderState } from '#shared/kernel/order-states.ts'
import type { Order } from './api/orders.ts'

type DatableLine = Pick<Order['orderItems'][number], 'coffee' | 'grind' | 'lots'>
/** What these days depend on. */
type Datable = Pick<Order, 'state' | 'awaitsBags' | 'delivery' | 'pickup'>

/** The buyer of such an order has no coffee of it. */
const CLOSED: ReadonlySet<OrderState> = new Set(['cancelled', 'expired', 'refunded'])

/**
 * The days of one line; null for goods without a roast, for a coffee without a roasting level, for an order that was closed,
 * and if no roast day is known or the promised one has passed without a roast.
 * @param today today at the shop: '2026-11-27'
 */
export function bestDaysOfLine(
  order: Datable,
  { coffee, grind, lots }: DatableLine,
  today: string,
): BestDays | null {
  if (!coffee || CLOSED.has(order.state)) return null
  const roasted = (day: string) => bestDays(coffee, useOf(grind, coffee.bestFor), day)
  // Bags of several lots: all of them taste best from the last start to the first end.
  const [first, last] = [lots[0]?.roastedOn, lots.at(-1)?.roastedOn]
  if (first && last) {
    const [begin, end] = [roasted(last), roasted(first)]
    return begin && end && { from: begin.from, to: end.to }
  }
  const promised = (order.pickup ?? order.delivery)?.roastsOn
  if (!promised || (order.awaitsBags && promised < today)) return null
  return roasted(promised)
}

/**
 * The days that all coffee of an order has in common; null if there is no coffee, or if the days of a line are not known or
 * differ from those of another one.
 */
export function bestDaysOf(order: Order, today: string): BestDays | null {
  const [first, ...others] = order.orderItems
    .filter(({ coffee }) => coffee)
    .map((line) => bestDaysOfLine(order, line, today))
  if (!first) return null
  return others.every((each) => each?.from === first.from && each.to === first.to) ? first : null
}
