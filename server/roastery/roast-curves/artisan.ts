/**
 * Reads a log of Artisan (artisan-scope.org): an .alog file, which is a dictionary of Python, or its JSON export. The
 * lists `timex`, `temp1` (ET) and `temp2` (BT) have the readings, `timeindex` the positions of eight events, and `mode`
 * the unit of the temperatures (github.com/artisan-roaster-scope/artisan, src/artisanlib/atypes.py, ProfileData).
 */
import { formatNumber } from '#shared/kernel/counts.ts'
import { isDay } from '#shared/kernel/days.ts'
import {
  eventIn,
  MAX_CURVE_POINTS,
  phasesOf,
  type RoastCurve,
  type RoastEvent,
} from '#shared/roastery/roast-curve.ts'
import { badRequest } from '#server/kernel/errors.ts'
import { type Literal, NotLiteral, readLiteral } from './literal.ts'
import {
  dryEndAt,
  markedEvents,
  type Readings,
  startOf,
  temperaturesOf,
  tenths,
  turningPoint,
} from './log-events.ts'

/** What a log says about the roast. Null if it does not say. */
export type RoastLog = {
  curve: RoastCurve
  /** The day by the clock of the computer that recorded it. */
  day: string | null
  greenGrams: number | null
  roastedGrams: number | null
  /** From charge to drop. */
  seconds: number | null
}

const FEWEST_READINGS = 10
const MOST_READINGS = 100_000
const MAX_SECONDS = 2 * 60 * 60
/** How many seconds before the charge and after the drop are kept. */
const BEFORE = 30
const AFTER = 60
/** Where Artisan ends the drying phase, unless the log says something else. */
const DRY_END = { C: 150, F: 300 }

/** Reads a log. Throws 400 with the reason if the file is not a log of Artisan, or has no curve. */
export function readLog(bytes: Uint8Array): RoastLog {
  const log = dictionaryOf(bytes)
  const curve = curveIn(log)
  const [green, roasted] = weightsIn(log)
  const day = log.get('roastisodate')
  return {
    curve,
    day: typeof day === 'string' && isDay(day) ? day : null,
    greenGrams: green,
    roastedGrams: roasted,
    seconds: eventIn(curve.events, 'charge') ? phasesOf(curve.events).total : null,
  }
}

function curveIn(log: Map<string, Literal>): RoastCurve {
  const times = numbersIn(log, 'timex')
  const mode = modeOf(log)
  const toCelsius = mode === 'C' ? (value: number) => value : (value: number) => (value - 32) / 1.8
  const bean = temperaturesOf(numbersIn(log, 'temp2'), times.length, toCelsius)
  const environment = temperaturesOf(numbersIn(log, 'temp1', true), times.length, toCelsius)
  requireAscending(times)
  const { events, remarks } = eventsOf(log, { times, bean }, (value) => ({
    celsius: toCelsius(value),
    text: `${value} °${mode}`,
  }))
  const zero = startOf(events, times)
  const span = spanOf(times, events)
  const kept = times.flatMap((time, index) => (time >= span.from && time <= span.to ? [index] : []))
  requireReadings(kept, bean)
  if (span.to - span.from > MAX_SECONDS)
    throw badRequest('The log is longer than 2 hours. Mark charge and drop in Artisan')
  const points = thinned(kept)
  return {
    title: lineIn(log, 'title'),
    machine: lineIn(log, 'roastertype'),
    notes: notesIn(log, 'roastingnotes'),
    remarks,
    seconds: points.map((index) => tenths(times[index]! - zero)),
    bean: points.map((index) => rounded(bean[index]!)),
    environment: points.map((index) => rounded(environment[index]!)),
    events: events
      .filter(({ seconds }) => seconds >= span.from && seconds <= span.to)
      .map(({ kind, seconds, bean: at }) => ({ kind, seconds: tenths(seconds - zero), bean: rounded(at) })),
  }
}

