/**
 * Reads a log of Artisan (artisan-scope.org): an .alog file, which is a dictionary of Python, or its JSON export. The
 * lists `timex`, `temp1` (ET) and `temp2` (BT) have the readings, `timeindex` the positions of eight events, and `mode`
 * the unit of the temperatures (github.com/artisan-roaster-scope/artisan, src/artisanlib/atypes.py, ProfileData).
 */
import { formatNumber } from '#shared/counts.ts'
import {
  MAX_CURVE_POINTS,
  type RoastCurve,
  type RoastEvent,
  type RoastEventKind,
} from '#shared/roast-curve.ts'
import { badRequest } from '../errors.ts'
import { NotLiteral, readLiteral, type Literal } from './literal.ts'

/** The events in `timeindex`. A charge that was not marked is -1; other events that were not marked are 0. */
const TIME_INDEX: readonly RoastEventKind[] = [
  'charge',
  'dryEnd',
  'firstCrackStart',
  'firstCrackEnd',
  'secondCrackStart',
  'secondCrackEnd',
  'drop',
  'cool',
]

const FEWEST_READINGS = 10
const MOST_READINGS = 100_000
const MAX_SECONDS = 2 * 60 * 60
/** How many seconds before the charge and after the drop are kept. */
const BEFORE = 30
const AFTER = 60
/** In degrees Celsius. Other values are faults of a sensor. */
const COLDEST = -30
const HOTTEST = 600

/** The curve in a log. Throws 400 with the reason if the file is not a log of Artisan, or has no curve. */
export function curveOf(bytes: Uint8Array): RoastCurve {
  const log = dictionaryOf(bytes)
  const times = numbersIn(log, 'timex')
  const toCelsius = conversionOf(log.get('mode'))
  const bean = temperaturesOf(numbersIn(log, 'temp2'), times.length, toCelsius)
  const environment = temperaturesOf(numbersIn(log, 'temp1', true), times.length, toCelsius)
  requireAscending(times)
  const recorded = recordedEvents(log.get('timeindex'), times, bean)
  const zero = recorded.find(({ kind }) => kind === 'charge')?.seconds ?? times[0]!
  const span = spanOf(times, recorded)
  const kept = times.flatMap((time, index) => (time >= span.from && time <= span.to ? [index] : []))
  requireReadings(kept, bean)
  if (span.to - span.from > MAX_SECONDS)
    throw badRequest('The log is longer than 2 hours. Mark charge and drop in Artisan')
  const events = [...recorded, ...turningPoint(recorded, times, bean)]
    .filter(({ seconds }) => seconds >= span.from && seconds <= span.to)
    .toSorted((one, other) => one.seconds - other.seconds)
  const points = thinned(kept)
  return {
    title: textIn(log, 'title'),
    machine: textIn(log, 'roastertype'),
    seconds: points.map((index) => tenths(times[index]! - zero)),
    bean: points.map((index) => bean[index]!),
    environment: points.map((index) => environment[index]!),
    events: events.map((event) => ({ ...event, seconds: tenths(event.seconds - zero) })),
  }
}

const NOT_A_LOG =
  'This is not a log of Artisan. Choose a file that ends in .alog, or a JSON file that Artisan exported'

function dictionaryOf(bytes: Uint8Array): Map<string, Literal> {
  let log: Literal
  try {
    log = readLiteral(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof NotLiteral) throw badRequest(`${NOT_A_LOG}. ${error.message}`)
    // The decoder throws a TypeError for bytes that are not UTF-8.
    if (error instanceof TypeError) throw badRequest(NOT_A_LOG)
    throw error
  }
  if (!(log instanceof Map)) throw badRequest(NOT_A_LOG)
  return log
}

/** A list of numbers. Values that are not numbers become NaN. */
function numbersIn(log: Map<string, Literal>, key: string, isOptional = false): number[] {
  const found = log.get(key)
  if (isOptional && found === undefined) return []
  if (!Array.isArray(found)) throw badRequest(`${NOT_A_LOG}. The list ${key} is missing`)
  if (found.length > MOST_READINGS)
    throw badRequest(`The log has more than ${formatNumber(MOST_READINGS)} readings`)
  return found.map((value) => (typeof value === 'number' ? value : Number.NaN))
}

