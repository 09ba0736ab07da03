/** The roasted coffee of bags on the screen, as the shop will choose it. */
import type { DayCoffee, DayOrder, Packaging, WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import { promisedFirst, sourcesOfBags, type BagSource } from '#shared/roastery/bag-sources.ts'

/** A lot or a batch that a person chose for bags. Both are null if the shop chooses. */
export type Chosen = { lotId: string | null; batchId: string | null }

export const BY_ITSELF: Chosen = { lotId: null, batchId: null }

type Wanted = { grams: number; qty: number; chosen: Chosen }

/** Where bags of a coffee come from, and how many there is no coffee for. */
export function sourcesFor(
  { day, freshFrom = '' }: Pick<WholeRoastDay, 'day' | 'freshFrom'>,
  { lots, parts }: Pick<DayCoffee, 'lots' | 'parts'>,
  { grams, qty, chosen: { lotId, batchId } }: Wanted,
): { sources: BagSource[]; missing: number } {
  const batches = parts.length === 1 ? parts[0]!.batches : []
  const isChosen = lotId !== null || batchId !== null
  return sourcesOfBags({
    lots: isChosen ? lots.filter(({ _id }) => _id === lotId) : lots,
    batches: isChosen ? batches.filter(({ _id }) => _id === batchId) : batches,
    day,
    fresh: isChosen ? '' : freshFrom,
    grams,
    qty,
  })
}

export type FreeBags = NonNullable<Packaging['freeBags']>

/** Takes bags for an order, those of its promised day first, and returns them. `free` is changed. */
export function takeFree(free: FreeBags, qty: number, day: string): FreeBags {
  let open = qty
  const taken: FreeBags = []
  for (const bags of promisedFirst(free, day)) {
    const some = Math.min(bags.qty, open)
    if (some > 0) taken.push({ ...bags, qty: some })
    bags.qty -= some
    open -= some
  }
  return taken
}

/** The roast day that an order was promised. */
export function promisedDay(day: WholeRoastDay, { roastsOn }: DayOrder): string {
  return roastsOn ?? day.day
}
