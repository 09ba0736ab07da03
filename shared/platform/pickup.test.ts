import { describe, expect, test } from 'vitest'
import { calendarOf, SHIPPING_DEFAULTS } from './settings/shipping.ts'
import { keptUntil, pickupNote, pickupOf, pickupText } from './pickup.ts'
import { DEFAULT_BUSINESS } from './business.ts'
import { DEFAULT_HOURS, hoursOn, type BarHours } from './hours.ts'

const calendar = (changes: Partial<typeof SHIPPING_DEFAULTS> = {}) =>
  calendarOf({ ...SHIPPING_DEFAULTS, ...changes })
/** Monday, November 16, 2026, at noon. */
const MONDAY = { day: '2026-11-16', time: '12:00' }
const CLOSED: BarHours = {
  week: { Mon: [], Tue: [], Wed: [], Thu: [], Fri: [], Sat: [], Sun: [] },
  special: [],
}
const WEEKDAYS_ONLY: BarHours = {
  ...CLOSED,
  week: { ...CLOSED.week, Mon: [{ from: '07:00', to: '17:00' }], Tue: [{ from: '07:00', to: '17:00' }] },
}

type Options = Partial<Parameters<typeof pickupOf>[0]>
const pickup = (options: Options = {}) =>
  pickupOf({ calendar: calendar(), readyFrom: '14:00', now: MONDAY, hasCoffee: true, ...options })

test('the opening hours of each weekday come from the hours on the pages', () => {
  expect(hoursOn('2026-11-16', DEFAULT_HOURS)).toEqual([{ from: '07:00', to: '17:00' }])
  expect(hoursOn('2026-11-21', DEFAULT_HOURS)).toEqual([{ from: '08:00', to: '17:00' }])
  expect(Object.keys(DEFAULT_HOURS.week)).toHaveLength(7)
})

describe('an order is ready', () => {
  test('on its packing day from the given time until the bar closes', () => {
    expect(pickup()).toEqual({
      roastsOn: '2026-11-17',
      readyOn: '2026-11-17',
      from: '14:00',
      to: '17:00',
      orderBy: { day: '2026-11-16', time: '15:00' },
      roastDays: [],
    })
  })

  test('after the coffee has rested, but without a rest if it has no coffee', () => {
    const rested = calendar({ restDays: 2 })
    expect(pickup({ calendar: rested })).toMatchObject({ roastsOn: '2026-11-17', readyOn: '2026-11-19' })
    expect(pickup({ calendar: rested, hasCoffee: false })).toMatchObject({
      roastsOn: null,
      readyOn: '2026-11-17',
    })
  })

  test('a day later if it is placed after the cut-off', () => {
    expect(pickup({ now: { ...MONDAY, time: '15:00' } })).toMatchObject({ readyOn: '2026-11-18' })
  })

  test('at the next opening if the bar is closed at that time or on that day', () => {
    // Wednesday is a packing day, and the bar is open on Mondays and Tuesdays only.
    const now = { day: '2026-11-17', time: '12:00' }
    expect(pickup({ now, hours: WEEKDAYS_ONLY })).toMatchObject({ readyOn: '2026-11-23', from: '07:00' })
    expect(pickup({ readyFrom: '17:00' })).toMatchObject({ readyOn: '2026-11-18', from: '07:00' })
    expect(pickup({ readyFrom: '06:00' })).toMatchObject({ readyOn: '2026-11-17', from: '07:00' })
  })

  test('is never ready on a closed day', () => {
    expect(pickup({ calendar: calendar({ closures: ['2026-11-17 to 2026-11-19'] }) })).toMatchObject({
      readyOn: '2026-11-20',
    })
  })
})

test.each<[Options, string, RegExp]>([
  [{ calendar: calendar({ roastDays: [] }) }, 'no roast days', /no roast days planned/],
  [{ calendar: calendar({ packingDays: [] }) }, 'no packing days', /not packing/],
  [{ calendar: calendar({ closures: ['2026-11-01 to 2027-11-01'] }) }, 'closed', /next 60 days/],
  [{ hours: CLOSED }, 'not open', /not open within the next 60 days/],
])('without a day, the text says why: %j', (options, problem, text) => {
  const found = pickup(options)
  expect(found).toEqual({ problem })
  expect(pickupNote(found, MONDAY.day)).toMatch(text)
  expect(pickupNote(found, MONDAY.day)).toMatch(/choose shipping/)
})

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('the texts name the day, the time, the place and the end', () => {
  const promise = { roastsOn: null, readyOn: '2026-11-27', from: '14:00', to: '17:30' }
  expect(plain(pickupText(promise, DEFAULT_BUSINESS.place))).toBe(
    'Ready Friday, Nov 27, from 2 pm at the bar, 145 Church Street NW, Vienna, open until 5:30 pm',
  )
  const note = pickupNote({ ...promise, orderBy: { day: '2026-11-25', time: '15:00' } }, '2026-11-25')
  expect(plain(note)).toBe('Pickup at the bar: order by 3 PM ET today, ready Fri from 2 pm.')
})

test('an order is kept until the last open day within its time', () => {
  expect(keptUntil('2026-11-17', 14, calendar())).toBe('2026-12-01')
  expect(keptUntil('2026-11-17', 14, calendar({ closures: ['2026-11-30 to 2026-12-05'] }))).toBe('2026-11-29')
  expect(keptUntil('2026-11-17', 10, calendar(), WEEKDAYS_ONLY)).toBe('2026-11-24')
  expect(keptUntil('2026-11-17', 3, calendar(), CLOSED)).toBe('2026-11-20')
})
