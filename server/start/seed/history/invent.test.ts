// Slow, not in `npm run check`: the invented history of the demo.
import { expect, test } from 'vitest'
import { orderNumberAt } from '#shared/checkout/order-number.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { PAY_METHODS, takesSum } from '#shared/platform/pay-methods.ts'
import { HOUR } from '#server/kernel/time/clock.ts'
import { demoProducts } from '../demo.ts'
import { inventHistory } from './invent.ts'
import { unusedNumber } from './order.ts'

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

test('on every day of three weeks, two offices wait for large bags of the coffees that are roasted to order', () => {
  const toOrder = goods.map(({ product, sizes }, index) => ({
    product: { ...product, is_roasted_to_order: index < 3 ? (1 as const) : (0 as const) },
    sizes,
  }))
  for (let day = 0; day < 21; day++) {
    const moment = new Date(now.getTime() + day * 25 * HOUR)
    const { orders, order_lines: lines } = inventHistory(moment, toOrder, [])
    const large = orders.filter(
      ({ id }) =>
        lines.filter(({ order_id, size_grams }) => order_id === id && size_grams! > 2000).length === 3,
    )
    expect(large.map(({ state }) => state)).toEqual(['paid', 'paid'])
    for (const { roasts_on: on, created_at: at } of large) {
      expect(on! >= dayOf(moment)).toBe(true)
      expect(at < moment.toISOString()).toBe(true)
    }
  }
})

test('every way to pay is in the history, PayPal most often, with the card where PayPal names one', () => {
  const { payments, orders, order_history: history } = inventHistory(now, goods, [])
  const counts = new Map(PAY_METHODS.map((method) => [method, 0]))
  const atPaypal = payments.filter(({ provider }) => provider !== 'gift-card')
  for (const { order_id: order, paid_with: method, card_brand, card_digits, captured_cents } of atPaypal) {
    counts.set(method!, counts.get(method!)! + 1)
    const hasCard = method === 'card' || method === 'apple_pay' || method === 'google_pay'
    expect([card_brand !== null, /^\d{4}$/.test(card_digits ?? '')]).toEqual([hasCard, hasCard])
    expect(takesSum(method!, captured_cents!)).toBe(true)
    const events = history.filter(({ order_id: of }) => of === order).map(({ event }) => event)
    if (method === 'card') expect(events).toContain(`Paid with ${card_brand} ending in ${card_digits}`)
  }
  const [paypal = 0, ...others] = [...counts.values()]
  expect(Math.min(...others)).toBeGreaterThan(2)
  expect(Math.max(...others)).toBeLessThan(paypal)
  expect(paypal).toBeLessThan(orders.length * 0.6)
})

test('an order gets no number that another one has', () => {
  const drawn = [7, 7, 8]
  const random = { int: () => drawn.shift()! }
  expect(unusedNumber([{ number: orderNumberAt(7) }], random)).toBe(orderNumberAt(8))
})
