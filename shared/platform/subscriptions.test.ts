import { expect, test } from 'vitest'
import { promiseFrom, type RoastCalendar } from './delivery.ts'
import {
  daysOf,
  dueOf,
  firstOpen,
  followingOf,
  movableDays,
  planner,
  upcoming,
  type Weeks,
} from './subscriptions.ts'

const CALENDAR: RoastCalendar = {
  roastDays: ['Mon', 'Thu'],
  packingDays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  cutOff: '15:00',
  restDays: 0,
  closures: [],
  transitDays: { min: 3, max: 5 },
}

/** Two weeks without a roast day, across the end of the year. */
const HOLIDAYS: RoastCalendar = { ...CALENDAR, closures: [{ from: '2026-12-21', to: '2027-01-03' }] }

const at = (moment: string) => ({ day: moment.slice(0, 10), time: moment.slice(11) })

function due(plannedOn: string, now: string, weeks: Weeks = 2, calendar = CALENDAR) {
  const { act, ...found } = dueOf(planner(calendar), { plannedOn, weeks, now: at(now) })
  return 'roastsOn' in found ? `${act} ${found.roastsOn}` : act
}

function roasts(plannedOn: string, weeks: Weeks, calendar = CALENDAR, count = 4) {
  return upcoming(planner(calendar), plannedOn, weeks, count).map(({ roastsOn }) => roastsOn.slice(5))
}

test('a delivery is charged in the morning of the cut-off before its roast day', () => {
  expect(daysOf(CALENDAR, '2026-12-03')).toEqual({
    plannedOn: '2026-12-03',
    roastsOn: '2026-12-03',
    chargeAt: { day: '2026-12-02', time: '06:00' },
  })
  // Monday's cut-off is on Friday. Saturday is no roast day.
  expect(daysOf(CALENDAR, '2026-12-05')).toMatchObject({
    roastsOn: '2026-12-07',
    chargeAt: { day: '2026-12-04', time: '06:00' },
  })
  expect(daysOf({ ...CALENDAR, cutOff: '05:00' }, '2026-12-03')?.chargeAt.time).toBe('00:00')
})

test('after a closure, a delivery is charged on the day before its roast day, and not before the closure', () => {
  expect(daysOf(HOLIDAYS, '2026-12-24')).toMatchObject({
    roastsOn: '2027-01-04',
    chargeAt: { day: '2027-01-03', time: '06:00' },
  })
})

test('in a shop that does not roast, packing days take the place of roast days', () => {
  const calendar: RoastCalendar = { ...CALENDAR, roastDays: [], packingDays: ['Tue', 'Fri'], roasts: false }
  expect(daysOf(calendar, '2026-12-02')).toEqual({
    plannedOn: '2026-12-02',
    roastsOn: '2026-12-04',
    chargeAt: { day: '2026-12-01', time: '06:00' },
  })
  expect(movableDays(calendar, at('2026-12-01 08:00')).slice(0, 2)).toEqual(['2026-12-08', '2026-12-11'])
  expect(promiseFrom({ ...calendar, restDays: 3 }, '2026-12-04')).toMatchObject({
    roastsOn: null,
    shipsOn: '2026-12-04',
  })
})

test('a calendar without roast days plans nothing', () => {
  expect(daysOf({ ...CALENDAR, roastDays: [] }, '2026-12-03')).toBeNull()
  expect(due('2026-12-03', '2026-12-02 08:00', 2, { ...CALENDAR, roastDays: [] })).toBe('wait')
  expect(movableDays({ ...CALENDAR, roastDays: [] }, at('2026-12-02 08:00'))).toEqual([])
})

test('the frequency counts from the planned day, so a closure does not shift later deliveries', () => {
  expect(roasts('2026-12-03', 2)).toEqual(['12-03', '12-17', '12-31', '01-14'])
  expect(roasts('2026-12-03', 2, HOLIDAYS)).toEqual(['12-03', '12-17', '01-04', '01-14'])
})

test('two boxes never come close together after a closure', () => {
  // The boxes of December 24 and 31 would both be roasted on January 4.
  expect(roasts('2026-12-17', 1, HOLIDAYS)).toEqual(['12-17', '01-04', '01-14', '01-21'])
})

test.each<[Weeks, string]>([
  [1, '12-10'],
  [2, '12-17'],
  [3, '12-24'],
  [4, '12-31'],
  [6, '01-14'],
  [8, '01-28'],
])('every %i weeks', (weeks, second) => {
  expect(roasts('2026-12-03', weeks, CALENDAR, 2)[1]).toBe(second)
})

test('a delivery is due from the time of its charge, and on time until the cut-off', () => {
  expect(due('2026-12-03', '2026-12-02 05:59')).toBe('wait')
  expect(due('2026-12-03', '2026-12-02 06:00')).toBe('make 2026-12-03')
  expect(due('2026-12-03', '2026-12-02 14:59')).toBe('make 2026-12-03')
})

test('a missed delivery is made once for the next roast day', () => {
  expect(due('2026-12-03', '2026-12-02 15:00')).toBe('make 2026-12-07')
  expect(due('2026-12-03', '2026-12-05 09:00')).toBe('make 2026-12-10')
})

test('a missed delivery is skipped if the next one is due within a few days', () => {
  expect(due('2026-12-03', '2026-12-08 09:00')).toBe('make 2026-12-10')
  expect(due('2026-12-03', '2026-12-10 09:00')).toBe('skip')
  expect(due('2026-12-03', '2027-03-10 09:00')).toBe('skip')
  expect(due('2026-12-03', '2026-12-04 09:00', 1)).toBe('skip')
})

test('a delivery of every eight weeks is made late rather than skipped', () => {
  expect(due('2026-12-03', '2026-12-20 09:00', 8)).toBe('make 2026-12-24')
})

test('after a late delivery, the next one keeps its day unless it would come within a few days', () => {
  const plan = planner(CALENDAR)
  expect(followingOf(plan, { plannedOn: '2026-12-03', roastsOn: '2026-12-10' }, 2)).toBe('2026-12-17')
  expect(followingOf(plan, { plannedOn: '2026-12-03', roastsOn: '2026-12-14' }, 2)).toBe('2026-12-31')
})

test('a delivery can be moved to every roast day that is not being charged yet', () => {
  const days = movableDays(CALENDAR, at('2026-12-02 06:00'))
  expect(days.slice(0, 3)).toEqual(['2026-12-07', '2026-12-10', '2026-12-14'])
  expect(days.at(-1)! <= '2027-03-03').toBe(true)
  expect(firstOpen(planner(CALENDAR), '2026-12-01', at('2026-12-02 05:00'))).toBe('2026-12-01')
  expect(firstOpen(planner(CALENDAR), '2026-12-01', at('2026-12-02 06:00'))).toBe('2026-12-04')
})
