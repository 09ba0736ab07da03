import { expect, test } from 'vitest'
import { priceCart } from '#shared/kernel/pricing.ts'
import { divideShare } from './price.ts'

const TAX = { state: 'VA', thousandths: 1000 }

test('coffee, tax and shipping add up to the price of a delivery for every price, with and without tax', () => {
  for (const state of ['VA', 'MD'])
    for (let goods = 1; goods <= 6000; goods += 7)
      for (const extra of [0, 1, 8, 800]) {
        const divided = divideShare({ share_cents: goods + extra, goods_cents: goods }, state, TAX)
        const { totalCents } = priceCart(
          [{ priceCents: divided.goods, qty: 1 }],
          divided.shipping,
          state,
          TAX,
        )
        expect(totalCents).toBe(goods + extra)
        expect(divided.goods).toBeGreaterThan(0)
        expect(divided.shipping).toBeGreaterThanOrEqual(0)
        // Without tax, all of the coffee is paid.
        if (state === 'MD') expect(divided).toEqual({ goods, shipping: extra })
      }
})
