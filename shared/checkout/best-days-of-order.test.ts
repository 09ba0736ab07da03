import { expect, test } from 'vitest'
import type { Order } from './api/orders.ts'
import { bestDaysOf, bestDaysOfLine } from './best-days-of-order.ts'

type Line = Order['orderItems'][number]

const line = (roastingLevel: number | null, lots: string[] = [], grind = '') =>
  ({
    coffee: roastingLevel === null ? null : { roastingLevel, bestFilter: '', bestEspresso: '', bestFor: [] },
    grind,
    lots: lots.map((roastedOn) => ({ code: roastedOn, roastedOn, qty: 1 })),
  }) as unknown as Line
const order = (orderItems: Line[], some: Partial<Order> = {}) =>
  ({
    orderItems,
    state: 'paid',
    pickup: null,
    awaitsBags: false,
    delivery: {
      roastsOn: '2026-12-02',
      shipsOn: '2026-12-03',
      arrivesFrom: '2026-12-05',
      arrivesTo: '2026-12-07',
    },
    ...some,
  }) as Order
const TODAY = '2026-12-01'

test('coffee tastes best some days after the promised roast, and from its recorded one if there is one', () => {
  expect(bestDaysOf(order([line(1)]), TODAY)).toEqual({ from: '2026-12-09', to: '2027-01-06' })
  expect(bestDaysOf(order([line(1, ['2026-12-03'])]), TODAY)).toEqual({
    from: '2026-12-10',
    to: '2027-01-07',
  })
  const pickup = { roastsOn: '2026-12-04', readyOn: '2026-12-04', from: '14:00', to: '17:00' }
  expect(bestDaysOf(order([line(5)], { pickup, delivery: null }), TODAY)?.from).toBe('2026-12-07')
})

test('coffee that was ground for espresso has the days of espresso', () => {
  expect(bestDaysOf(order([line(1, [], 'Espresso')]), TODAY)).toEqual({
    from: '2026-12-16',
    to: '2027-01-13',
  })
})

test('bags of two lots have the days that both have', () => {
  const both = line(3, ['2026-12-01', '2026-12-03'])
  expect(bestDaysOfLine(order([both]), both, TODAY)).toEqual({ from: '2026-12-08', to: '2026-12-29' })
})

test('other goods and coffee without a level or a roast day have no days, and do not hide those of other lines', () => {
  expect(bestDaysOf(order([line(null)]), TODAY)).toBeNull()
  expect(bestDaysOf(order([line(0)]), TODAY)).toBeNull()
  expect(bestDaysOf(order([line(2)], { delivery: null }), TODAY)).toBeNull()
  expect(bestDaysOf(order([line(null), line(2)]), TODAY)?.from).toBe('2026-12-09')
})

test('coffees with other days have no days in common, but each has its own', () => {
  const mixed = order([line(1), line(5)])
  expect(bestDaysOf(mixed, TODAY)).toBeNull()
  expect(mixed.orderItems.map((each) => bestDaysOfLine(mixed, each, TODAY)?.from)).toEqual([
    '2026-12-09',
    '2026-12-05',
  ])
  expect(bestDaysOf(order([line(1), line(0)]), TODAY)).toBeNull()
})

test('an order that was closed has no coffee that could taste best', () => {
  for (const state of ['cancelled', 'expired', 'refunded'] as const)
    expect(bestDaysOf(order([line(1)], { state }), TODAY)).toBeNull()
})

test('a promised roast day that has passed without a roast says nothing', () => {
  const late = order([line(1)], { awaitsBags: true })
  expect(bestDaysOf(late, '2026-12-02')).not.toBeNull()
  expect(bestDaysOf(late, '2026-12-03')).toBeNull()
})
