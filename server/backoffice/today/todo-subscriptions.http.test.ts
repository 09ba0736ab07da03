/** Subscriptions on the to-do list of Today. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { offerSubscriptions, subscribed, toMorning } from '#server/subscriptions/subscriptions.testing.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  toMorning(shop)
  await offerSubscriptions(shop)
})
afterAll(() => shop.close())

test('Today lists subscriptions whose payments failed, and is silent without any', async () => {
  const coffee = await shop.sell({ stock: 100 })
  const buyer = await signedIn(shop, { name: 'Ann Buyer' })
  const { id } = await subscribed(shop, buyer, [{ _id: coffee, qty: 1, subscribe: { weeks: 2 } }])
  const todo = async () => (await (await shop.admin()).get('/api/desk')).body.todo.subscriptions
  expect(await todo()).toBeUndefined()
  await shop.db
    .updateTable('subscriptions')
    .set({ status: 'failed', next_on: null, charge_after: null })
    .where('id', '=', id)
    .execute()
  expect(await todo()).toEqual({
    count: 1,
    first: [{ _id: id, name: 'Ann Buyer', problem: 'paused', reason: '', since: expect.any(String) }],
  })
})