function conversionOf(mode: Literal | undefined): (value: number) => number {
  if (mode === 'C') return (value) => value
  if (mode === 'F') return (value) => (value - 32) / 1.8
  throw badRequest('The log does not say whether its temperatures are in Celsius or Fahrenheit')
}

/** In tenths of a degree. Artisan writes -1 for a missing reading. */
function temperaturesOf(
  values: readonly number[],
  length: number,
  toCelsius: (value: number) => number,
): (number | null)[] {
  return Array.from({ length }, (_, index) => {
    const value = values[index]
    if (value === undefined || value === -1) return null
    const celsius = toCelsius(value)
    return celsius >= COLDEST && celsius <= HOTTEST ? tenths(celsius) : null
  })
}

function requireAscending(times: readonly number[]): void {
  if (times.length < FEWEST_READINGS) throw tooFew()
  const isWrong = times.some(
    (time, index) => !Number.isFinite(time) || Math.abs(time) > 1e7 || time < (times[index - 1] ?? time),
  )
  if (isWrong) throw badRequest('The times of the log are not in order')
}

function requireReadings(kept: readonly number[], bean: readonly (number | null)[]): void {
  if (kept.filter((index) => bean[index] !== null).length < FEWEST_READINGS) throw tooFew()
}

function tooFew() {
  return badRequest(`The log has less than ${FEWEST_READINGS} bean temperatures`)
}

/** The recorded events after the charge, with the times of the log. Positions outside of the log are ignored. */
function recordedEvents(
  found: Literal | undefined,
  times: readonly number[],
  bean: readonly (number | null)[],
): RoastEvent[] {
  const positions = Array.isArray(found) ? found : []
  const events = TIME_INDEX.flatMap((kind, place): RoastEvent[] => {
    const index = positions[place]
    if (typeof index !== 'number' || !Number.isInteger(index)) return []
    if (index < (kind === 'charge' ? 0 : 1) || index >= times.length) return []
    return [{ kind, seconds: times[index]!, bean: bean[index]! }]
  })
  const charge = events.find(({ kind }) => kind === 'charge')
  return events.filter(({ kind, seconds }) => kind === 'charge' || !charge || seconds > charge.seconds)
}

function spanOf(times: readonly number[], events: readonly RoastEvent[]): { from: number; to: number } {
  const at = (wanted: RoastEventKind) => events.find(({ kind }) => kind === wanted)?.seconds
  return { from: (at('charge') ?? times[0]! + BEFORE) - BEFORE, to: (at('drop') ?? times.at(-1)!) + AFTER }
}

/** The lowest bean temperature between the charge and the next event, if the temperature rises after it. */
function turningPoint(
  events: readonly RoastEvent[],
  times: readonly number[],
  bean: readonly (number | null)[],
): RoastEvent[] {
  const charge = events.find(({ kind }) => kind === 'charge')
  if (!charge) return []
  const end = Math.min(
    times.at(-1)!,
    ...events.filter(({ seconds }) => seconds > charge.seconds).map(({ seconds }) => seconds),
  )
  let lowest: RoastEvent | null = null
  let last = 0
  for (const [index, seconds] of times.entries()) {
    const value = bean[index]!
    if (seconds < charge.seconds || seconds > end || value === null) continue
    if (!lowest || value < lowest.bean!) lowest = { kind: 'turningPoint', seconds, bean: value }
    last = seconds
  }
  return lowest && lowest.seconds > charge.seconds && lowest.seconds < last ? [lowest] : []
}

/** At most `MAX_CURVE_POINTS` of them, at equal distances. */
function thinned(indexes: readonly number[]): number[] {
  const step = Math.ceil(indexes.length / MAX_CURVE_POINTS)
  return indexes.filter((_, place) => place % step === 0)
}

/** A line of text for the screen, without control characters. */
function textIn(log: Map<string, Literal>, key: string): string {
  const found = log.get(key)
  if (typeof found !== 'string') return ''
  return found
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 100)
    .toWellFormed()
}

function tenths(value: number): number {
  // Adding 0 makes 0 of -0, which JSON does not have.
  return Math.round(value * 10) / 10 + 0
}
