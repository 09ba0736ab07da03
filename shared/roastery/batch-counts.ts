/** How many batches of each roast to roast on which day: the fewest that cover the needs, as late as possible. */
import { levelOut, overloads, weightsOf, type Counts, type GreenNeed, type Weighted } from './batch-sizes.ts'

/**
 * Without a capacity limit, each day gets the batches that the needs up to this day require, minus those of earlier
 * days. This is the smallest possible number of batches. If a day is above its capacity, the best of all distributions
 * is chosen. In large plans, batches are moved, added or removed one by one as long as the plan improves. A plan is
 * better if it has less of the following, in this order: green coffee above capacity, batches, batches on early days,
 * green coffee.
 * @param capacities the free green coffee of each day, in grams; null without a limit
 */
export function countBatches(
  needs: readonly GreenNeed[],
  capacities: readonly (number | null)[],
): { roasts: Weighted[]; over: number } {
  const fewest = assess(needs, needs.map(latestCounts), capacities)
  if (fewest.score[0] === 0) return { roasts: fewest.roasts, over: 0 }
  const all = allCounts(needs)
  if (all) {
    const { roasts, score } = bestOf(needs, all, capacities) ?? fewest
    return { roasts, over: score[0] }
  }
  const one = improved(needs, needs.map(latestCounts), capacities)
  const other = improved(needs, needs.map(dailyCounts), capacities)
  const { roasts, score } = isLess(other.score, one.score) ? other : one
  return { roasts, over: score[0] }
}

/** Whether the fewest batches stay within the capacity of each day, without a search for better ones. */
export function fitsAtOnce(needs: readonly GreenNeed[], capacities: readonly (number | null)[]): boolean {
  return assess(needs, needs.map(latestCounts), capacities).score[0] === 0
}

/** The maximum number of distributions that are tried. */
const MOST_TRIED = 5000

/** All useful distributions of the batches over the days; null if there are too many. */
function allCounts(needs: readonly GreenNeed[]): Counts[][] | null {
  let all: Counts[][] = [[]]
  for (const need of needs) {
    const own = countsOf(need)
    if (!own || own.length * all.length > MOST_TRIED) return null
    all = all.flatMap((others) => own.map((counts) => [...others, counts]))
  }
  return all
}

/** Divides the fewest batches of a roast over the days, with up to one batch more per day. */
function countsOf(need: GreenNeed): Counts[] | null {
  const days = need.byDay.length
  const most = Math.ceil(need.byDay.at(-1)! / need.largest) + days
  if ((most + 1) ** days > MOST_TRIED) return null
  let found: number[][] = [[]]
  for (let day = 0; day < days; day++)
    found = found.flatMap((counts) =>
      Array.from({ length: most + 1 - sum(counts) }, (_, count) => [...counts, count]),
    )
  return found.filter((counts) => weightsOf(need, counts) !== null)
}

function latestCounts({ byDay, largest }: GreenNeed): number[] {
  return byDay.map((grams, day) => Math.ceil(grams / largest) - Math.ceil((byDay[day - 1] ?? 0) / largest))
}

/** The number of batches of each day if each day roasts only its own needs. */
function dailyCounts({ byDay, largest }: GreenNeed): number[] {
  return byDay.map((grams, day) => Math.ceil((grams - (byDay[day - 1] ?? 0)) / largest))
}

/**
 * Green coffee above capacity, number of batches, how early they are, green coffee. Less is better; the first number
 * that differs decides.
 */
type Score = readonly [number, number, number, number]
type Assessed = { roasts: Weighted[]; score: Score }

function assess(
  needs: readonly GreenNeed[],
  counts: Counts[],
  capacities: readonly (number | null)[],
): Assessed {
  const roasts = needs.map((need, index): Weighted => {
    return { need, counts: counts[index]!, weights: weightsOf(need, counts[index]!)! }
  })
  levelOut(roasts, capacities)
  const over = sum(overloads(roasts, capacities))
  const early = sum(counts.map(earlyIn))
  const green = sum(roasts.flatMap(({ weights }) => weights))
  return { roasts, score: [over, sum(counts.flat()), early, green] }
}

/**
 * Applies the best change of one roast, and repeats this until no change improves the plan. The weights of the days are
 * leveled out only at the end, so that a change of one roast does not affect the others.
 */
function improved(
  needs: readonly GreenNeed[],
  start: Counts[],
  capacities: readonly (number | null)[],
): Assessed {
  const current = needs.map((need, roast) => optionOf(need, start[roast]!)!)
  const changes = needs.map((need, roast) => changesOf(need, start[roast]!))
  const totals = capacities.map((_, day) => sum(current.map(({ weights }) => weights[day]!)))
  for (;;) {
    let best: { roast: number; option: Option; change: Score } | null = null
    for (const [roast, options] of changes.entries()) {
      for (const option of options) {
        const change = difference(current[roast]!, option, totals, capacities)
        if (isLess(change, best?.change ?? NO_CHANGE)) best = { roast, option, change }
      }
    }
    if (!best)
      return assess(
        needs,
        current.map(({ counts }) => counts),
        capacities,
      )
    const { roast, option } = best
    for (const day of totals.keys()) totals[day]! += option.weights[day]! - current[roast]!.weights[day]!
    current[roast] = option
    changes[roast] = changesOf(needs[roast]!, option.counts)
  }
}

/** Batches of one roast with their weights; `early` is as in `Score`. */
type Option = { counts: Counts; weights: number[]; batches: number; early: number; green: number }

function optionOf(need: GreenNeed, counts: Counts): Option | null {
  const weights = weightsOf(need, counts)
  if (!weights) return null
  return { counts, weights, batches: sum(counts), early: earlyIn(counts), green: sum(weights) }
}

/** The change of the score of all roasts if one roast gets other batches. */
function difference(
  before: Option,
  after: Option,
  totals: readonly number[],
  capacities: readonly (number | null)[],
): Score {
  let over = 0
  for (const [day, capacity] of capacities.entries()) {
    if (capacity === null) continue
    const total = totals[day]!
    const changed = total + after.weights[day]! - before.weights[day]!
    over += Math.max(0, changed - capacity) - Math.max(0, total - capacity)
  }
  return [over, after.batches - before.batches, after.early - before.early, after.green - before.green]
}

const NO_CHANGE: Score = [0, 0, 0, 0]

function bestOf(
  needs: readonly GreenNeed[],
  all: Counts[][],
  capacities: readonly (number | null)[],
): Assessed | null {
  let best: Assessed | null = null
  for (const counts of all) {
    const assessed = assess(needs, counts, capacities)
    if (!best || isLess(assessed.score, best.score)) best = assessed
  }
  return best
}

/** All options that differ by one batch: one more, one less, or one on another day. */
function changesOf(need: GreenNeed, counts: Counts): Option[] {
  return counts
    .flatMap((count, day) => {
      const more = counts.with(day, count + 1)
      if (count === 0) return [more]
      const less = counts.with(day, count - 1)
      const moved = less.flatMap((other, to) => (to === day ? [] : [less.with(to, other + 1)]))
      return [more, less, ...moved]
    })
    .flatMap((changed) => optionOf(need, changed) ?? [])
}

/** The sum over all batches of the number of days until the end of the plan. */
function earlyIn(counts: Counts): number {
  return sum(counts.map((count, day) => count * (counts.length - day)))
}

function isLess(one: Score, other: Score): boolean {
  const at = one.findIndex((value, index) => value !== other[index])
  return at !== -1 && one[at]! < other[at]!
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
