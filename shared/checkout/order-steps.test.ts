import { expect, test } from 'vitest'
import type { Order } from './api/orders.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { stepsOf } from './order-steps.ts'

const PLACED = '2026-11-25T15:00:00.000Z'
const order = (some: Partial<Order>): Order =>
  ({
    state: 'paid',
    createdAt: PLACED,
    isReplacement: false,
    isPaid: some.paidAt !== null,
    paidAt: PLACED,
    shippedAt: null,
    deliveredAt: null,
    closedAt: null,
    parcel: null,
    orderItems: [{ coffee: null, lots: [] }],
    delivery: {
      roastsOn: '2026-11-26',
      shipsOn: '2026-11-27',
      arrivesFrom: '2026-11-30',
      arrivesTo: '2026-12-02',
    },
    ...some,
  }) as Order

/** 'Ordered Wed, Nov 25 done' for each step. */
const steps = (some: Partial<Order>, today = '2026-11-25') =>
  stepsOf(order(some), { today, format: (at, format) => formatDate(at, format, 'UTC') }).map(
    ({ name, text, state }) => [name, text, state].filter(Boolean).join(' | '),
  )

test('a paid order names the days of roasting, shipping and arrival', () => {
  expect(steps({})).toEqual([
    'Ordered | Wed, Nov 25 | done',
    'Paid | Wed, Nov 25 | done',
    'Roasts | Thu, Nov 26 | next',
    'Ships | Fri, Nov 27 | next',
    'Arrives | Mon,\u00a0Nov\u00a030\u00a0– Wed,\u00a0Dec\u00a02 | next',
  ])
})

test('roasting is the current step on the roast day and done after it, and a late parcel is called late', () => {
  expect(steps({}, '2026-11-26')[2]).toBe('Roasts | Today | now')
  expect(steps({}, '2026-11-27').slice(2, 4)).toEqual(['Roasted | Thu, Nov 26 | done', 'Ships | Today | now'])
  expect(steps({}, '2026-11-28')[3]).toBe('Ships | Late: it was Fri, Nov 27 | now')
})

test('coffee that is roasted to order has its recorded day, and no step says that it was roasted before that', () => {
  const waiting = { roastedOn: null, awaitsBags: true }
  expect(steps(waiting, '2026-11-26')[2]).toBe('Roasts | Today | now')
  expect(steps(waiting, '2026-11-27')[2]).toBe('Roasts | Thu, Nov 26 | now')
  expect(steps({ ...waiting, state: 'shipped', shippedAt: PLACED }, '2026-11-27').slice(2)).toEqual([
    'Shipped | Wed, Nov 25 | done',
    'Arrives | Mon,\u00a0Nov\u00a030\u00a0– Wed,\u00a0Dec\u00a02 | now',
  ])
  const recorded = {
    roastedOn: '2026-11-27',
    awaitsBags: false,
    state: 'shipped' as const,
    shippedAt: PLACED,
  }
  expect(steps(recorded, '2026-11-28')[2]).toBe('Roasted | Fri, Nov 27 | done')
})

test('an unpaid order waits for its payment, and no later step is done', () => {
  for (const state of ['pending', 'capturing'] as const) {
    const [, payment, ...later] = steps({ state, paidAt: null }, '2026-11-29')
    expect(payment).toMatch(/^Payment \| .* \| now$/)
    expect(later.map((step) => step.split(' | ').at(-1))).toEqual(['next', 'next', 'next'])
  }
})

