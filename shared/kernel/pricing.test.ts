import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_LINES, MAX_QTY } from '#shared/platform/api/cart-lines.ts'
import { priceCart, toCents, toDollars, changedPrice } from './pricing.ts'
import {
  assignRefund,
  leftToRefund,
  priceRefund,
  type RefundParts,
  splitRefund,
  spreadGoods,
  sumRefunds,
} from './refunds.ts'

const RUNS = { numRuns: 10_000 }

const cents = fc.integer({ min: 0, max: 9_999_999 })
const line = fc.record({ priceCents: cents, qty: fc.integer({ min: 1, max: MAX_QTY }) })
const cart = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: MAX_LINES, size: 'small' }),
  shippingCents: fc.integer({ min: 0, max: 20_000 }),
  state: fc.constantFrom('VA', 'MD', 'DC', null),
})

describe('tax', () => {
  test.each([
    [49, 0],
    [50, 1],
    [99, 1],
    [149, 1],
    [150, 2],
    [1850, 19],
    [1849, 18],
  ])('of %i cents is %i, rounded half up', (itemsCents, taxCents) => {
    expect(priceCart([{ priceCents: itemsCents, qty: 1 }], 725, 'VA').taxCents).toBe(taxCents)
  })

  test('is charged on the items only, and in Virginia only', () => {
    const items = [{ priceCents: 1000, qty: 2 }]
    expect(priceCart(items, 99_999, 'VA').taxCents).toBe(20)
    for (const state of ['MD', 'WV', 'DC', 'va', null]) expect(priceCart(items, 725, state).taxCents).toBe(0)
  })

  test('is rounded half up for every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (itemsCents) => {
        const { taxCents } = priceCart([{ priceCents: itemsCents, qty: 1 }], 0, 'VA')
        const exact = (BigInt(itemsCents) + 50n) / 100n
        expect(BigInt(taxCents)).toBe(exact)
      }),
      RUNS,
    )
  })
})

test('every part of a total is a whole number of cents, and they add up', () => {
  fc.assert(
    fc.property(cart, ({ lines, shippingCents, state }) => {
      const totals = priceCart(lines, shippingCents, state)
      for (const part of Object.values(totals)) expect(Number.isSafeInteger(part) && part >= 0).toBe(true)
      const items = lines.reduce((sum, { priceCents, qty }) => sum + BigInt(priceCents) * BigInt(qty), 0n)
      expect(BigInt(totals.itemsCents)).toBe(items)
      expect(totals.totalCents).toBe(totals.itemsCents + totals.shippingCents + totals.taxCents)
    }),
    RUNS,
  )
})

test('the totals that the browser computes and stores as text are the server’s totals, to the cent', () => {
  fc.assert(
    fc.property(cart, ({ lines, shippingCents, state }) => {
      const server = priceCart(lines, shippingCents, state)
      // The totals are sent as dollars, stored in local storage as JSON, shown with two decimals, and sent back as
      // text.
      const wire = JSON.stringify({
        items: lines.map(({ priceCents, qty }) => ({ price: toDollars(priceCents), qty })),
        shipping: toDollars(shippingCents),
      })
      const stored = JSON.parse(wire) as { items: { price: number; qty: number }[]; shipping: number }
      const browser = priceCart(
        stored.items.map(({ price, qty }) => ({ priceCents: toCents(price), qty })),
        toCents(stored.shipping),
        state,
      )
      expect(browser).toEqual(server)
      for (const part of Object.values(browser)) {
        expect(toCents(Number(toDollars(part).toFixed(2)))).toBe(part)
        expect(toCents(Number(String(toDollars(part))))).toBe(part)
      }
    }),
    RUNS,
  )
})

test('changing the order of lines, or splitting a line, does not change a total', () => {
  fc.assert(
    fc.property(cart, ({ lines, shippingCents, state }) => {
      const split = lines.flatMap(({ priceCents, qty }) =>
        qty > 1
          ? [
              { priceCents, qty: 1 },
              { priceCents, qty: qty - 1 },
            ]
          : [{ priceCents, qty }],
      )
      const totals = priceCart(lines, shippingCents, state)
      expect(priceCart(split.toReversed(), shippingCents, state)).toEqual(totals)
    }),
    { numRuns: 1000 },
  )
})

