/** The life of a subscription, from the sign-up to the cancellation, with a clock that moves day by day. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import {
  deliveriesOf,
  live,
  mailsAbout,
  offerSubscriptions,
  subscribed,
  toMorning,
} from './subscriptions.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  toMorning(shop)
  await offerSubscriptions(shop)
})
afterAll(() => shop.close())

const bean = (stock = 500) => shop.sell({ priceCents: 1850, stock })

test('three renewals are made, charged and dated, each once, at the price of the terms', async () => {
  const buyer = await signedIn(shop)
  const { id } = await subscribed(shop, buyer, [{ _id: await bean(), qty: 1, subscribe: { weeks: 1 } }])
  await live(shop, 24)
  const made = await deliveriesOf(shop, id)
  expect(made.map(({ number, state, order_state }) => [number, state, order_state])).toEqual([
    [1, 'paid', 'paid'],
    [2, 'paid', 'paid'],
    [3, 'paid', 'paid'],
    [4, 'paid', 'paid'],
  ])
  for (const each of made)
    expect(each).toMatchObject({ items_cents: 1665, discount_cents: 185, tax_cents: 17 })
  const days = made.map(({ roasts_on: on }) => Date.parse(on!) / 86_400_000)
  expect(
    days
      .slice(1)
      .map((day, index) => day - days[index]!)
      .every((gap) => gap >= 4 && gap <= 10),
  ).toBe(true)
  expect((await mailsAbout(shop, id)).filter((kind) => kind === 'notice').length).toBeGreaterThanOrEqual(3)
  expect((await mailsAbout(shop, id))[0]).toBe('started')
})
