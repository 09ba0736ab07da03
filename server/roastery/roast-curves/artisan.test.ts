import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventIn, MAX_CURVE_POINTS, phasesOf, rateOfRise, roastTime } from '#shared/roastery/roast-curve.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { alogOf, roastReadings } from '#test/artisan-log.ts'
import { readLog } from './artisan.ts'

const logOf = (text: string | Uint8Array) =>
  readLog(typeof text === 'string' ? new TextEncoder().encode(text) : text)
const read = (text: string | Uint8Array) => logOf(text).curve

test('reads an .alog file: temperatures, events and the turning point, with times after the charge', () => {
  const curve = read(alogOf())
  expect(curve.title).toBe("Guatemala \u201eLa Esperanza\u201c, Olive's roast")
  expect(curve.machine).toBe('Probat P12')
  expect(curve.seconds[0]).toBe(-30)
  expect(curve.seconds.at(-1)).toBe(660)
  expect(curve.bean[30]).toBe(195)
  expect(curve.environment[30]).toBe(172.5)
  expect(curve.events.map(({ kind, seconds }) => [kind, seconds])).toEqual([
    ['charge', 0],
    ['turningPoint', 75],
    ['dryEnd', 240],
    ['firstCrackStart', 480],
    ['firstCrackEnd', 540],
    ['drop', 600],
    ['cool', 660],
  ])
  expect(eventIn(curve.events, 'turningPoint')!.bean).toBe(90)
  const { total, drying, browning, development } = phasesOf(curve.events)
  expect([total, drying, browning, development]).toEqual([
    600,
    { seconds: 240, part: 0.4 },
    { seconds: 240, part: 0.4 },
    { seconds: 120, part: 0.2 },
  ])
})

const toF = (celsius: number) => celsius * 1.8 + 32

test('reads the JSON export and a file in Fahrenheit with the same result', () => {
  const readings = roastReadings()
  const json = JSON.stringify({ mode: 'C', title: '', roastertype: '', ...readings })
  const inF = alogOf({
    mode: 'F',
    title: '',
    roastertype: '',
    temp1: readings.temp1.map(toF),
    temp2: readings.temp2.map(toF),
  })
  expect(read(inF)).toEqual(read(json))
  expect(read(`\ufeff${json.replaceAll(',', ',\r\n')}`)).toEqual(read(json))
})

test('the rate of rise is the slope of the line through 30 seconds, from the turning point to the drop', () => {
  const curve = read(alogOf())
  const rates = rateOfRise(curve)
  const at = (seconds: number) => rates[curve.seconds.indexOf(seconds)]
  expect(at(60)).toBeNull()
  expect(at(610)).toBeNull()
  // The derivative of 118 * (1 - exp(-t / 300)) at t = 225 is 11.15 degrees per minute.
  expect(Math.abs(at(300)! - 11.15)).toBeLessThan(0.1)
  expect(at(500)!).toBeLessThan(at(300)!)
  const line = { ...curve, events: [], seconds: [0, 40, 80, 120], bean: [100, 110, 120, 130] }
  expect(rateOfRise(line).slice(1, 3)).toEqual([15, 15])
})

test('missing readings, faults of sensors, and positions outside of the log are left out', () => {
  const { timex, temp2 } = roastReadings()
  const broken = temp2.map((value, index) => (index % 7 === 0 ? -1 : index % 7 === 1 ? Number.NaN : value))
  broken[200] = 9999
  const curve = read(alogOf({ temp2: broken, temp1: [], timeindex: [30, 270, 5000, -3, 1.5, 'x', 630] }))
  expect(curve.bean[0]).not.toBeUndefined()
  expect(curve.bean.filter((value) => value === null).length).toBeGreaterThan(150)
  expect(curve.environment.every((value) => value === null)).toBe(true)
  expect(curve.events.map(({ kind }) => kind)).toEqual(['charge', 'turningPoint', 'dryEnd', 'drop'])
  expect(timex).toHaveLength(700)
})

