/**
 * The curve of a roast: temperatures over time, its events, and what is computed from them (decisions/070-roastery.md).
 * Temperatures are in degrees Celsius, times in seconds after the charge, or after the first reading of a log without one.
 */

/**
 * The events of a roast in their order. The turning point is computed, and so is a dry end that was not marked; the person
 * at the machine marks the others.
 */
export const ROAST_EVENTS = [
  'charge',
  'turningPoint',
  'dryEnd',
  'firstCrackStart',
  'firstCrackEnd',
  'secondCrackStart',
  'secondCrackEnd',
  'drop',
  'cool',
] as const
export type RoastEventKind = (typeof ROAST_EVENTS)[number]

export const ROAST_EVENT_TEXTS: Record<RoastEventKind, string> = {
  charge: 'Charge',
  turningPoint: 'Turning point',
  dryEnd: 'Dry end',
  firstCrackStart: 'First crack',
  firstCrackEnd: 'First crack end',
  secondCrackStart: 'Second crack',
  secondCrackEnd: 'Second crack end',
  drop: 'Drop',
  cool: 'Cool',
}

/** `bean` is the temperature of the beans; null if there is no reading. */
export type RoastEvent = { kind: RoastEventKind; seconds: number; bean: number | null }

export type RoastCurve = {
  /** The title of the roast and the name of the machine in the log. */
  title: string
  machine: string
  /** The roasting notes in the log. */
  notes: string
  /** What to know about the events: which marks the log does not have. */
  remarks: string[]
  /** Ascending; negative before the charge. */
  seconds: number[]
  /** The temperatures of the beans (BT) and of the air in the drum (ET) at these times; null without a reading. */
  bean: (number | null)[]
  environment: (number | null)[]
  /** In the order of time. */
  events: RoastEvent[]
}

/** The most points of a stored curve. Logs with more are thinned out. */
export const MAX_CURVE_POINTS = 1500

/** The window of `rateOfRise`, in seconds before and after a point. */
const HALF_WINDOW = 15

/**
 * The rate of rise of the bean temperature at each point, in degrees Celsius per minute: the slope of the least-squares
 * line through all readings from 15 seconds before the point to 15 seconds after it, or through its neighbors if the
 * readings are further apart. Null before the turning point, after the drop, and where there are less than three readings.
 */
export function rateOfRise({ seconds, bean, events }: RoastCurve): (number | null)[] {
  const from = eventIn(events, 'turningPoint') ?? eventIn(events, 'charge')
  const to = eventIn(events, 'drop')
  const first = from?.seconds ?? seconds[0] ?? 0
  const last = to?.seconds ?? seconds.at(-1) ?? 0
  const step = seconds.length < 2 ? 0 : (seconds.at(-1)! - seconds[0]!) / (seconds.length - 1)
  const half = Math.max(HALF_WINDOW, step * 1.5)
  let start = 0
  let end = 0
  return seconds.map((at) => {
    while (seconds[start]! < at - half) start++
    while (end < seconds.length && seconds[end]! <= at + half) end++
    if (at < first || at > last) return null
    const slope = slopeOf(seconds, bean, { start, end, from: first, to: last })
    return slope === null ? null : slope * 60
  })
}

/** The slope of the line through the readings of a window, in degrees per second; null for less than three readings. */
function slopeOf(
  seconds: readonly number[],
  values: readonly (number | null)[],
  { start, end, from, to }: { start: number; end: number; from: number; to: number },
): number | null {
  let count = 0
  let sumX = 0
  let sumY = 0
  let sumXX = 0
  let sumXY = 0
  const origin = seconds[start]!
  for (let index = start; index < end; index++) {
    const y = values[index]
    if (y === null || y === undefined || seconds[index]! < from || seconds[index]! > to) continue
    const x = seconds[index]! - origin
    count++
    sumX += x
    sumY += y
    sumXX += x * x
    sumXY += x * y
  }
  const divisor = count * sumXX - sumX * sumX
  return count < 3 || divisor <= 0 ? null : (count * sumXY - sumX * sumY) / divisor
}

/** An event of a roast; undefined if it was not recorded. */
export function eventIn(events: readonly RoastEvent[], kind: RoastEventKind): RoastEvent | undefined {
  return events.find((event) => event.kind === kind)
}

/** The duration of a roast and of its phases in seconds, and their share of the roast; null if an event is missing. */
export type RoastPhases = {
  /** Charge to drop. */
  total: number | null
  /** Charge to dry end. */
  drying: Phase
  /** Dry end to first crack. */
  browning: Phase
  /** First crack to drop. Its share of the roast is the development time ratio (DTR). */
  development: Phase
}
type Phase = { seconds: number; part: number } | null

/** The phases of a roast. Without a charge mark they begin with the first reading, from which the times count then. */
export function phasesOf(events: readonly RoastEvent[]): RoastPhases {
  const at = (kind: RoastEventKind) => eventIn(events, kind)?.seconds ?? null
  const [dry, crack, drop] = [at('dryEnd'), at('firstCrackStart'), at('drop')]
  const charge = at('charge') ?? 0
  const total = drop === null || drop <= charge ? null : drop - charge
  const phase = (from: number | null, to: number | null): Phase =>
    from === null || to === null || total === null || to < from
      ? null
      : { seconds: to - from, part: (to - from) / total }
  return {
    total,
    drying: phase(charge, dry),
    browning: phase(dry, crack),
    development: phase(crack, drop),
  }
}

/** `m:ss`, as roasters write times: 605 is '10:05', -30 is '-0:30'. */
export function roastTime(seconds: number): string {
  const whole = Math.round(Math.abs(seconds))
  const text = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
  return seconds < 0 && whole > 0 ? `-${text}` : text
}

export type TemperatureUnit = 'C' | 'F'

/** A temperature in the unit: 200 in F is 392. */
export function inUnit(celsius: number, unit: TemperatureUnit): number {
  return unit === 'F' ? celsius * 1.8 + 32 : celsius
}

/** A rate of rise in the unit: 10 degrees Celsius per minute are 18 degrees Fahrenheit. */
export function rateInUnit(celsius: number, unit: TemperatureUnit): number {
  return unit === 'F' ? celsius * 1.8 : celsius
}

/** '196.5 °C' */
export function temperatureText(celsius: number, unit: TemperatureUnit): string {
  return `${inUnit(celsius, unit).toFixed(1)}\u00a0°${unit}`
}
