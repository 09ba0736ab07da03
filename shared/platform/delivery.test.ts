import { describe, expect, test } from 'vitest'
import {
  deliveryOf,
  deliveryText,
  HORIZON,
  promiseText,
  type Delivery,
  type RoastCalendar,
  isCarrierHoliday,
  mostHandlingDays,
} from './delivery.ts'
import { addDays, rangeText } from '#shared/kernel/days.ts'

const CALENDAR: RoastCalendar = {
  roastDays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  packingDays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  cutOff: '15:00',
  restDays: 0,
  closures: [],
  transitDays: { min: 3, max: 5 },
}

type Options = { hasCoffee?: boolean; carrierDays?: number | null } & Partial<RoastCalendar>

function at(now: string, { hasCoffee = true, carrierDays = null, ...changes }: Options = {}) {
  const [day = '', time = ''] = now.split(' ')
  return deliveryOf({ calendar: { ...CALENDAR, ...changes }, now: { day, time }, hasCoffee, carrierDays })
}

/** A text with common spaces. */
const said = (text: string) => text.replaceAll('\u00a0', ' ')

/** 'roast day, ship day, first and last day of arrival'. */
function days(now: string, options?: Options): string {
  const { roastsOn, shipsOn, arrivesFrom, arrivesTo } = at(now, options) as Delivery
  return [roastsOn, shipsOn, arrivesFrom, arrivesTo].map((day) => day?.slice(5) ?? 'none').join(' ')
}

test('the day before Thanksgiving: roasted on the holiday, shipped on Friday, no delivery on a Sunday', () => {
  const delivery = at('2026-11-25 14:59')
  expect(deliveryText(delivery, '2026-11-25').replaceAll('\u00a0', ' ')).toBe(
    'Order by 3 PM ET today: roasts tomorrow, ships Fri, arrives Mon, Nov 30 – Wed, Dec 2.',
  )
  expect(delivery).toMatchObject({ orderBy: { day: '2026-11-25', time: '15:00' } })
})

describe('the cut-off', () => {
  test('is on the last packing day before the roast day, to the minute', () => {
    expect(days('2026-11-16 14:59')).toBe('11-17 11-17 11-20 11-23')
    expect(days('2026-11-16 15:00')).toBe('11-18 11-18 11-21 11-23')
  })

  test('for Monday is on Friday, so an order on Saturday or Sunday is roasted on Tuesday', () => {
    expect(days('2026-11-13 14:00')).toBe('11-16 11-16 11-19 11-21')
    for (const now of ['2026-11-13 15:00', '2026-11-14 09:00', '2026-11-15 23:59'])
      expect(days(now)).toBe('11-17 11-17 11-20 11-23')
    expect(at('2026-11-14 09:00')).toMatchObject({ orderBy: { day: '2026-11-16', time: '15:00' } })
  })

  test('is exact just after and just before midnight', () => {
    expect(days('2026-11-16 00:00')).toBe('11-17 11-17 11-20 11-23')
    expect(days('2026-11-16 23:59', { cutOff: '00:00' })).toBe('11-18 11-18 11-21 11-23')
    expect(days('2026-11-16 23:58', { cutOff: '23:59' })).toBe('11-17 11-17 11-20 11-23')
  })

  test('is never in the past, and one minute later the dates are never earlier', () => {
    let last = ''
    for (let minute = 0; minute < 9 * 24 * 60; minute += 7) {
      const moment = new Date(Date.UTC(2026, 11, 21) + minute * 60_000).toISOString()
      const now = { day: moment.slice(0, 10), time: moment.slice(11, 16) }
      const found = deliveryOf({
        calendar: { ...CALENDAR, roastDays: ['Mon', 'Thu'] },
        now,
        hasCoffee: true,
      }) as Delivery
      expect(`${found.orderBy.day} ${found.orderBy.time}` > `${now.day} ${now.time}`).toBe(true)
      expect(found.shipsOn >= last).toBe(true)
      expect(found.roastsOn! > now.day).toBe(true)
      last = found.shipsOn
    }
  })
})

