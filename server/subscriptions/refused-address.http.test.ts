/** The carrier refuses the address of one subscription each time. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { ShippoRefused } from '#server/providers/shippo/http.ts'
import { deliveriesOf, passDays, offerSubscriptions, subscribed, toMorning } from './subscriptions.testing.ts'

const REFUSED_ZIP = '22185'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({
    providers: (real) => ({
      ...real,
      shipping: {
        ...real.shipping,
        quoteGround: (request) =>
          request.to.zip === REFUSED_ZIP
            ? Promise.reject(new ShippoRefused(400, { detail: 'Invalid address' }))
            : real.shipping.quoteGround(request),
      },
    }),
  })
  toMorning(shop)
  await offerSubscriptions(shop)
})
afterAll(() => shop.close())

const weekly = async () => [
  { _id: await shop.sell({ priceCents: 1850, stock: 50 }), qty: 1, subscribe: { weeks: 1 as const } },
]
const paid = async (id: string) =>
  (await deliveriesOf(shop, id)).filter(({ state }) => state === 'paid').length

test('an address for which the carrier always fails does not keep others from their delivery', async () => {
  const refused = await subscribed(shop, await signedIn(shop), await weekly())
  await shop.db.updateTable('subscriptions').set({ postal_code: REFUSED_ZIP }).execute()
  const other = await subscribed(shop, await signedIn(shop), await weekly())
  await passDays(shop, 12)
  expect([await paid(refused.id), await paid(other.id)]).toEqual([1, 2])
})
