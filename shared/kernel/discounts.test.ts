import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_LINES, MAX_QTY } from '#shared/platform/api/cart-lines.ts'
import { discountLines, listPriceOf, netPriceOf, type CartLine, type Discount } from './discounts.ts'
import { priceCart } from './pricing.ts'
import { piecesOf, priceRefund, type RefundParts, splitRefund, sumRefunds } from './refunds.ts'

const cents = fc.integer({ min: 0, max: 99_999 })
const plain = fc.record({ priceCents: cents, qty: fc.integer({ min: 1, max: MAX_QTY }) })
const line: fc.Arbitrary<CartLine> = fc
  .record({ of: plain, isCovered: fc.boolean(), ownPercent: fc.constantFrom(0, 0, 5, 10) })
  .map(({ of, isCovered, ownPercent }) => ({
    ...of,
    isCovered,
    discountCents: Math.floor((of.priceCents * of.qty * ownPercent) / 100),
  }))
const discount: fc.Arbitrary<Discount> = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 1, max: 100_000 }) }),
  fc.constant({ kind: 'shipping' as const }),
)
const cart = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: MAX_LINES, size: 'small' }),
  discount,
  shippingCents: fc.integer({ min: 0, max: 20_000 }),
  state: fc.constantFrom('VA', 'MD'),
})
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

