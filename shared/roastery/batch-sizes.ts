/** Computes the weights of batches in grams from the number of batches that each roast has on each day. */
import { greenFor } from './roastery.ts'

/** The weights of batches are multiples of this, if the limits of the machine allow it. */
export const STEP_GRAMS = 10

/** A roast to plan. `needs` is the roasted coffee that is missing on each day. */
export type RoastToPlan = {
  id: string
  /** In thousandths. */
  loss: number
  /** The limits of a batch, in green coffee. */
  smallest: number
  largest: number
  needs: readonly number[]
}

/** A roast in green coffee. `byDay` is the total that must be roasted by the end of each day. */
export type GreenNeed = { smallest: number; largest: number; step: number; byDay: number[] }

/**
 * The needs of a roast in green coffee, and the limits of its batches. All are multiples of the step, unless rounding
 * leaves no valid limits or adds batches to the plan.
 */
export function greenNeedOf(roast: RoastToPlan): GreenNeed {
  const exact = inSteps(roast, 1)
  const rounded = inSteps(roast, STEP_GRAMS)
  const hasMore = rounded.byDay.some(
    (grams, day) => Math.ceil(grams / rounded.largest) > Math.ceil(exact.byDay[day]! / exact.largest),
  )
  return rounded.smallest > rounded.largest || hasMore ? exact : rounded
}

function inSteps({ loss, smallest, largest, needs }: RoastToPlan, step: number): GreenNeed {
  let sum = 0
  return {
    smallest: up(Math.min(smallest, largest), step),
    largest: Math.floor(largest / step) * step,
    step,
    byDay: needs.map((need) => up(greenFor((sum += Math.max(0, need)), loss), step)),
  }
}

/** How many batches a roast has on each day. */
export type Counts = readonly number[]

/**
 * The least green coffee of each day that covers the needs with these batches. Coffee is roasted on an earlier day only
 * if the batches of its own day are not enough.
 * @returns null if there are not enough batches
 */
export function weightsOf({ byDay, smallest, largest }: GreenNeed, counts: Counts): number[] | null {
  const until = [...byDay]
  for (let day = until.length - 2; day >= 0; day--)
    until[day] = Math.max(until[day]!, until[day + 1]! - counts[day + 1]! * largest)
  let sum = 0
  let isEnough = true
  const weights = until.map((wanted, day) => {
    const count = counts[day]!
    const weight = Math.max(wanted - sum, count * smallest)
    if (weight > count * largest) isEnough = false
    sum += weight
    return weight
  })
  return isEnough ? weights : null
}

/** A roast with its batches and the green coffee of each day. */
export type Weighted = { need: GreenNeed; counts: Counts; weights: number[] }

/** By how much each day's green coffee is above its capacity; a day without capacity has no limit. */
export function overloads(roasts: readonly Weighted[], capacities: readonly (number | null)[]): number[] {
  return capacities.map((capacity, day) => {
    if (capacity === null) return 0
    return Math.max(0, roasts.reduce((sum, { weights }) => sum + weights[day]!, 0) - capacity)
  })
}

/**
 * Moves green coffee of days above their capacity into batches of earlier days that are not full yet. Changes
 * `weights`. Starts with the last day, because the coffee that it moves to an earlier day can be moved again.
 */
export function levelOut(roasts: readonly Weighted[], capacities: readonly (number | null)[]): void {
  for (let day = capacities.length - 1; day > 0; day--) {
    let excess = overloads(roasts, capacities)[day]!
    for (let earlier = day - 1; earlier >= 0 && excess > 0; earlier--) {
      for (const { need, counts, weights } of roasts) {
        const { smallest, largest, step } = need
        const spare = weights[day]! - counts[day]! * smallest
        const room = counts[earlier]! * largest - weights[earlier]!
        const moved = Math.min(up(Math.max(0, excess), step), spare, room)
        weights[day]! -= moved
        weights[earlier]! += moved
        excess -= moved
      }
    }
  }
}

/** Divides green coffee into batches of equal weight, as far as the step allows. */
export function divided(grams: number, count: number, step: number): number[] {
  const base = Math.floor(grams / count / step) * step
  const larger = Math.round((grams - base * count) / step)
  return Array.from({ length: count }, (_, index) => base + (index < larger ? step : 0))
}

function up(grams: number, step: number): number {
  return Math.ceil(grams / step) * step
}
