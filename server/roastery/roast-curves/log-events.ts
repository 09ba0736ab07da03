/**
 * The events of a roast log, those that were marked and those that Artisan computes from the readings, and the readings without
 * the faults of their sensors.
 */
import { eventIn, ROAST_EVENTS, type RoastEvent } from '#shared/roastery/roast-curve.ts'
import type { Literal } from './literal.ts'

/** The readings of a log: `bean` in degrees Celsius, null without a reading. */
export type Readings = { times: readonly number[]; bean: readonly (number | null)[] }

/** The events in `timeindex`. A charge that was not marked is -1; other events that were not marked are 0. */
const TIME_INDEX = ROAST_EVENTS.filter((kind) => kind !== 'turningPoint')

/** The marked events after the charge, with the times of the log. Positions outside of the log are ignored. */
export function markedEvents(found: Literal | undefined, { times, bean }: Readings): RoastEvent[] {
  const positions = Array.isArray(found) ? found : []
  const events = TIME_INDEX.flatMap((kind, place): RoastEvent[] => {
    const index = positions[place]
    if (typeof index !== 'number' || !Number.isInteger(index)) return []
    if (index < (kind === 'charge' ? 0 : 1) || index >= times.length) return []
    return [{ kind, seconds: times[index]!, bean: bean[index]! }]
  })
  const charge = eventIn(events, 'charge')
  return events.filter(({ kind, seconds }) => kind === 'charge' || !charge || seconds > charge.seconds)
}

/**
 * The turning point as Artisan finds it: the lowest bean temperature between the charge and the next marked event, and the
 * last of several equal ones. It is the charge itself if the temperature never falls. A log without a charge is searched
 * from its first reading. Null if the temperature does not rise after the lowest.
 */
export function turningPoint(marked: readonly RoastEvent[], { times, bean }: Readings): RoastEvent | null {
  const { start, end } = untilNext(marked, times, startOf(marked, times))
  let lowest: RoastEvent | null = null
  let last = start
  for (const [index, seconds] of times.entries()) {
    const value = bean[index]!
    if (seconds < start || seconds > end || value === null) continue
    if (!lowest || value <= lowest.bean!) lowest = { kind: 'turningPoint', seconds, bean: value }
    last = seconds
  }
  const isFirst = lowest?.seconds === start && !eventIn(marked, 'charge')
  return lowest && lowest.seconds < last && !isFirst ? lowest : null
}

/**
 * The dry end of a log in which it was not marked: the reading after the turning point whose temperature is nearest to
 * the one at which the drying phase ends. Null if the beans do not reach it.
 * @param celsius the temperature at which the phase ends
 * @param known the marked events and the turning point
 */
export function dryEndAt(
  celsius: number,
  known: readonly RoastEvent[],
  { times, bean }: Readings,
): RoastEvent | null {
  const from = eventIn(known, 'turningPoint')?.seconds ?? startOf(known, times)
  const { start, end } = untilNext(known, times, from)
  let nearest: RoastEvent | null = null
  let isReached = false
  for (const [index, seconds] of times.entries()) {
    const value = bean[index]!
    if (seconds <= start || seconds >= end || value === null) continue
    isReached ||= value >= celsius
    if (!nearest || Math.abs(value - celsius) < Math.abs(nearest.bean! - celsius))
      nearest = { kind: 'dryEnd', seconds, bean: value }
  }
  return isReached ? nearest : null
}

/** The charge, or the first reading of a log without a charge mark. */
export function startOf(marked: readonly RoastEvent[], times: readonly number[]): number {
  return eventIn(marked, 'charge')?.seconds ?? times[0]!
}

function untilNext(marked: readonly RoastEvent[], times: readonly number[], start: number) {
  const later = marked.filter(({ seconds }) => seconds > start).map(({ seconds }) => seconds)
  return { start, end: Math.min(times.at(-1)!, ...later) }
}

/** In degrees Celsius. Other values are faults of a sensor. */
const COLDEST = -30
const HOTTEST = 600
/** Readings that may be wild one after another. */
const LONGEST_FAULT = 2
/** Degrees by which a wild reading is off. */
const WILD = 15

/**
 * Temperatures in degrees Celsius, not rounded. Null for faults: Artisan writes -1 for a missing reading, and a sensor that
 * fails often reads 0.
 */
export function temperaturesOf(
  values: readonly number[],
  length: number,
  toCelsius: (value: number) => number,
): (number | null)[] {
  return withoutWild(
    Array.from({ length }, (_, index) => {
      const value = values[index]
      if (value === undefined || value === -1 || value === 0) return null
      const celsius = toCelsius(value)
      return celsius >= COLDEST && celsius <= HOTTEST ? celsius : null
    }),
  )
}

/**
 * Leaves out one or two readings that are far from those before and after them, while those are near to each other. Beans
 * do not change their temperature that fast.
 */
function withoutWild(values: (number | null)[]): (number | null)[] {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  const kept = [...values]
  for (let at = 1; at < known.length - 1; at++) {
    const length = lengthOfFault(known, at)
    for (let wild = 0; wild < length; wild++) kept[known[at + wild]!.index] = null
    at += length
  }
  // The first and the last reading have one neighbor.
  for (const [edge, next, further] of [known.slice(0, 3), known.toReversed().slice(0, 3)]) {
    const limit = Math.max(WILD, 3 * Math.abs((next?.value ?? 0) - (further?.value ?? 0)))
    if (edge && further && Math.abs(edge.value - next!.value) > limit) kept[edge.index] = null
  }
  return kept
}

function lengthOfFault(known: readonly { value: number }[], at: number): number {
  const before = known[at - 1]!.value
  for (let length = 1; length <= LONGEST_FAULT && at + length < known.length; length++) {
    const after = known[at + length]!.value
    const limit = Math.max(WILD, 3 * Math.abs(after - before))
    const wild = known.slice(at, at + length)
    const isOff = (side: number) =>
      wild.every(({ value }) => side * (value - before) > limit && side * (value - after) > limit)
    if (isOff(1) || isOff(-1)) return length
  }
  return 0
}

/** Rounded to tenths. */
export function tenths(value: number): number {
  // Adding 0 makes 0 of -0, which JSON does not have.
  return Math.round(value * 10) / 10 + 0
}
