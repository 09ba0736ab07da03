/** Prices and orders of an account are in no answer for others. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#shared/platform/api/endpoint.ts'
import { api } from '#shared/start/api.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { account, order } from '../wholesale.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** The prices of the seeded list and order, in dollars and cents, and words of the order. */
const SECRETS = /777\.77|77777|1555\.54|155554|SECRET-PO|Secret note/

test('a guest, a customer and the buyer of another account get no price, order or list of an account, by any address', async () => {
  const admin = await signedIn(shop, { isAdmin: true })
  const coffee = await shop.sell({ name: 'House', priceCents: 90_000 })
  const list = (
    await admin.post('/api/price-lists', {
      name: 'Secret list',
      prices: [{ size: coffee, from: '', price: 777.77 }],
    })
  ).body._id
  const cafe = await account(shop, { company: { price_list_id: list, percent_off: null } })
  const other = await account(shop, { company: { percent_off: 10 } })
  const placed = await order(cafe, [{ product: coffee, qty: 2 }], {
    poNumber: 'SECRET-PO',
    note: 'Secret note',
  })
  expect(placed.body.items).toBe(1555.54)
  const ids = [coffee, list, placed.body._id, placed.body.number, cafe.company, cafe.location]
  const gets = Object.values(api)
    .flatMap((contract): Endpoint[] => Object.values(contract))
    .filter(({ method }) => method === 'GET')
  const paths = gets.flatMap(({ path }) => ids.map((id) => path.replace(/:\w+/g, id)))
  const asked = ['?keyword=House', `?company=${cafe.company}`, `?location=${cafe.location}`]
  const more = asked.flatMap((query) => gets.map(({ path }) => `${path.replace(/:\w+/g, coffee)}${query}`))
  const files = ['/sitemap.xml', '/feeds/products.xml', '/feeds/coffees.xml']
  const visitors = [shop.visitor(), await signedIn(shop), other.buyer]
  for (const path of new Set([...paths, ...more, ...files]))
    for (const visitor of visitors) expect((await visitor.get(path)).text.match(SECRETS), path).toBe(null)
  const own = await cafe.buyer.get(`/api/account-orders/form?company=${cafe.company}`)
  expect([own.headers['cache-control'], own.text.includes('777.77')]).toEqual(['no-store', true])
})
