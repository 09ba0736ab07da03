/** What parcels cost is known before an order is sent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { account, orderOf } from '../wholesale.testing.ts'

let shop: TestShop
let owner: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  owner = await signedIn(shop, { role: 'owner' })
})
afterAll(() => shop.close())

const PARCEL = { location: { handover: 'parcel' as const }, company: { terms: 'prepaid' as const } }

test('the price of the parcels before the order is that of the order, and an order with another total is refused', async () => {
  const cafe = await account(shop, PARCEL)
  const coffee = await shop.sell({ sizeGrams: 2268, stock: 50, priceCents: 9000 })
  const body = await orderOf(cafe, [{ product: coffee, qty: 3 }], { payBy: 'now' })
  const asked = { company: cafe.company, location: cafe.location, lines: body.lines }
  const { status, body: price } = await cafe.buyer.post('/api/account-orders/shipping', asked)
  expect([status, price]).toEqual([200, { shipping: expect.any(Number), service: expect.any(String) }])
  expect(price.shipping).toBeGreaterThan(0)
  expect((await owner.post('/api/account-orders/desk/shipping', asked)).body).toEqual(price)
  const [items, tax] = [189, 1.89]
  const total = Math.round((items + tax + price.shipping) * 100) / 100
  const low = await cafe.buyer.post('/api/account-orders', { ...body, total: total - 1 })
  expect([low.status, low.body.code]).toEqual([409, 'prices'])
  const placed = await cafe.buyer.post('/api/account-orders', { ...body, total })
  expect([placed.status, placed.body.shipping, placed.body.total]).toEqual([201, price.shipping, total])
})

test('no price without parcels, for goods of others, for strangers, and without the right to order', async () => {
  const cafe = await account(shop, PARCEL)
  const coffee = await shop.sell({ sizeGrams: 340, stock: 50 })
  const ask = (more: object = {}, by = cafe.buyer) =>
    by.post('/api/account-orders/shipping', {
      company: cafe.company,
      location: cafe.location,
      lines: [{ product: coffee, sizeId: coffee, qty: 2 }],
      ...more,
    })
  const van = await account(shop)
  expect((await ask({ company: van.company, location: van.location }, van.buyer)).body.message).toBe(
    'This location gets no parcels',
  )
  expect((await ask({ lines: [] })).status).toBe(400)
  expect((await ask({ lines: [{ product: 'none', sizeId: 'none', qty: 2 }] })).status).toBeGreaterThan(399)
  expect((await ask({ location: van.location })).status).toBe(404)
  for (const stranger of [van.buyer, await signedIn(shop), owner])
    expect((await ask({}, stranger)).status).toBe(404)
  await shop.db.updateTable('buyers').set({ may_order: 0 }).where('id', '=', cafe.buyerId).execute()
  expect((await ask()).status).toBe(403)
})
