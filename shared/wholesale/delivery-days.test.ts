import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/kernel/days.ts'
import type { RoastCalendar } from '#shared/platform/delivery.ts'
import {
  deliveryBefore,
  deliveryDays,
  deliveryOn,
  isBefore,
  weekdaysOf,
  type DeliveryRule,
} from './delivery-days.ts'

const CALENDAR: RoastCalendar = {
  roastDays: ['Mon', 'Wed'],
  packingDays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  cutOff: '15:00',
  restDays: 0,
  closures: [],
  transitDays: { min: 3, max: 5 },
}
const VAN: DeliveryRule = { handover: 'van', weekdays: ['Thu'], cutoffDays: 3, cutoffTime: '12:00' }

type Changes = { calendar?: Partial<RoastCalendar>; rule?: Partial<DeliveryRule> }

/** 'cut-off > roast day > delivery' of the next deliveries, without the year. */
function next(now: string, count: number, { calendar, rule }: Changes = {}): string[] {
  const [day = '', time = ''] = now.split(' ')
  const found = deliveryDays({ ...CALENDAR, ...calendar }, { ...VAN, ...rule }, { day, time }, count)
  return found.map(({ deliversOn, roastsOn, orderBy }) =>
    [`${orderBy.day.slice(5)} ${orderBy.time}`, roastsOn?.slice(5) ?? 'stock', deliversOn.slice(5)].join(
      ' > ',
    ),
  )
}

/** The same for one day. */
function on(day: string, { calendar, rule }: Changes = {}) {
  return deliveryOn({ ...CALENDAR, ...calendar }, { ...VAN, ...rule }, day)
}

const closed = (from: string, to = from): Changes => ({ calendar: { closures: [{ from, to }] } })

describe('the cut-off', () => {
  test('is some days before the delivery: order by Monday noon, roasted on Wednesday, delivered on Thursday', () => {
    expect(next('2026-10-19 11:59', 2)).toEqual([
      '10-19 12:00 > 10-21 > 10-22',
      '10-26 12:00 > 10-28 > 10-29',
    ])
  })

  test('closes to the minute: at noon the next delivery is a week later', () => {
    expect(next('2026-10-19 12:00', 1)).toEqual(['10-26 12:00 > 10-28 > 10-29'])
  })

  test('can be on a Saturday, when the shop takes orders but does not pack', () => {
    const tuesday = { rule: { weekdays: ['Tue'] } } as const
    expect(next('2026-10-17 11:59', 1, tuesday)).toEqual(['10-17 12:00 > 10-19 > 10-20'])
  })

  test('is never after the day of roasting', () => {
    const late = { rule: { cutoffDays: 0, cutoffTime: '06:00' } }
    expect(on('2026-10-22', late)?.orderBy).toEqual({ day: '2026-10-21', time: '06:00' })
  })

  test('is earlier if the shop is closed in between, because closed days do not count', () => {
    expect(on('2026-10-22', closed('2026-10-20'))?.orderBy).toEqual({ day: '2026-10-18', time: '12:00' })
    expect(on('2026-10-22', closed('2026-10-18', '2026-10-20'))?.orderBy.day).toBe('2026-10-16')
  })

  test('moves with the roast day when that day is closed or nothing is packed on it', () => {
    expect(on('2026-10-22', closed('2026-10-21'))).toEqual({
      deliversOn: '2026-10-22',
      roastsOn: '2026-10-19',
      packsOn: '2026-10-19',
      orderBy: { day: '2026-10-17', time: '12:00' },
    })
    // November 11 is a federal holiday, on which nothing is packed. Coffee roasted then is packed on the delivery day.
    expect(on('2026-11-12')).toMatchObject({ roastsOn: '2026-11-09', orderBy: { day: '2026-11-07' } })
  })

  test('keeps its wall-clock time on both sides of daylight saving', () => {
    for (const day of ['2026-10-29', '2026-11-05', '2026-03-05', '2026-03-12'])
      expect(on(day)?.orderBy).toEqual({ day: addDays(day, -3), time: '12:00' })
  })
})

