/** What Artisan computes from the readings, and what it writes about a roast beside them. */
import { expect, test } from 'vitest'
import { phasesOf } from '#shared/roastery/roast-curve.ts'
import { alogOf } from '#test/artisan-log.ts'
import { readLog } from './artisan.ts'

const read = (text: string) => readLog(new TextEncoder().encode(text)).curve
const toF = (celsius: number) => celsius * 1.8 + 32

/** A reading every five seconds: flat for 30 seconds, down to 90 degrees in a minute, and up by 0.42 degrees per second. */
function steadyReadings() {
  const timex = Array.from({ length: 120 }, (_, index) => index * 5)
  return {
    timex,
    temp1: timex.map(() => 200),
    temp2: timex.map(beanAt),
    timeindex: [6, 36, 56, 0, 0, 0, 66, 0],
  }
}
const beanAt = (at: number) => (at <= 30 ? 180 : at <= 90 ? 180 - (at - 30) * 1.5 : 90 + (at - 90) * 0.42)

const eventsIn = (curve: ReturnType<typeof read>) =>
  Object.fromEntries(curve.events.map(({ kind, seconds, bean }) => [kind, [seconds, bean]]))

test('the turning point is the last of several lowest readings, as in Artisan', () => {
  const readings = steadyReadings()
  readings.temp2[17] = 90
  readings.temp2[18] = 90
  readings.temp2[19] = 90
  readings.temp2[20] = 90.01
  expect(eventsIn(read(alogOf(readings)))['turningPoint']).toEqual([65, 90])
})

test.each<[string, [number, number][]]>([
  ['a reading of zero', [[9, 0]]],
  [
    'two readings of zero',
    [
      [9, 0],
      [10, 0],
    ],
  ],
  ['a reading that is far too low', [[14, 31]]],
  [
    'two wild readings',
    [
      [24, 20],
      [25, 24],
    ],
  ],
  ['a reading that is far too high', [[21, 400]]],
])('%s is no turning point and no reading', (_, faults) => {
  const readings = steadyReadings()
  for (const [index, value] of faults) readings.temp2[index] = value
  const curve = read(alogOf(readings))
  expect(eventsIn(curve)['turningPoint']).toEqual([60, 90])
  for (const [index] of faults) expect(curve.bean[curve.seconds.indexOf(index * 5 - 30)]).toBeNull()
  expect(curve.bean.filter((value) => value === null)).toHaveLength(faults.length)
})

test('the end of cooling is kept, also when it is minutes after the drop', () => {
  const readings = steadyReadings()
  readings.timeindex[7] = 96
  const curve = read(alogOf(readings))
  expect(eventsIn(curve)['cool']![0]).toBe(450)
  expect(curve.seconds.at(-1)).toBe(450)
})

test.each([
  ['the default', { mode: 'C' }, 205, '150 °C'],
  ['the phases of the log', { mode: 'C', phases: [145, 160, 200, 230] }, 225, '160 °C'],
  ['Fahrenheit', { mode: 'F', phases: [300, 320, 390, 450] }, 225, '320 °F'],
])('without a mark, dry end is where the beans reach the end of the phase: %s', (_, fields, at, text) => {
  const readings = steadyReadings()
  readings.timeindex[1] = 0
  if (fields.mode === 'F') readings.temp2 = readings.temp2.map(toF)
  const curve = read(alogOf({ ...readings, ...fields }))
  expect(eventsIn(curve)['dryEnd']![0]).toBe(at)
  expect(curve.remarks).toEqual([`Dry end is not marked in the log: it is where the beans reached ${text}`])
  expect(phasesOf(curve.events).drying!.seconds).toBe(at)
})

test('beans that do not reach the end of the drying phase have no dry end', () => {
  const readings = { ...steadyReadings(), timeindex: [6, 0, 0, 0, 0, 0, 40, 0] }
  expect(eventsIn(read(alogOf(readings)))['dryEnd']).toBeUndefined()
})

test('texts that Artisan has escaped are decoded, and a backslash that escapes nothing stays', () => {
  const curve = read(
    alogOf({
      title: String.raw`Caf\xe9 \u2013 R\xf6stung \U0001f525 C:\\x 50\% \U99999999`,
      roastertype: String.raw`Trommelr\xf6ster \u8c46`,
      roastingnotes: String.raw`S\xfc\xdf,\n\nrund`,
    }),
  )
  expect(curve.title).toBe(String.raw`Café – Röstung 🔥 C:\x 50\% \U99999999`)
  expect(curve.machine).toBe('Trommelröster 豆')
  expect(curve.notes).toBe('Süß,\n\nrund')
})

function factsOf(fields: Record<string, unknown>) {
  const { curve: _, ...facts } = readLog(new TextEncoder().encode(alogOf(fields)))
  return facts
}

test('a log says its day, its weights in grams, and its duration', () => {
  expect(factsOf({ roastisodate: '2026-11-27', weight: [22, 18.7, 'lb'] })).toEqual({
    day: '2026-11-27',
    greenGrams: 9979,
    roastedGrams: 8482,
    seconds: 600,
  })
  const unknown = { day: null, greenGrams: null, roastedGrams: null, seconds: null }
  const fields = { weight: [0, 0, 'g'], roastisodate: '', timeindex: [-1, 0, 0, 0, 0, 0, 630, 0] }
  expect(factsOf(fields)).toEqual(unknown)
  expect(factsOf({ ...fields, weight: [5, 4, 'sacks'], roastisodate: 5 })).toEqual(unknown)
})

test.each([
  ['first', 0],
  ['last', 119],
])('a wild %s reading of a log without marks is no turning point', (_, place) => {
  const readings = { ...steadyReadings(), timeindex: [-1, 0, 0, 0, 0, 0, 0, 0] }
  readings.temp2[place] = 7
  expect(eventsIn(read(alogOf(readings)))['turningPoint']).toEqual([90, 90])
})
