/** Invents the curve of a roast. It is the same in each run, because it follows from a seed. */
import type { RoastCurve, RoastEvent, RoastEventKind } from '#shared/roastery/roast-curve.ts'
import { randomFrom } from '../history/rows.ts'

/** Seconds between two readings. */
const STEP = 5
const BEFORE = -30
const AFTER = 60
const DRY_END = 150
const FIRST_CRACK = 196

/**
 * A curve with its events: after the charge the probe falls to the turning point, and then rises more and more slowly.
 * @param drop the temperature of the beans at the drop in degrees Celsius
 * @param length the seconds from the charge to the drop
 */
export function inventCurve(
  seed: number,
  { title, drop, length }: { title: string; drop: number; length: number },
): RoastCurve {
  const { int } = randomFrom(seed)
  const charge = int(194, 203)
  const turning = int(14, 18) * STEP
  const lowest = int(88, 95)
  const end = Math.round((length + int(-20, 20)) / STEP) * STEP
  const noise = () => int(-10, 10) / 100
  const bean = (at: number) => {
    if (at <= 0) return charge
    if (at > end) return drop - (at - end) * 0.9
    if (at < turning) return lowest + (charge - lowest) * (1 - at / turning) ** 2.4
    return lowest + (drop - lowest) * risen((at - turning) / (end - turning))
  }
  const seconds = Array.from(
    { length: (end + AFTER - BEFORE) / STEP + 1 },
    (_, index) => BEFORE + index * STEP,
  )
  const readings = seconds.map((at) => tenths(bean(at) + (at > 0 && at <= end ? noise() : 0)))
  const atIndex = (kind: RoastEventKind, index: number): RoastEvent => ({
    kind,
    seconds: seconds[index]!,
    bean: readings[index]!,
  })
  const atTime = (kind: RoastEventKind, time: number) => atIndex(kind, seconds.indexOf(time))
  const firstAbove = (celsius: number) =>
    seconds.findIndex((at, index) => at > turning && readings[index]! >= celsius)
  const lowestAt = readings.indexOf(Math.min(...readings.slice(0, firstAbove(DRY_END))))
  const crack = firstAbove(FIRST_CRACK + int(-1, 1))
  return {
    title,
    machine: 'Demo roaster, 12 kg',
    notes: '',
    remarks: [],
    seconds,
    bean: readings,
    environment: seconds.map((at) => tenths(airAt(at) + noise())),
    events: [
      atTime('charge', 0),
      atIndex('turningPoint', lowestAt),
      atIndex('dryEnd', firstAbove(DRY_END)),
      atIndex('firstCrackStart', crack),
      atTime('drop', end),
    ],
  }
}

/** The temperature of the air falls with the beans, and then rises towards 228 degrees. */
function airAt(at: number): number {
  if (at <= 0) return 210
  return at < 100 ? 210 - at * 0.32 : 178 + 50 * (1 - Math.exp(-(at - 100) / 260))
}

/** The part of the rise after a part of the time: the rate of rise falls from 1.65 times its mean to 0.35 times. */
function risen(part: number): number {
  return 1.65 * part - 0.65 * part ** 2
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