describe('roast days and packing days', () => {
  test('only on some weekdays', () => {
    const some = { roastDays: ['Mon', 'Thu'] as const }
    expect(days('2026-11-16 14:00', some)).toBe('11-19 11-19 11-23 11-24')
    expect(days('2026-11-19 14:00', some)).toBe('11-23 11-23 11-27 11-28')
  })

  test('coffee rests, and is then packed on the next packing day', () => {
    expect(days('2026-11-16 14:00', { restDays: 1 })).toBe('11-17 11-18 11-21 11-23')
    expect(days('2026-11-12 14:00', { restDays: 1 })).toBe('11-13 11-16 11-19 11-21')
  })

  test('roasting on a Saturday ships on Monday', () => {
    const saturday = { roastDays: ['Sat'] as const }
    expect(days('2026-11-13 14:59', saturday)).toBe('11-14 11-16 11-19 11-21')
    expect(days('2026-11-13 15:01', saturday)).toBe('11-21 11-23 11-27 11-28')
  })

  test('goods that are not roasted ship on the next packing day; coffee decides about a mixed cart', () => {
    const some = { roastDays: ['Thu'] as const }
    expect(days('2026-11-16 14:00', { ...some, hasCoffee: false })).toBe('none 11-17 11-20 11-23')
    expect(days('2026-11-16 15:00', { ...some, hasCoffee: false })).toBe('none 11-18 11-21 11-23')
    const [mixed, mug] = [at('2026-11-16 14:00', some), at('2026-11-16 14:00', { hasCoffee: false })]
    expect((mixed as Delivery).shipsOn > (mug as Delivery).shipsOn).toBe(true)
  })
})

test('an order just after the cut-off waits for the next roast day, counted in packing days, and rests', () => {
  expect(mostHandlingDays(CALENDAR)).toBe(1)
  expect(mostHandlingDays({ ...CALENDAR, roastDays: ['Tue'] })).toBe(5)
  expect(mostHandlingDays({ ...CALENDAR, roastDays: ['Tue', 'Thu'], restDays: 2 })).toBe(5)
  expect(mostHandlingDays({ ...CALENDAR, roastDays: [] })).toBe(1)
})

describe('closures', () => {
  test('move the roast day, the packing day, and the cut-off before them', () => {
    const away = { closures: [{ from: '2026-11-17', to: '2026-11-18' }] }
    expect(days('2026-11-16 14:00', away)).toBe('11-19 11-19 11-23 11-24')
    expect(at('2026-11-16 14:00', away)).toMatchObject({ orderBy: { day: '2026-11-16' } })
    // After this cut-off the shop is closed until Thursday, so the next cut-off is on Thursday.
    expect(at('2026-11-17 09:00', away)).toMatchObject({
      roastsOn: '2026-11-20',
      orderBy: { day: '2026-11-19' },
    })
  })

  test('that begin after the roast day delay the packing', () => {
    const away = { restDays: 2, closures: [{ from: '2026-11-19', to: '2026-11-20' }] }
    expect(days('2026-11-16 14:00', away)).toBe('11-17 11-23 11-27 11-28')
  })

  test('that overlap, lie in the past, or are a single day', () => {
    const closures = [
      { from: '2020-01-01', to: '2020-12-31' },
      { from: '2026-11-17', to: '2026-11-17' },
      { from: '2026-11-16', to: '2026-11-17' },
    ]
    expect(days('2026-11-13 14:00', { closures })).toBe('11-18 11-18 11-21 11-23')
  })
})

