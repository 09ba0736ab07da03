/** Pickup at the bar as a part of the shop. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { owedOf, switchPart, trySwitch } from '#test/parts.ts'
import { placed } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { openPickupShop, openStaff, plain, type PickupShop } from './pickup.testing.ts'

let shop: PickupShop
let staff: Awaited<ReturnType<typeof openStaff>>
beforeAll(async () => {
  shop = await openPickupShop()
  staff = await openStaff(shop)
})
afterAll(() => shop.close())
afterEach(() => switchPart(shop, 'pickup', 'on'))

const offered = async () => (await shop.visitor().get('/api/delivery')).body.pickup

test('with no new ones it cannot be chosen, and orders that wait are made ready and handed over', async () => {
  const buyer = await signedIn(shop)
  const id = await shop.bought(buyer)
  expect(await offered()).not.toBe(null)
  await switchPart(shop, 'pickup', 'closing')
  expect(await offered()).toBe(null)
  const { status, body } = await shop.order(buyer)
  expect([status, body.code, plain(body.message)]).toEqual([
    409,
    'pickup',
    'Pickup is no longer offered. Please choose shipping',
  ])
  expect((await staff.ready(id)).status).toBe(200)
  expect(await owedOf(shop, 'pickup')).toEqual(['1 order that waits for pickup'])
  expect((await staff.handOver(id)).body.state).toBe('delivered')
  expect(await owedOf(shop, 'pickup')).toEqual([])
})

test('unpaid orders for pickup keep it from being off; when it is off, its pages are gone and the goods can be shipped', async () => {
  const buyer = await signedIn(shop)
  const { _id: unpaid } = (await shop.order(buyer)).body
  expect(await owedOf(shop, 'pickup')).toEqual(['1 unpaid order for pickup'])
  await buyer.delete(`/api/orders/${unpaid}`)
  const old = await shop.bought(buyer)
  await staff.handOver(old)
  await switchPart(shop, 'pickup', 'off')
  expect((await staff.get('/api/pickup')).status).toBe(404)
  expect((await staff.handOver(old)).status).toBe(404)
  expect(await offered()).toBe(null)
  expect((await shop.order(buyer)).body.code).toBe('pickup')
  await placed(buyer, shop.items())
  const kept = (await buyer.get(`/api/orders/${old}`)).body
  expect([kept.state, kept.isPickup]).toEqual(['delivered', true])
  const again = await staff.post(`/api/orders/${old}/replacement`, { lines: [{ line: 0, qty: 1 }], seen: 0 })
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('Pickup is off')])
})

test('of an order and a switch at the same moment, one is refused', async () => {
  for (let round = 0; round < 4; round++) {
    const buyer = await signedIn(shop)
    const [order, switched] = await Promise.all([shop.order(buyer), trySwitch(shop, 'pickup', 'off')])
    expect([order.status, switched.status]).toEqual(
      order.status === 201 ? [201, 409] : [expect.any(Number), 200],
    )
    if (order.status === 201) await buyer.delete(`/api/orders/${order.body._id}`)
    await switchPart(shop, 'pickup', 'on')
  }
})
