import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_LINES, MAX_QTY } from './api/orders.ts'
import { formatCents, priceCart, toCents, toDollars } from './pricing.ts'

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
  ])('Q14: of %i cents is %i, half up', (itemsCents, taxCents) => {
    expect(priceCart([{ priceCents: itemsCents, qty: 1 }], 725, 'VA').taxCents).toBe(taxCents)
  })

  test('is owed on the items alone, and in Virginia alone', () => {
    const items = [{ priceCents: 1000, qty: 2 }]
    expect(priceCart(items, 99_999, 'VA').taxCents).toBe(20)
    for (const state of ['MD', 'WV', 'DC', 'va', null]) expect(priceCart(items, 725, state).taxCents).toBe(0)
  })

  test('is the integer that half up means, whatever the amount', () => {
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

test('Q14: what the browser works out from dollars and keeps as text is what the server charges, to the cent', () => {
  fc.assert(
    fc.property(cart, ({ lines, shippingCents, state }) => {
      const server = priceCart(lines, shippingCents, state)
      // Over the wire as dollars, through local storage as JSON, shown with two decimals, sent back as text.
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

test('the order of lines, and splitting one, do not change a total', () => {
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

describe('money as people write it', () => {
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [99, '$0.99'],
    [1750, '$17.50'],
    [123_450, '$1,234.50'],
    [9_999_999, '$99,999.99'],
    [123_456_789, '$1,234,567.89'],
  ])('%i cents are %s', (amount, text) => {
    expect(formatCents(amount)).toBe(text)
  })

  test('says exactly the cents it was given', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(toCents(Number(formatCents(amount).replace(/[$,]/g, '')))).toBe(amount)
      }),
      RUNS,
    )
  })
})
