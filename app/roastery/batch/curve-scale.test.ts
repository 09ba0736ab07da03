import { expect, test } from 'vitest'
import type { RoastCurve } from '#shared/roastery/roast-curve.ts'
import { closestTo, pathOf, scaleOfCurves } from './curve-scale.ts'

const seconds = Array.from({ length: 61 }, (_, index) => index * 10)
const curve: RoastCurve = {
  title: '',
  machine: '',
  notes: '',
  remarks: [],
  seconds,
  bean: seconds.map((time) => 90 + time / 6),
  environment: seconds.map(() => 220),
  events: [],
}

const half = (value: number) => value / 2

test('the temperature scale has round steps in the unit, and the scale of rates begins at 0', () => {
  const inC = scaleOfCurves([curve], 'C')
  expect(inC.temperatures.map(({ value }) => value)).toEqual([50, 100, 150, 200, 250])
  expect(inC.rates.map(({ value }) => value)).toEqual([0, 5, 10])
  expect(inC.minutes).toEqual([0, 2, 4, 6, 8, 10])
  expect([inC.temperatureAt(50), inC.temperatureAt(250), inC.rateAt(5), inC.rateAt(99)]).toEqual([
    0, 1, 0.5, 1,
  ])
  const inF = scaleOfCurves([curve], 'F')
  expect(inF.temperatures.map(({ value }) => value)).toEqual([100, 200, 300, 400, 500])
  expect(inF.temperatureAt(100)).toBeCloseTo(0.28)
})

test('a second curve that begins earlier and is longer extends the time scale', () => {
  const longer = { ...curve, seconds: seconds.map((time) => time * 2 - 60) }
  const { timeAt, minutes } = scaleOfCurves([curve, longer], 'C')
  expect([timeAt(-60), timeAt(1140)]).toEqual([0, 1])
  expect(minutes).toEqual([0, 5, 10, 15])
})

test('a curve without readings has a scale, and a line has gaps where a reading is missing', () => {
  const empty = { ...curve, bean: seconds.map(() => null), environment: seconds.map(() => null) }
  expect(scaleOfCurves([empty], 'C').temperatures.length).toBeGreaterThan(1)
  expect(pathOf([0, 1, 2, 2], [1, null, 1, 2], half, half)).toBe('M0 500M1000 500L1000 0')
  expect(closestTo([0, 10, 20], 14)).toBe(1)
})