describe('a delivery day', () => {
  test('is not offered while the shop is closed, or if it has roasted nothing in the week before', () => {
    const vacation = closed('2026-09-28', '2026-10-09')
    expect(on('2026-10-08', vacation)).toBeNull()
    expect(on('2026-10-12', vacation)).toBeNull()
    expect(next('2026-09-21 13:00', 1, vacation)).toEqual(['10-12 12:00 > 10-14 > 10-15'])
  })

  test('that is closed can move to the delivery before it', () => {
    const calendar = { ...CALENDAR, closures: [{ from: '2026-10-22', to: '2026-10-22' }] }
    expect(deliveryOn(calendar, VAN, '2026-10-22')).toBeNull()
    expect(deliveryBefore(calendar, VAN, '2026-10-22')).toMatchObject({
      deliversOn: '2026-10-21',
      roastsOn: '2026-10-19',
    })
    const long = { ...CALENDAR, closures: [{ from: '2026-10-01', to: '2026-10-22' }] }
    expect(deliveryBefore(long, VAN, '2026-10-22')).toBeNull()
  })

  test('of a parcel is the day on which it leaves, packed the same day, and no holiday of the carrier', () => {
    const parcel = { rule: { handover: 'parcel', weekdays: ['Wed'] } } as const
    expect(on('2026-10-21', parcel)).toMatchObject({ roastsOn: '2026-10-21', packsOn: '2026-10-21' })
    expect(on('2026-11-11', parcel)).toBeNull()
  })

  test('of a shop where coffee rests is after the rest and the packing', () => {
    const resting = { calendar: { restDays: 2 } }
    expect(on('2026-10-22', resting)).toMatchObject({ roastsOn: '2026-10-19', packsOn: '2026-10-21' })
  })

  test('of a shop that does not roast counts from the day of packing', () => {
    expect(on('2026-10-22', { calendar: { roasts: false } })).toMatchObject({
      roastsOn: null,
      packsOn: '2026-10-21',
    })
  })

  test('without agreed weekdays is every working day for parcels and pickups, and none for the van', () => {
    const pickup = { rule: { handover: 'pickup', weekdays: [] } } as const
    expect(next('2026-10-18 08:00', 3, pickup)).toEqual([
      '10-18 12:00 > 10-19 > 10-21',
      '10-19 12:00 > 10-21 > 10-22',
      '10-20 12:00 > 10-21 > 10-23',
    ])
    expect(next('2026-10-18 08:00', 3, { rule: { weekdays: [] } })).toEqual([])
  })

  test('is never offered by a shop that does not pack or roast', () => {
    expect(next('2026-10-19 08:00', 3, { calendar: { packingDays: [] } })).toEqual([])
    expect(next('2026-10-19 08:00', 3, { calendar: { roastDays: [] } })).toEqual([])
  })

  test('is computed in a moment if closures cover all years', () => {
    const long = closed('0001-01-01', '2026-10-20')
    expect(next('2026-10-19 08:00', 1, long)).toEqual(['10-26 12:00 > 10-28 > 10-29'])
    expect(on('2026-10-22', long)?.roastsOn).toBe('2026-10-21')
  })
})

test('every offered delivery of a year is after its packing, its roast day and its cut-off, in that order', () => {
  const calendar = { ...CALENDAR, closures: [{ from: '2026-07-01', to: '2026-07-12' }], restDays: 1 }
  for (const handover of ['van', 'pickup', 'parcel'] as const)
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const found = deliveryOn(calendar, { ...VAN, handover, weekdays: [] }, day)
      if (!found) continue
      expect(found.orderBy.day <= found.roastsOn! && found.roastsOn! <= found.packsOn).toBe(true)
      expect(handover === 'parcel' ? found.packsOn <= day : found.packsOn < day).toBe(true)
    }
})

test('weekdays are numbers from Monday, and other numbers are none', () => {
  expect(weekdaysOf('2,4')).toEqual(['Tue', 'Thu'])
  expect(weekdaysOf('7')).toEqual(['Sun'])
  expect(weekdaysOf('0,8,14')).toEqual([])
  expect(weekdaysOf('')).toEqual([])
})

test('a moment is before another one by day, then by time', () => {
  expect(isBefore({ day: '2026-11-02', time: '11:59' }, { day: '2026-11-02', time: '12:00' })).toBe(true)
  expect(isBefore({ day: '2026-11-02', time: '12:00' }, { day: '2026-11-02', time: '12:00' })).toBe(false)
  expect(isBefore({ day: '2026-11-03', time: '00:00' }, { day: '2026-11-02', time: '12:00' })).toBe(false)
})
