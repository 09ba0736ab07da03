import { expect, test } from 'vitest'
import { dayOf } from '#shared/dates.ts'
import { demoProducts } from '../demo.ts'
import { inventHistory } from './invent.ts'

const now = new Date('2026-11-23T15:00:00Z')
const goods = demoProducts({ now: () => now })

test('the same moment and goods give the same history', () => {
  expect(inventHistory(now, goods, ['Espresso'])).toEqual(inventHistory(now, goods, ['Espresso']))
})

test('Sundays and Mondays have the most orders, and the second month more than the first', () => {
  const { orders } = inventHistory(now, goods, ['Espresso'])
  const byWeekday = [0, 0, 0, 0, 0, 0, 0]
  for (const { created_at: at } of orders)
    byWeekday[Temporal.PlainDate.from(dayOf(new Date(at))).dayOfWeek - 1]!++
  const [monday = 0, , wednesday = 0, , , , sunday = 0] = byWeekday
  expect(Math.min(monday, sunday)).toBeGreaterThan(wednesday)
  const middle = '2026-10-24T15:00:00Z'
  const late = orders.filter(({ created_at: at }) => at > middle)
  expect(late.length).toBeGreaterThan(orders.length / 2)
})

test('nothing is later than now, in any month and at any hour', () => {
  for (const moment of ['2026-11-23T15:00:00Z', '2026-03-08T07:30:00Z', '2026-07-05T03:59:59Z']) {
    const { orders, reviews, messages, refunds } = inventHistory(new Date(moment), goods, [])
    const latest = new Date(moment).toISOString()
    const times = orders.flatMap(({ created_at, paid_at, shipped_at, delivered_at, closed_at }) =>
      [created_at, paid_at, shipped_at, delivered_at, closed_at].filter(
        (at) => at !== null && at !== undefined,
      ),
    )
    const others = [...reviews, ...messages, ...refunds].map(({ created_at: at }) => at)
    expect([...times, ...others].filter((at) => at > latest)).toEqual([])
  }
})