describe('refunds of an order', () => {
  const order = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    shippingCents: fc.integer({ min: 0, max: 20_000 }),
    state: fc.constantFrom('VA', 'MD'),
  })

  test('of all pieces, one piece at a time, add up to exactly the order’s totals, in every part', () => {
    fc.assert(
      fc.property(order, fc.integer({ min: 1, max: 5 }), ({ lines, shippingCents, state }, steps) => {
        const totals = priceCart(lines, shippingCents, state)
        fc.pre(totals.totalCents > 0)
        const choices = lines.flatMap(({ priceCents, qty }) => {
          const first = Math.min(qty, steps)
          return [first, qty - first].filter((some) => some > 0).map((some) => ({ priceCents, qty: some }))
        })
        const refunds: RefundParts[] = []
        for (const choice of choices)
          refunds.push(
            priceRefund(totals, sumRefunds(refunds), { lines: [choice], shippingCents: 0, goodwillCents: 0 }),
          )
        const sum = sumRefunds(refunds)
        expect([sum.goodsCents, sum.taxCents, sum.goodwillCents]).toEqual([
          totals.itemsCents,
          totals.taxCents,
          0,
        ])
        const last = priceRefund(totals, sum, { lines: [], shippingCents: 'all', goodwillCents: 0 })
        expect(last.shippingCents + sum.shippingCents).toBe(shippingCents)
      }),
      { numRuns: 2000 },
    )
  })

  /** A refund of pieces, of an amount, or of an amount that is assigned to pieces. */
  const step = fc.record({
    kind: fc.constantFrom('items', 'amount', 'assigned'),
    line: fc.nat({ max: 5 }),
    qty: fc.integer({ min: 1, max: 5 }),
    shipping: fc.oneof(fc.constant('all' as const), fc.integer({ min: 0, max: 5000 })),
    goodwillCents: fc.integer({ min: 0, max: 500 }),
    percent: fc.integer({ min: 1, max: 60 }),
  })

  test('of any kind and in any order never exceed a part of the order, and can refund all of it in the end', () => {
    fc.assert(
      fc.property(order, fc.array(step, { maxLength: 8 }), ({ lines, shippingCents, state }, steps) => {
        const totals = priceCart(lines, shippingCents, state)
        fc.pre(totals.totalCents > 0)
        const refunds: RefundParts[] = []
        for (const { kind, line: at, qty, shipping, goodwillCents, percent } of steps) {
          const before = sumRefunds(refunds)
          const left = leftToRefund(totals, before)
          if (left.totalCents === 0) break
          const { priceCents } = lines[at % lines.length]!
          const choice = { lines: [{ priceCents, qty }], shippingCents: shipping }
          const amount = Math.max(1, Math.floor((left.totalCents * percent) / 100))
          const refund =
            kind === 'items'
              ? priceRefund(totals, before, { ...choice, goodwillCents })
              : kind === 'amount'
                ? splitRefund(totals, before, amount)
                : assignRefund(totals, before, amount, choice)
          expect(refund.goodsCents + refund.taxCents + refund.shippingCents + refund.goodwillCents).toBe(
            refund.totalCents,
          )
          expect(refund.totalCents).toBeLessThanOrEqual(left.totalCents)
          for (const part of [refund.goodsCents, refund.taxCents, refund.shippingCents])
            expect(Number.isSafeInteger(part) && part >= 0).toBe(true)
          refunds.push(refund)
        }
        const before = sumRefunds(refunds)
        const rest = leftToRefund(totals, before).totalCents
        const all = rest > 0 ? sumRefunds([before, splitRefund(totals, before, rest)]) : before
        expect(all).toEqual({
          goodsCents: totals.itemsCents,
          taxCents: totals.taxCents,
          shippingCents: totals.shippingCents,
          goodwillCents: 0,
          totalCents: totals.totalCents,
        })
      }),
      { numRuns: 5000 },
    )
  })

  test('are distributed over their lines to the cent', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), cents, (lines, goodsCents) => {
        const whole = lines.reduce((sum, { priceCents, qty }) => sum + priceCents * qty, 0)
        const spread = spreadGoods(goodsCents, lines)
        expect(spread.reduce((sum, each) => sum + each, 0)).toBe(Math.min(goodsCents, whole))
        spread.forEach((each, index) => {
          expect(each).toBeGreaterThanOrEqual(0)
          expect(each).toBeLessThanOrEqual(lines[index]!.priceCents * lines[index]!.qty)
        })
      }),
      { numRuns: 2000 },
    )
  })
})

const to = (price: number, ending: 0 | 50 | 95) => changedPrice(price, { cents: 0, ending })

describe('a change of prices', () => {
  test('is in percent or cents, half up', () => {
    expect(changedPrice(1850, { hundredths: 1000, ending: null })).toBe(2035)
    expect(changedPrice(1001, { hundredths: 5000, ending: null })).toBe(1502)
    expect(changedPrice(1001, { hundredths: -5000, ending: null })).toBe(501)
    expect(changedPrice(1850, { cents: -100, ending: null })).toBe(1750)
    expect(changedPrice(50, { cents: -100, ending: null })).toBe(-50)
  })

  test('ends at the nearest price with the wanted cents, the higher of two, and never below zero', () => {
    expect([to(1949, 0), to(1950, 0), to(1900, 0)]).toEqual([1900, 2000, 1900])
    expect([to(1999, 50), to(2000, 50), to(2050, 50)]).toEqual([1950, 2050, 2050])
    expect([to(2044, 95), to(2045, 95), to(1995, 95)]).toEqual([1995, 2095, 1995])
    expect([to(10, 95), to(0, 50), to(20, 0)]).toEqual([95, 50, 0])
  })

  test('goes in its own direction with every ending', () => {
    expect(changedPrice(40, { hundredths: -1000, ending: 95 })).toBe(-5)
    expect(changedPrice(1990, { hundredths: -10, ending: 95 })).toBe(1895)
    expect(changedPrice(1995, { hundredths: -100, ending: 95 })).toBe(1995)
    expect(changedPrice(1800, { hundredths: 100, ending: 95 })).toBe(1895)
  })
})
