/**
 * What subscribers can do themselves: a new payment method, a reason after the cancellation, and the way from the
 * order.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guestOf } from '#test/guests.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { offerSubscriptions, subscribed, toMorning } from './subscriptions.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  toMorning(shop)
  await offerSubscriptions(shop)
})
afterAll(() => shop.close())

async function guestSubscription() {
  const guest = guestOf(shop)
  const bean = await shop.sell({ priceCents: 1850, stock: 500 })
  const { id, order } = await subscribed(shop, guest, [{ _id: bean, qty: 1, subscribe: { weeks: 2 } }])
  return { guest, id, order }
}

test('the order leads to its subscription: a guest gets a link, an account does not need one', async () => {
  const { guest, id, order } = await guestSubscription()
  const { body } = await guest.get(`/api/orders/${order}/subscriptions`)
  expect(body.subscriptions).toEqual([
    { _id: id, status: 'active', weeks: 2, guestLink: expect.stringMatching(/^[0-9a-z]+\.[\w-]{43}$/) },
  ])
  expect((await guest.get(`/api/subscriptions/${id}`)).status).toBe(401)
  guest.links.set(id, body.subscriptions[0].guestLink)
  expect((await guest.get(`/api/subscriptions/${id}`)).status).toBe(200)

  const buyer = await signedIn(shop)
  expect((await buyer.get(`/api/orders/${order}/subscriptions`)).status).toBe(404)
  const own = await subscribed(shop, buyer, [{ _id: await shop.sell(), qty: 1, subscribe: { weeks: 1 } }])
  const answer = await buyer.get(`/api/orders/${own.order}/subscriptions`)
  expect(answer.body.subscriptions).toMatchObject([{ _id: own.id, guestLink: null }])
})

test('a guest changes the payment method with an approval at PayPal, and nobody else can use that approval', async () => {
  const { guest, id, order } = await guestSubscription()
  const { body } = await guest.get(`/api/orders/${order}/subscriptions`)
  guest.links.set(id, body.subscriptions[0].guestLink)
  const before = (await guest.get(`/api/subscriptions/${id}`)).body.paymentMethod
  const { setupToken } = (await guest.post(`/api/subscriptions/${id}/method/setup`)).body
  expect((await guest.post(`/api/subscriptions/${id}/method`, { setupToken })).status).toBe(409)
  shop.paypal.approveSetup(setupToken)
  const other = await signedIn(shop)
  expect((await other.post(`/api/subscriptions/${id}/method`, { setupToken })).status).toBe(404)
  const saved = await guest.post(`/api/subscriptions/${id}/method`, { setupToken })
  expect(saved.status).toBe(200)
  expect(saved.body.message).toMatch(/^Payment method changed\. /)
  expect(saved.body.subscription.paymentMethod._id).not.toBe(before._id)
})

test('a subscriber cancels with one click, and can say why afterwards', async () => {
  const buyer = await signedIn(shop)
  const { id } = await subscribed(shop, buyer, [{ _id: await shop.sell(), qty: 1, subscribe: { weeks: 1 } }])
  const cancel = (body: object) => buyer.post(`/api/subscriptions/${id}/cancel`, body)
  const reasonOf = async () =>
    (
      await shop.db
        .selectFrom('subscriptions')
        .select('cancel_reason')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).cancel_reason
  expect((await cancel({})).body).toMatchObject({
    message: 'Canceled. Nothing more is charged.',
    subscription: { status: 'canceled' },
  })
  expect(await reasonOf()).toBe('')
  expect((await cancel({ reason: 'taste', note: 'Too light' })).status).toBe(200)
  expect(await reasonOf()).toBe('taste: Too light')
  expect((await cancel({})).status).toBe(200)
  expect(await reasonOf()).toBe('taste: Too light')
})

test('a form that was opened before another change is refused, and saved when the subscriber sends it again', async () => {
  const buyer = await signedIn(shop)
  const [bean, other] = [await shop.sell(), await shop.sell({ name: 'Honduras' })]
  const { id } = await subscribed(shop, buyer, [{ _id: bean, qty: 1, subscribe: { weeks: 2 } }])
  const { version, items } = (await buyer.get(`/api/subscriptions/${id}`)).body
  const first = await buyer.put(`/api/subscriptions/${id}/rhythm`, { weeks: 4, version })
  expect([first.status, first.body.subscription.weeks]).toEqual([200, 4])
  const forms = [
    ['PUT', 'rhythm', { weeks: 1 }],
    ['PUT', 'gift', { gift: { note: 'Hi' } }],
    ['PUT', 'address', { isPickup: true }],
    ['POST', 'pause', { until: null }],
    ['PUT', `items/${items[0]._id}`, { product: other, qty: 3 }],
  ] as const
  for (const [method, path, body] of forms) {
    const at = `/api/subscriptions/${id}/${path}`
    const late = await (method === 'PUT'
      ? buyer.put(at, { ...body, version })
      : buyer.post(at, { ...body, version }))
    expect([path, late.status, late.body.code]).toEqual([path, 409, 'changed'])
    expect(late.body.version).toBe(first.body.subscription.version)
  }
  const { body: kept } = await buyer.get(`/api/subscriptions/${id}`)
  expect(kept).toMatchObject({ weeks: 4, gift: null, isPickup: false, status: 'active' })
  expect(kept.items).toMatchObject([{ product: bean, qty: 1 }])
  const again = await buyer.put(`/api/subscriptions/${id}/rhythm`, { weeks: 1, version: kept.version })
  expect([again.status, again.body.subscription.weeks]).toEqual([200, 1])
})

test('subscribers choose from the goods on sale, coffees first, and not from works of art', async () => {
  const mug = await shop.sell({ name: 'A mug' })
  await shop.db.updateTable('products').set({ category: 'Merchandise' }).where('id', '=', mug).execute()
  const bean = await shop.sell({ name: 'Zambia' })
  const { goods } = (await shop.visitor().get('/api/subscriptions/goods')).body
  const ids = goods.map(({ _id }: { _id: string }) => _id)
  expect(ids).toEqual(expect.arrayContaining([mug, bean]))
  expect(ids.indexOf(bean)).toBeLessThan(ids.indexOf(mug))
  expect(goods.find(({ _id }: { _id: string }) => _id === mug).isCoffee).toBe(false)
})