/** The events in the order of time, and what to know about them. */
function eventsOf(
  log: Map<string, Literal>,
  readings: Readings,
  inUnits: (value: number) => { celsius: number; text: string },
): { events: RoastEvent[]; remarks: string[] } {
  const marked = markedEvents(log.get('timeindex'), readings)
  const phases = log.get('phases')
  const phase = Array.isArray(phases) ? phases[1] : null
  const { celsius, text } = inUnits(typeof phase === 'number' && phase > 0 ? phase : DRY_END[modeOf(log)])
  const turning = turningPoint(marked, readings)
  const known = turning ? [...marked, turning] : marked
  const dryEnd = eventIn(marked, 'dryEnd') ? null : dryEndAt(celsius, known, readings)
  const events = dryEnd ? [...known, dryEnd] : known
  return {
    events: events.toSorted((one, other) => one.seconds - other.seconds),
    remarks: [
      ...(eventIn(marked, 'charge') || !eventIn(marked, 'drop') ? [] : [NO_CHARGE]),
      ...(dryEnd ? [`Dry end is not marked in the log: it is where the beans reached ${text}`] : []),
    ],
  }
}

const NO_CHARGE = 'The charge is not marked in the log: times, total and phases count from its first reading'

const GRAMS: Record<string, number> = { g: 1, kg: 1000, lb: 453.592_37, oz: 28.349_523_125 }

/** The weights in and out, in grams; null for a weight that was not entered. */
function weightsIn(log: Map<string, Literal>): [green: number | null, roasted: number | null] {
  const found = log.get('weight')
  const [green, roasted, unit] = Array.isArray(found) ? found : []
  const grams = typeof unit === 'string' ? GRAMS[unit.toLowerCase()] : undefined
  const inGrams = (weight: Literal | undefined) =>
    typeof weight === 'number' && weight > 0 && grams ? Math.round(weight * grams) : null
  return [inGrams(green), inGrams(roasted)]
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

function modeOf(log: Map<string, Literal>): 'C' | 'F' {
  const mode = log.get('mode')
  if (mode === 'C' || mode === 'F') return mode
  throw badRequest('The log does not say whether its temperatures are in Celsius or Fahrenheit')
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

/** The part of the log that is kept: from before the charge to the end of cooling. */
function spanOf(times: readonly number[], events: readonly RoastEvent[]): { from: number; to: number } {
  const drop = eventIn(events, 'drop')?.seconds ?? times.at(-1)!
  return {
    from: (eventIn(events, 'charge')?.seconds ?? times[0]! + BEFORE) - BEFORE,
    to: Math.max(drop + AFTER, eventIn(events, 'cool')?.seconds ?? 0),
  }
}

const rounded = (value: number | null) => (value === null ? null : tenths(value))

/** At most `MAX_CURVE_POINTS` of them, at equal distances. */
function thinned(indexes: readonly number[]): number[] {
  const step = Math.ceil(indexes.length / MAX_CURVE_POINTS)
  return indexes.filter((_, place) => place % step === 0)
}

type Log = Map<string, Literal>

/** A line of text for the screen, without control characters. */
function lineIn(log: Log, key: string): string {
  return textIn(log, key)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 100)
    .toWellFormed()
}

/** A text of several lines. */
function notesIn(log: Log, key: string): string {
  return textIn(log, key)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n]+/gu, ' ')
    .trim()
    .slice(0, 2000)
    .toWellFormed()
}

function textIn(log: Log, key: string): string {
  const found = log.get(key)
  return typeof found === 'string' ? decoded(found) : ''
}

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([nrt'"\\]))/g
const SHORT: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

/**
 * Artisan escapes what is not ASCII within its texts before it writes them, so they are escaped twice. Other escapes stay as
 * they are.
 */
function decoded(text: string): string {
  return text.replace(ESCAPE, (whole, two?: string, four?: string, eight?: string, short: string = '') => {
    const digits = two ?? four ?? eight
    if (digits === undefined) return SHORT[short] ?? short
    const point = Number.parseInt(digits, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