test('a log without a charge begins with its first reading, and so do total and phases, with a remark', () => {
  const curve = read(alogOf({ timeindex: [-1, 270, 510, 0, 0, 0, 630, 0] }))
  expect(curve.seconds[0]).toBe(0)
  expect(eventIn(curve.events, 'turningPoint')).toEqual({ kind: 'turningPoint', seconds: 105, bean: 90 })
  const { total, drying, browning, development } = phasesOf(curve.events)
  expect([total, drying?.seconds, browning?.seconds, development?.seconds]).toEqual([630, 270, 240, 120])
  expect(curve.remarks).toEqual([
    'The charge is not marked in the log: times, total and phases count from its first reading',
  ])
  const unmarked = read(alogOf({ timeindex: [-1, 0, 0, 0, 0, 0, 0, 0] }))
  expect(unmarked.events.map(({ kind }) => kind)).toEqual(['turningPoint', 'dryEnd'])
  expect(phasesOf(unmarked.events).total).toBeNull()
})

test('a long log is thinned out', () => {
  const timex = Array.from({ length: 60_000 }, (_, index) => index / 10)
  const curve = read(
    alogOf({
      timex,
      temp1: timex.map(() => 200),
      temp2: timex.map((time) => 100 + time / 60),
      timeindex: [0],
    }),
  )
  expect(curve.seconds.length).toBeLessThanOrEqual(MAX_CURVE_POINTS)
  expect(curve.seconds.length).toBeGreaterThan(MAX_CURVE_POINTS / 2)
})

test('times are written as m:ss', () => {
  expect([605, 59.6, -30, 0].map(roastTime)).toEqual(['10:05', '1:00', '-0:30', '0:00'])
})

describe('a file that is not a log is refused with the reason', () => {
  const zip = new Uint8Array([0x50, 0x4b, 3, 4, 0, 0xff, 0xfe])
  test.each<[string, string | Uint8Array, string]>([
    ['HTML', '<!doctype html><p>hi', 'not a log of Artisan'],
    ['a ZIP file', zip, 'not a log of Artisan'],
    ['a list', '[1, 2]', 'not a log of Artisan'],
    ['another dictionary', "{'a': 1}", 'timex is missing'],
    ['code', "__import__('os')", 'not a log of Artisan'],
    ['no unit', alogOf({ mode: null }), 'Celsius or Fahrenheit'],
    ['times backwards', alogOf({ timex: roastReadings().timex.toReversed() }), 'not in order'],
    ['huge times', alogOf({ timex: roastReadings().timex.map((time) => time * 1e300) }), 'not in order'],
    ['no readings', alogOf({ temp2: roastReadings().temp2.map(() => -1) }), 'less than 10'],
    ['few readings', alogOf({ timex: [1, 2, 3] }), 'less than 10'],
    ['too many readings', alogOf({ timex: Array.from({ length: 100_001 }, (_, at) => at) }), '100,000'],
    [
      'many hours',
      alogOf({ timex: roastReadings().timex.map((time) => time * 100), timeindex: [0] }),
      '2 hours',
    ],
  ])('%s', (_, file, reason) => {
    expect(() => read(file)).toThrow(reason)
  })
})

test('a damaged log is read or refused, and nothing else happens', () => {
  const valid = new TextEncoder().encode(alogOf(shortReadings()))
  const damage = fc.record({
    at: fc.nat(valid.length - 1),
    remove: fc.nat(40),
    put: fc.oneof(fc.uint8Array({ maxLength: 12 }), fc.constantFrom(...TOKENS)),
  })
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
      let bytes = [...valid]
      for (const { at, remove, put } of damages)
        bytes = [...bytes.slice(0, at), ...put, ...bytes.slice(at + remove)]
      try {
        const curve = read(new Uint8Array(bytes))
        expect(curve.seconds.length).toBe(curve.bean.length)
        expect(curve.seconds.every(Number.isFinite)).toBe(true)
        expect(curve.bean.every((value) => value === null || Number.isFinite(value))).toBe(true)
        expect(JSON.parse(JSON.stringify(curve))).toEqual(curve)
        rateOfRise(curve)
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
        expect((error as Refusal).status).toBe(400)
      }
    }),
    { numRuns: 1500 },
  )
})

const TOKENS = [
  '{',
  '}',
  '[[[[',
  ']',
  "'",
  '"',
  '\\',
  'nan',
  '1e999',
  '-0.0',
  "'timex': [1]",
  'None,',
  '(',
  ':',
].map((text) => new TextEncoder().encode(text))

function shortReadings() {
  const timex = Array.from({ length: 40 }, (_, index) => index * 15)
  return {
    timex,
    temp1: timex.map((time) => 200 + time / 30),
    temp2: timex.map((time) => (time < 90 ? 190 - time : 100 + time / 6)),
    timeindex: [0, 12, 25, 0, 0, 0, 36, 0],
  }
}
