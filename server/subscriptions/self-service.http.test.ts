/**
 * What subscribers can do themselves: a new payment method, a reason after the cancellation, and the way from the
 * order.
 */
import { afterAll, expect, test } from 'vitest'
import { guestOf } from '#test/guests.ts'
import { signedIn } from '#test/signed-in.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import {
  coffeeEvery,
  deliveriesOf,
  openSubscriptionShop,
  passDays,
  setNextCharges,
  subscribed,
} from './subscriptions.testing.ts'

const shop = await openSubscriptionShop()

afterAll(() => shop.close())

async function guestSubscription() {
  const guest = guestOf(shop)
  const { id, order } = await subscribed(shop, guest, await coffeeEvery(shop, 2))
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
  const own = await subscribed(shop, buyer, await coffeeEvery(shop, 1))
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
  const { id } = await subscribed(shop, buyer, await coffeeEvery(shop, 1))
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
    ['POST', 'items', { product: other, qty: 1, isOnce: true }],
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

test('a pause and its end bring no box close to a delivery that was made late and is not paid yet', async () => {
  const buyer = await signedIn(shop)
  const { id } = await subscribed(shop, buyer, await coffeeEvery(shop, 4))
  const subscription = () =>
    shop.db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { next_on: planned } = await subscription()
  await setNextCharges(shop, id, 'INSTRUMENT_DECLINED')
  // The shop is down until the planned day.
  shop.clock.advance(Date.parse(planned!) - shop.clock.now().getTime() + DAY)
  const second = async () => (await deliveriesOf(shop, id)).find(({ number }) => number === 2)
  for (let day = 0; day < 7 && !(await second())?.order_id; day++) await passDays(shop, 1)
  expect(await second()).toMatchObject({ state: 'charging', planned_on: planned })
  const { roasts_on: roasted } = await shop.db
    .selectFrom('orders')
    .select('roasts_on')
    .where('id', '=', (await second())!.order_id)
    .executeTakeFirstOrThrow()
  expect(roasted! > planned!).toBe(true)
  expect((await buyer.post(`/api/subscriptions/${id}/pause`, { until: null })).status).toBe(200)
  expect((await buyer.post(`/api/subscriptions/${id}/resume`, {})).status).toBe(200)
  const { next_on: next } = await subscription()
  expect(Date.parse(next!) - Date.parse(roasted!)).toBeGreaterThanOrEqual(7 * DAY)
})