describe('a discount', () => {
  test('is divided among the covered lines to the cent, and a line gets the larger of its discounts', () => {
    fc.assert(
      fc.property(cart, ({ lines, discount: wanted }) => {
        const own = discountLines(lines, null)
        const both = discountLines(lines, wanted)
        const code = discountLines(
          lines.map((each) => ({ ...each, discountCents: 0 })),
          wanted,
        )
        const covered = sum(lines.map((each) => (each.isCovered ? listPriceOf(each) : 0)))
        const exact =
          wanted.kind === 'percent'
            ? Math.floor((covered * wanted.percent + 50) / 100)
            : wanted.kind === 'amount'
              ? Math.min(wanted.cents, covered)
              : 0
        expect(sum(code)).toBe(exact)
        lines.forEach((each, index) => {
          expect(Number.isSafeInteger(both[index])).toBe(true)
          expect(both[index]).toBe(Math.max(own[index]!, code[index]!))
          expect(both[index]).toBeLessThanOrEqual(listPriceOf(each))
          if (!each.isCovered) expect(code[index]).toBe(0)
        })
      }),
      { numRuns: 3000 },
    )
  })

  test('of more than a million dollars is divided to the cent', () => {
    const large = [
      { priceCents: 94_849, qty: 767 },
      { priceCents: 31_039, qty: 1 },
      { priceCents: 62_790, qty: 249 },
      { priceCents: 89_871, qty: 697 },
    ]
    expect(discountLines(large, { kind: 'percent', percent: 100 })).toEqual(large.map(listPriceOf))
  })

  test('of a line is its exact share, rounded up or down', () => {
    fc.assert(
      fc.property(cart, ({ lines, discount: wanted }) => {
        fc.pre(wanted.kind === 'amount')
        const only = lines.map(({ priceCents, qty }) => ({ priceCents, qty }))
        const whole = sum(only.map(listPriceOf))
        fc.pre(whole > 0)
        const amount = Math.min(wanted.kind === 'amount' ? wanted.cents : 0, whole)
        const shares = discountLines(only, wanted)
        only.forEach((each, index) =>
          expect(Math.abs(shares[index]! - (amount * listPriceOf(each)) / whole)).toBeLessThan(1),
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('lowers the taxed amount, and free shipping does not change the items', () => {
    fc.assert(
      fc.property(cart, ({ lines, discount: wanted, shippingCents, state }) => {
        const totals = priceCart(lines, shippingCents, state, undefined, wanted)
        const whole = sum(lines.map(listPriceOf))
        expect(totals.itemsCents + totals.discountCents).toBe(whole)
        expect(totals.taxCents).toBe(state === 'VA' ? Math.floor((totals.itemsCents + 50) / 100) : 0)
        expect(totals.shippingCents).toBe(wanted.kind === 'shipping' ? 0 : shippingCents)
        expect(totals.totalCents).toBe(totals.itemsCents + totals.shippingCents + totals.taxCents)
      }),
      { numRuns: 2000 },
    )
  })

  test('of 10% takes $1.85 off one bag that costs $18.50, and rounds half a cent up', () => {
    const tenPercent = { kind: 'percent', percent: 10 } as const
    expect(discountLines([{ priceCents: 1850, qty: 1 }], tenPercent)).toEqual([185])
    expect(discountLines([{ priceCents: 1855, qty: 1 }], tenPercent)).toEqual([186])
    const lines = [
      { priceCents: 333, qty: 1 },
      { priceCents: 333, qty: 1 },
      { priceCents: 334, qty: 1 },
    ]
    expect(discountLines(lines, { kind: 'amount', cents: 100 })).toEqual([33, 33, 34])
    expect(discountLines(lines, { kind: 'amount', cents: 5000 })).toEqual([333, 333, 334])
  })
})

describe('refunds of discounted lines', () => {
  type Step = { at: number; qty: number; fails: boolean }
  const steps = fc.array(
    fc.record({ at: fc.nat({ max: 9 }), qty: fc.integer({ min: 1, max: 7 }), fails: fc.boolean() }),
    { maxLength: 12 },
  )
  const order = fc.record({
    lines: fc.array(
      fc.record({
        of: fc.record({ priceCents: cents, qty: fc.integer({ min: 1, max: 12 }) }),
        part: fc.integer({ min: 0, max: 1000 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    state: fc.constantFrom('VA', 'MD'),
    shippingCents: fc.integer({ min: 0, max: 2000 }),
  })

  /** Refunds pieces of lines, at most as many as each line has. Returns what was refunded per line. */
  function refundSteps(
    lines: CartLine[],
    taken: readonly Step[],
    refund: (line: CartLine, cents: number) => void,
  ) {
    const before = lines.map(() => ({ qty: 0, cents: 0 }))
    for (const { at, qty: wanted } of taken) {
      const index = at % lines.length
      const qty = Math.min(wanted, lines[index]!.qty - before[index]!.qty)
      if (qty <= 0) continue
      const pieces = piecesOf(lines[index]!, before[index]!, qty)
      before[index] = { qty: before[index]!.qty + qty, cents: before[index]!.cents + netPriceOf(pieces) }
      refund(pieces, netPriceOf(pieces))
    }
    return before
  }

  test('in any order and in any parts leave exactly 0', () => {
    fc.assert(
      fc.property(order, steps, ({ lines: given, state, shippingCents }, some) => {
        const lines = given.map(({ of, part }) => ({
          ...of,
          discountCents: Math.floor((listPriceOf(of) * part) / 1000),
        }))
        const totals = priceCart(lines, shippingCents, state)
        fc.pre(totals.totalCents > 0)
        const refunds: RefundParts[] = []
        const all = lines.map((_, at) => ({ at, qty: 12, fails: false }))
        const before = refundSteps(lines, [...some, ...all], (pieces) => {
          const choice = { lines: [pieces], shippingCents: 0, goodwillCents: 0 }
          refunds.push(priceRefund(totals, sumRefunds(refunds), choice))
        })
        expect(before.map(({ cents: back }) => back)).toEqual(lines.map(netPriceOf))
        const last = { lines: [], shippingCents: 'all', goodwillCents: 0 } as const
        refunds.push(priceRefund(totals, sumRefunds(refunds), last))
        expect(sumRefunds(refunds)).toEqual({
          goodsCents: totals.itemsCents,
          taxCents: totals.taxCents,
          shippingCents: totals.shippingCents,
          goodwillCents: 0,
          totalCents: totals.totalCents,
        })
      }),
      { numRuns: 3000 },
    )
  })

  test('never give back more than was paid for a line, even if refunds fail and are repeated', () => {
    fc.assert(
      fc.property(order, steps, ({ lines: given }, some) => {
        const { of, part } = given[0]!
        const whole = { ...of, discountCents: Math.floor((listPriceOf(of) * part) / 1000) }
        let left: { qty: number; cents: number; fails: boolean }[] = []
        for (let round = 0; round < 3; round++) {
          for (const { qty: wanted, fails } of [...some, { qty: 12, fails: false }]) {
            const before = {
              qty: sum(left.map((each) => each.qty)),
              cents: sum(left.map((each) => each.cents)),
            }
            const qty = Math.min(wanted, whole.qty - before.qty)
            if (qty <= 0) continue
            left.push({ qty, cents: netPriceOf(piecesOf(whole, before, qty)), fails })
            expect(sum(left.map((each) => each.cents))).toBeLessThanOrEqual(netPriceOf(whole))
          }
          if (round < 2) left = left.filter(({ fails }) => !fails)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('of amounts without items leave exactly 0 too', () => {
    fc.assert(
      fc.property(cart, fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 6 }), (bought, percents) => {
        const totals = priceCart(bought.lines, bought.shippingCents, bought.state, undefined, bought.discount)
        fc.pre(totals.totalCents > 0)
        const refunds: RefundParts[] = []
        const left = () => totals.totalCents - sumRefunds(refunds).totalCents
        for (const percent of percents) {
          const amount = Math.max(1, Math.floor((left() * percent) / 100))
          if (left() > 0) refunds.push(splitRefund(totals, sumRefunds(refunds), Math.min(amount, left())))
        }
        if (left() > 0) refunds.push(splitRefund(totals, sumRefunds(refunds), left()))
        expect(sumRefunds(refunds)).toMatchObject({
          goodsCents: totals.itemsCents,
          taxCents: totals.taxCents,
          shippingCents: totals.shippingCents,
          goodwillCents: 0,
        })
      }),
      { numRuns: 1000 },
    )
  })
})
