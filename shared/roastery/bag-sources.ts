/**
 * Chooses the roasted coffee for bags. The server takes the coffee that this file chooses, and the screen of the roast day
 * shows it before (decisions/070-roastery.md). Weights are in grams.
 */

/** A lot, or a roasted batch. */
export type Coffee = { _id: string; code: string; roastedOn: string; gramsLeft: number }

/** Bags from one lot, or from a new lot of these batches. */
export type BagSource =
  | { kind: 'lot'; coffee: Coffee; qty: number }
  | { kind: 'batches'; takes: readonly { coffee: Coffee; grams: number }[]; qty: number }

type Wanted = {
  lots: readonly Coffee[]
  /** Empty for a coffee that is blended after roasting: it is packaged only from its lots. */
  batches: readonly Coffee[]
  /** The roast day that the orders were promised. */
  day: string
  /** Older coffee is not used. */
  fresh: string
  /** The weight of a bag. */
  grams: number
  qty: number
}

/**
 * The coffee in the order in which it is used: first what was roasted on the promised day or later, the oldest first; then
 * earlier coffee, beginning with the latest, which is closest to the promise. Coffee of one day keeps its order.
 */
export function promisedFirst<C extends { roastedOn: string }>(coffees: readonly C[], day: string): C[] {
  const byAge = coffees.toSorted((one, other) => compare(one.roastedOn, other.roastedOn))
  const isEarlier = ({ roastedOn }: C) => roastedOn < day
  return [
    ...byAge.filter((each) => !isEarlier(each)),
    ...byAge.filter(isEarlier).toSorted((one, other) => compare(other.roastedOn, one.roastedOn)),
  ]
}

/**
 * Where the bags come from, and how many bags there is no coffee for. Each bag comes from one lot. A new lot contains
 * coffee of before the promised day only if the rest is not enough.
 */
export function sourcesOfBags({ lots, batches, day, fresh, grams, qty }: Wanted): {
  sources: BagSource[]
  missing: number
} {
  const isFresh = ({ roastedOn }: Coffee) => roastedOn >= fresh
  const isEarlier = ({ roastedOn }: Coffee) => roastedOn < day
  const inOrder = (coffees: readonly Coffee[]) => promisedFirst(coffees.filter(isFresh).toSorted(byCode), day)
  const usable = inOrder(lots)
  const loose = inOrder(batches).map((coffee) => ({ coffee, left: coffee.gramsLeft }))
  const sources: BagSource[] = []
  let missing = qty
  for (const earlier of [false, true]) {
    for (const coffee of usable.filter((each) => isEarlier(each) === earlier)) {
      const bags = Math.min(missing, Math.floor(coffee.gramsLeft / grams))
      if (bags > 0) sources.push({ kind: 'lot', coffee, qty: bags })
      missing -= bags
    }
    const own = loose.filter(({ coffee }) => isEarlier(coffee) === earlier)
    // What is left of the promised coffee is less than a bag.
    const rest = earlier ? loose.filter(({ coffee }) => !isEarlier(coffee)) : []
    const pool = [...own, ...rest]
    const bags = Math.min(missing, Math.floor(pool.reduce((sum, { left }) => sum + left, 0) / grams))
    if (bags > 0) sources.push({ kind: 'batches', takes: take(pool, bags * grams), qty: bags })
    missing -= bags
  }
  return { sources, missing }
}

/** The oldest coffee of a source: its bags show when it was roasted. */
export function oldestOf(source: BagSource): Coffee {
  if (source.kind === 'lot') return source.coffee
  return source.takes
    .map(({ coffee }) => coffee)
    .toSorted((one, other) => compare(one.roastedOn, other.roastedOn))[0]!
}

function take(pool: { coffee: Coffee; left: number }[], grams: number): { coffee: Coffee; grams: number }[] {
  let open = grams
  return pool.flatMap((each) => {
    const taken = Math.min(open, each.left)
    open -= taken
    each.left -= taken
    return taken > 0 ? [{ coffee: each.coffee, grams: taken }] : []
  })
}

const byCode = (one: Coffee, other: Coffee) => compare(one.code, other.code)

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
