/** Subscriptions on the to-do list of Today. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoNow } from '#server/kernel/time/clock.ts'
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

test('Today lists a subscription without a payment method, until one is chosen', async () => {
  const coffee = await shop.sell({ stock: 100 })
  const buyer = await signedIn(shop, { name: 'Bea Buyer' })
  const { id } = await subscribed(shop, buyer, [{ _id: coffee, qty: 1, subscribe: { weeks: 2 } }])
  const problems = async () => {
    const { subscriptions } = (await (await shop.admin()).get('/api/desk')).body.todo
    const found: { _id: string; problem: string }[] = subscriptions?.first ?? []
    return found.filter(({ _id }) => _id === id).map(({ problem }) => problem)
  }
  // The method of the first order is used.
  expect(await problems()).toEqual([])
  const remove = (isRemoved: boolean) =>
    shop.db
      .updateTable('payment_methods')
      .set(
        isRemoved
          ? { state: 'deleted', deleted_at: isoNow(shop.clock) }
          : { state: 'active', deleted_at: null },
      )
      .where('user_id', '=', buyer.id)
      .execute()
  await remove(true)
  expect(await problems()).toEqual(['noMethod'])
  await remove(false)
  const { id: method } = await shop.db
    .selectFrom('payment_methods')
    .select('id')
    .where('user_id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  const choose = (chosen: string) =>
    shop.db.updateTable('subscriptions').set({ payment_method_id: chosen }).where('id', '=', id).execute()
  await choose(method)
  expect(await problems()).toEqual([])
  await remove(true)
  expect(await problems()).toEqual(['noMethod'])
})
