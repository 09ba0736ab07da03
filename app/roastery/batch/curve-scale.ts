/** The scales of the chart of a roast, and its lines as SVG paths. */
import {
  inUnit,
  rateInUnit,
  rateOfRise,
  type RoastCurve,
  type TemperatureUnit,
} from '#shared/roastery/roast-curve.ts'

/** The viewBox of the chart, which is stretched to its frame. */
export const VIEW = 1000

export type CurveScale = {
  /** The position of a time, a temperature in Celsius, and a rate of rise, from 0 to 1. */
  timeAt: (seconds: number) => number
  temperatureAt: (celsius: number) => number
  rateAt: (celsius: number) => number
  /** The values of the axes: minutes, and numbers in the unit. */
  minutes: number[]
  temperatures: { value: number; at: number }[]
  rates: { value: number; at: number }[]
}

/** Scales for one or more curves. */
export function scaleOfCurves(curves: readonly RoastCurve[], unit: TemperatureUnit): CurveScale {
  const [from, to] = rangeOf(curves.flatMap(({ seconds }) => [seconds[0]!, seconds.at(-1)!]))
  const [low, high] = rangeOf(
    curves.flatMap(({ bean, environment }) => [...bean, ...environment].filter((value) => value !== null)),
  )
  const step = unit === 'F' ? 100 : 50
  const bottom = Math.floor(inUnit(low, unit) / step) * step
  const top = Math.max(bottom + step, Math.ceil(inUnit(high, unit) / step) * step)
  const rateStep = unit === 'F' ? 10 : 5
  const highest = Math.max(rateStep, ...curves.flatMap((curve) => peaksOf(curve, unit)))
  const rateTop = Math.min(8, Math.ceil(highest / rateStep - 1e-6)) * rateStep
  const temperatureAt = (value: number) => (value - bottom) / (top - bottom)
  const minutesStep = (to - from) / 60 > 16 ? 5 : 2
  return {
    timeAt: (seconds) => (seconds - from) / Math.max(1, to - from),
    temperatureAt: (celsius) => temperatureAt(inUnit(celsius, unit)),
    rateAt: (celsius) => Math.min(1, Math.max(0, rateInUnit(celsius, unit) / rateTop)),
    minutes: stepsFrom(Math.ceil(from / 60 / minutesStep) * minutesStep, to / 60, minutesStep),
    temperatures: stepsFrom(bottom, top, step).map((value) => ({ value, at: temperatureAt(value) })),
    rates: stepsFrom(0, rateTop, rateStep).map((value) => ({ value, at: value / rateTop })),
  }
}

function peaksOf(curve: RoastCurve, unit: TemperatureUnit): number[] {
  const rates = rateOfRise(curve).filter((rate) => rate !== null)
  return rates.length === 0 ? [] : [rateInUnit(rangeOf(rates)[1], unit)]
}

function rangeOf(values: readonly number[]): [number, number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low <= high ? [low, high] : [0, 1]
}

function stepsFrom(first: number, last: number, step: number): number[] {
  return Array.from(
    { length: Math.floor((last - first) / step + 1e-9) + 1 },
    (_, index) => first + index * step,
  )
}

/** A line as a path in the viewBox. It has a gap where there is no value. */
export function pathOf(
  seconds: readonly number[],
  values: readonly (number | null)[],
  timeAt: (seconds: number) => number,
  valueAt: (value: number) => number,
): string {
  let isDown = false
  return seconds
    .map((time, index) => {
      const value = values[index]
      if (value === null || value === undefined) {
        isDown = false
        return ''
      }
      const command = isDown ? 'L' : 'M'
      isDown = true
      return `${command}${round(timeAt(time) * VIEW)} ${round((1 - valueAt(value)) * VIEW)}`
    })
    .join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** The index of the reading closest to a time. */
export function closestTo(seconds: readonly number[], wanted: number): number {
  let best = 0
  for (const [index, time] of seconds.entries())
    if (Math.abs(time - wanted) < Math.abs(seconds[best]! - wanted)) best = index
  return best
}
