import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { chargeOrder } from './charge-order.ts'

let shop: TestShop
let buyer: SignedInVisitor
let bean: string

beforeAll(async () => {
  shop = await openShop()
  buyer = await signedIn(shop)
  bean = await shop.sell({ priceCents: 1850, stock: 1000 })
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const order = () => placed(buyer, [{ _id: bean, qty: 1 }])

/** Pays an order and saves the payment method with it. Returns the row of the payment method. */
async function saved() {
  const id = await order()
  await shop.db.updateTable('orders').set({ saves_method: 1 }).where('id', '=', id).execute()
  const { status } = await pay(shop, buyer, id)
  expect(status).toBe(200)
  return shop.db
    .selectFrom('payment_methods')
    .selectAll()
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
}

const stateOf = async (id: string) => (await buyer.get(`/api/orders/${id}`)).body.state

test('a purchase saves the payment method, and the shop charges the next order to it', async () => {
  const method = await saved()
  expect(method).toMatchObject({ state: 'active', user_id: buyer.id, label: 'buyer@sandbox.example' })
  const next = await order()
  expect(await chargeOrder(shop.shop, next, method.id)).toBe('paid')
  expect(await stateOf(next)).toBe('paid')
  expect(await chargeOrder(shop.shop, next, method.id)).toBe('paid')
})
