/** "I need more time": the hold of an unpaid order is extended once. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { guestOf } from '#test/guests.ts'
import { violations } from '#test/invariants.ts'
import { approve, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { expireOrders } from './close.ts'

let shop: TestShop
let buyer: SignedInVisitor
let product: string
let id: string

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  buyer = await signedIn(shop)
  product = await shop.sell({ stock: 5 })
  id = await placed(buyer, [{ _id: product, qty: 2 }])
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const extend = (who = buyer) => who.post(`/api/orders/${id}/hold`)
const read = async () => (await buyer.get(`/api/orders/${id}`)).body

test('a buyer gets 30 more minutes, and a second call changes nothing', async () => {
  expect(await read()).toMatchObject({ canExtendHold: true, holdSecondsLeft: 30 * 60 })
  shop.clock.advance(29 * MINUTE)
  const extended = await extend()
  expect([extended.status, extended.body.holdSecondsLeft, extended.body.canExtendHold]).toEqual([
    200,
    31 * 60,
    false,
  ])
  expect(extended.body.history.at(-1)).toMatchObject({ event: 'Held for 30 more minutes' })
  shop.clock.advance(MINUTE)
  expect((await extend()).body.holdSecondsLeft).toBe(30 * 60)
  await expireOrders(shop.shop)
  expect((await read()).state).toBe('pending')
  shop.clock.advance(31 * MINUTE)
  await expireOrders(shop.shop)
  expect((await read()).state).toBe('expired')
  expect((await buyer.get(`/api/products/${product}`)).body.countInStock).toBe(5)
})

test('a guest extends the hold with the link to the order', async () => {
  const guest = guestOf(shop)
  id = await placed(guest, [{ _id: product, qty: 1 }])
  expect((await guest.post(`/api/orders/${id}/hold`)).body.holdSecondsLeft).toBe(60 * 60)
})

test('two presses at the same time extend the hold once', async () => {
  const answers = await Promise.all([extend(), extend(), extend()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const order = await read()
  expect(order.holdSecondsLeft).toBe(60 * 60)
  expect(order.history.filter(({ event }: { event: string }) => event.startsWith('Held for'))).toHaveLength(1)
})

test('a hold that ends in the same moment is either extended or ended', async () => {
  shop.clock.advance(30 * MINUTE)
  const [{ status }] = await Promise.all([extend(), expireOrders(shop.shop)])
  shop.clock.advance(1)
  await expireOrders(shop.shop)
  const { state } = await read()
  expect([status, state]).toEqual(status === 200 ? [200, 'pending'] : [409, 'expired'])
  const { countInStock } = (await buyer.get(`/api/products/${product}`)).body
  expect(countInStock).toBe(state === 'pending' ? 3 : 5)
})

test('a hold is not extended after it has ended, for a paid or canceled order, or by another person', async () => {
  const stranger = await signedIn(shop)
  expect((await stranger.post(`/api/orders/${id}/hold`)).status).toBe(404)
  expect((await shop.visitor().post(`/api/orders/${id}/hold`)).status).toBe(401)
  shop.clock.advance(30 * MINUTE + 1)
  expect(await extend()).toMatchObject({ status: 409, body: { message: 'The hold on this order has ended' } })
  expect((await read()).canExtendHold).toBe(false)
  for (const close of [
    () => buyer.delete(`/api/orders/${id}`),
    async () => buyer.put(`/api/orders/${id}/pay`, { id: await approve(shop, buyer, id) }),
  ]) {
    id = await placed(buyer, [{ _id: product, qty: 1 }])
    await close()
    expect((await extend()).status).toBe(409)
  }
})