describe('arrival', () => {
  test('uses the number of days that the carrier gives, and the same range of days as without it', () => {
    expect(days('2026-11-16 14:00', { carrierDays: 2 })).toBe('11-17 11-17 11-19 11-21')
    expect(days('2026-11-16 14:00', { carrierDays: 0 })).toBe('11-17 11-17 11-17 11-19')
    expect(days('2026-11-16 14:00', { transitDays: { min: 4, max: 4 } })).toBe('11-17 11-17 11-21 11-21')
  })

  test('is never on a Sunday or a holiday of the carrier', () => {
    for (let count = 0; count < 800; count++) {
      const found = at(`${addDays('2026-01-01', count)} 10:00`) as Delivery
      for (const day of [found.arrivesFrom, found.arrivesTo, found.shipsOn]) {
        expect(isCarrierHoliday(day)).toBe(false)
        expect(new Date(`${day}T00:00:00Z`).getUTCDay()).not.toBe(0)
      }
      expect(found.arrivesFrom <= found.arrivesTo).toBe(true)
      expect(found.arrivesFrom > found.shipsOn).toBe(true)
    }
  })

  test('goes over the end of the year', () => {
    expect(at('2026-12-30 14:00')).toMatchObject({
      roastsOn: '2026-12-31',
      shipsOn: '2026-12-31',
      arrivesFrom: '2027-01-04',
      arrivesTo: '2027-01-05',
    })
  })

  test('does not depend on daylight saving, which ends and begins on a Sunday', () => {
    expect(days('2026-10-30 14:00')).toBe('11-02 11-02 11-05 11-07')
    expect(days('2026-03-06 14:00')).toBe('03-09 03-09 03-12 03-14')
  })
})

describe('without a date, the text says why', () => {
  test.each<[string, Options, string]>([
    ['no roast days', { roastDays: [] }, 'no roast days planned'],
    ['no packing days', { packingDays: [] }, 'not shipping right now'],
    ['no packing days, goods', { packingDays: [], hasCoffee: false }, 'not shipping right now'],
    ['a long closure', { closures: [{ from: '2026-11-01', to: '2027-06-01' }] }, `next ${HORIZON} days`],
    ['a long rest', { restDays: 90 }, `next ${HORIZON} days`],
  ])('%s', (_, options, reason) => {
    const found = at('2026-11-16 14:00', options)
    expect(found).toEqual({ problem: expect.any(String) })
    expect(deliveryText(found, '2026-11-16')).toContain(reason)
  })

  test('but goods that are not roasted need no roast day', () => {
    expect(days('2026-11-16 14:00', { roastDays: [], hasCoffee: false })).toBe('none 11-17 11-20 11-23')
  })
})

test('the federal holidays of two years', () => {
  const found = Array.from({ length: 730 }, (_, count) => addDays('2026-01-01', count)).filter(
    isCarrierHoliday,
  )
  expect(found.join(' ')).toBe(
    [
      '2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-04 2026-09-07',
      '2026-10-12 2026-11-11 2026-11-26 2026-12-25 2027-01-01 2027-01-18 2027-02-15',
      '2027-05-31 2027-06-19 2027-07-04 2027-07-05 2027-09-06 2027-10-11 2027-11-11',
      '2027-11-25 2027-12-25',
    ].join(' '),
  )
})

test('texts name near days by their weekday, and far days by their date', () => {
  const promised = {
    roastsOn: '2026-11-19',
    shipsOn: '2026-11-19',
    arrivesFrom: '2026-11-23',
    arrivesTo: '2026-11-23',
  }
  expect(said(promiseText(promised, '2026-11-16'))).toBe('roasts and ships Thu, arrives Mon, Nov 23')
  expect(said(promiseText(promised, '2026-11-18'))).toBe('roasts and ships tomorrow, arrives Mon, Nov 23')
  expect(said(promiseText(promised, '2026-11-01'))).toBe('roasts and ships Thu, Nov 19, arrives Mon, Nov 23')
  expect(said(promiseText(promised, '2026-12-01'))).toBe('roasts and ships Thu, Nov 19, arrives Mon, Nov 23')
  expect(said(promiseText({ ...promised, roastsOn: null }, null))).toBe(
    'ships Thu, Nov 19, arrives Mon, Nov 23',
  )
  expect(said(rangeText('2026-12-31', '2027-01-02'))).toBe('Thu, Dec 31 – Sat, Jan 2')
  const order = (cutOff: string) => said(deliveryText(at('2026-11-14 09:00', { cutOff }), '2026-11-14'))
  expect(order('09:30')).toContain('Order by 9:30 AM ET Mon:')
  expect(order('12:00')).toContain('Order by 12 PM ET Mon:')
  expect(order('00:05')).toContain('Order by 12:05 AM ET Mon:')
})