test('an order for pickup is ready on its day, and is then picked up at the bar', () => {
  const pickup = { roastsOn: '2026-11-26', readyOn: '2026-11-27', from: '14:00', to: '17:00' }
  const atTheBar = { isPickup: true, delivery: null, pickup, readyAt: null, keptUntil: null }
  expect(steps(atTheBar, '2026-11-26').slice(2)).toEqual([
    'Roasts | Today | now',
    'Ready | Fri, Nov 27, from 2\u00a0pm | next',
    'Pick up | At the bar | next',
  ])
  expect(steps(atTheBar, '2026-11-28').slice(3, 4)).toEqual(['Ready | Late: it was Fri, Nov 27 | now'])
  const ready = { ...atTheBar, readyAt: '2026-11-27T18:00:00.000Z', keptUntil: '2026-12-11' }
  expect(steps(ready, '2026-11-28').slice(2)).toEqual([
    'Roasted | Thu, Nov 26 | done',
    'Ready | Fri, Nov 27 | done',
    'Pick up | At the bar, until Fri, Dec 11 | now',
  ])
  const handedOver = { ...ready, state: 'delivered', deliveredAt: '2026-11-28T18:00:00.000Z' } as const
  expect(steps(handedOver).at(-1)).toBe('Picked up | Sat, Nov 28 | done')
})

test('the next step of a shipped order is the arrival, unless its parcel comes back', () => {
  const shipped = { state: 'shipped', shippedAt: '2026-11-27T20:00:00.000Z' } as const
  expect(steps(shipped, '2026-11-28').slice(2)).toEqual([
    'Roasted | Thu, Nov 26 | done',
    'Shipped | Fri, Nov 27 | done',
    'Arrives | Mon,\u00a0Nov\u00a030\u00a0– Wed,\u00a0Dec\u00a02 | now',
  ])
  const parcel = { state: 'returned', words: '', at: null } as const
  expect(steps({ ...shipped, parcel }).at(-1)).toBe('Arrives | On its way back to us | stopped')
})

test('a delivered order is done, even if it was never marked shipped', () => {
  const delivered = { state: 'delivered', deliveredAt: '2026-11-30T20:00:00.000Z' } as const
  expect(steps(delivered).map((step) => step.split(' | ').at(-1))).toEqual(Array(5).fill('done'))
})

test('a closed order ends with the reason, after the steps that were done', () => {
  const closedAt = '2026-11-28T12:00:00.000Z'
  expect(steps({ state: 'cancelled', paidAt: null, closedAt })).toEqual([
    'Ordered | Wed, Nov 25 | done',
    'Canceled | Sat, Nov 28 | stopped',
  ])
  expect(steps({ state: 'expired', paidAt: null, closedAt }).at(-1)).toBe(
    'Time to pay ended | Sat, Nov 28 | stopped',
  )
  expect(
    steps({ state: 'refunded', closedAt, shippedAt: '2026-11-27T20:00:00.000Z' }).map((step) =>
      step.slice(0, 8),
    ),
  ).toEqual(['Ordered ', 'Paid | W', 'Shipped ', 'Refunded'])
})

test('an order without dates says that we write to the buyer, and a replacement has no payment', () => {
  expect(steps({ delivery: null, isReplacement: true })).toEqual([
    'Replacement | Wed, Nov 25 | done',
    'Ships | We write to you with the day | next',
    'Arrives | next',
  ])
})

test('coffee tastes best after its roast, which is the last step until these days are over', () => {
  const orderItems = [{ coffee: { roastingLevel: 3 }, lots: [] }] as unknown as Order['orderItems']
  expect(steps({ orderItems }).at(-1)).toBe('Tastes best | Dec\u00a01 – Dec\u00a024 | next')
  const arrived = { orderItems, state: 'delivered', deliveredAt: '2026-12-01T20:00:00.000Z' } as const
  expect(steps(arrived, '2026-12-02').slice(-2)).toEqual([
    'Arrived | Tue, Dec 1 | done',
    'Tastes best | Dec\u00a01 – Dec\u00a024 | now',
  ])
  expect(steps(arrived, '2026-12-25').at(-1)).toBe('Arrived | Tue, Dec 1 | done')
  expect(steps({ orderItems, state: 'expired', paidAt: null }).at(-1)).not.toContain('Tastes best')
})
