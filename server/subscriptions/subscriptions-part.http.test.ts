/** Subscriptions as a part of the shop: with no new ones they are served to their end, and only then can they be off. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { owedOf, stateOf, switchPart, trySwitch } from '#test/parts.ts'
import { placed } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { reopenParts } from '#server/backoffice/parts/switch.ts'
import { boughtGift, giftBody, TO_ADDRESS } from './gifts/gifts.testing.ts'
import { signCancel } from './links.ts'
import { renew } from './renew.ts'
import {
  coffeeEvery,
  deliveriesOf,
  endAll,
  mailsAbout,
  openSubscriptionShop,
  passDays,
  subscribed,
  subscriptionOrder,
  toMorning,
} from './subscriptions.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openSubscriptionShop()
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await violations(shop.db)).toEqual([])
  await endAll(shop)
  await switchPart(shop, 'subscriptions', 'on')
  toMorning(shop)
})

const isOffered = async () => (await shop.visitor().get('/api/subscriptions/offer')).body.isOffered

test('with no new ones, a new subscription or gift is refused, and subscribers get their mails, deliveries and charges as before', async () => {
  const buyer = await signedIn(shop)
  const lines = await coffeeEvery(shop, 1)
  const { id } = await subscribed(shop, buyer, lines)
  const coffee = await shop.sell({ priceCents: 2000, stock: 100 })
  const gift = await giftBody(shop, coffee)
  const late = await subscriptionOrder(buyer, lines)
  await switchPart(shop, 'subscriptions', 'closing')
  expect(await isOffered()).toBe(false)
  const refused = await buyer.post('/api/orders', late)
  expect([refused.status, refused.body]).toEqual([
    409,
    { code: 'subscription', message: 'Subscriptions are no longer offered' },
  ])
  const given = await buyer.post('/api/gift-subscriptions/orders', gift)
  expect([given.status, given.body.message]).toEqual([
    409,
    'This shop no longer offers this. What you already have stays as it is',
  ])
  expect((await buyer.get(`/api/subscriptions/${id}`)).status).toBe(200)
  await passDays(shop, 10)
  const made = await deliveriesOf(shop, id)
  expect(made.slice(0, 2).map(({ number, state }) => [number, state])).toEqual([
    [1, 'paid'],
    [2, 'paid'],
  ])
  expect(await mailsAbout(shop, id)).toContain('notice')
  expect((await buyer.post(`/api/subscriptions/${id}/cancel`, {})).status).toBe(200)
})

test('active, paused and unpaid subscriptions, and gifts until their last delivery, keep the part from being switched off', async () => {
  const buyer = await signedIn(shop)
  const { id } = await subscribed(shop, buyer, await coffeeEvery(shop, 2))
  const [paused, unpaid] = [await signedIn(shop), await signedIn(shop)]
  const other = await subscribed(shop, paused, await coffeeEvery(shop, 2))
  expect((await paused.post(`/api/subscriptions/${other.id}/pause`, { until: null })).status).toBe(200)
  const lines = await coffeeEvery(shop, 1)
  const open = await unpaid.post('/api/orders', await subscriptionOrder(unpaid, lines))
  const { order } = await boughtGift(shop, buyer)
  expect(await owedOf(shop, 'subscriptions')).toEqual([
    '1 active subscription',
    '1 paused subscription',
    '1 subscription whose first order is not paid',
    '1 gift subscription that is not paid or not delivered to its end',
  ])
  await buyer.post(`/api/subscriptions/${id}/cancel`, {})
  await paused.post(`/api/subscriptions/${other.id}/cancel`, {})
  await unpaid.delete(`/api/orders/${open.body._id}`)
  await renew(shop.shop)
  expect(await owedOf(shop, 'subscriptions')).toEqual([
    '1 gift subscription that is not paid or not delivered to its end',
  ])
  const admin = await shop.admin()
  expect((await admin.post(`/api/orders/${order}/refund`, {})).status).toBe(200)
  await renew(shop.shop)
  expect(await owedOf(shop, 'subscriptions')).toEqual([])
  await switchPart(shop, 'subscriptions', 'off')
})

test('when subscriptions are off, their pages and requests are gone, old orders and links to cancel stay, and nothing is charged or mailed', async () => {
  const buyer = await signedIn(shop)
  const lines = await coffeeEvery(shop, 1)
  const { id, order } = await subscribed(shop, buyer, lines)
  const late = await subscriptionOrder(buyer, lines)
  const link = await signCancel(shop.shop, id)
  await buyer.post(`/api/subscriptions/${id}/cancel`, {})
  const mails = await mailsAbout(shop, id)
  await switchPart(shop, 'subscriptions', 'off')
  const admin = await shop.admin()
  for (const answer of [
    await buyer.get('/api/subscriptions/mine'),
    await buyer.get(`/api/subscriptions/${id}`),
    await buyer.post(`/api/subscriptions/${id}/resume`, {}),
    await shop.visitor().get('/api/subscriptions/goods'),
    await shop.visitor().post('/api/gift-subscriptions/open', { code: 'AAAA' }),
    await admin.get('/api/subscriptions'),
    await admin.get('/api/subscriptions/troubles'),
  ])
    expect([answer.status, typeof answer.body.message]).toEqual([404, 'string'])
  expect(await isOffered()).toBe(false)
  expect((await buyer.get(`/api/orders/${order}`)).status).toBe(200)
  expect((await buyer.get(`/api/orders/${order}/subscriptions`)).body).toEqual({ subscriptions: [] })
  const canceled = await shop.visitor().post('/api/subscriptions/cancel-by-link', { subscription: id, link })
  expect(canceled.status).toBe(200)
  expect((await admin.get('/api/desk/search?text=subscri')).body.groups).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ kind: 'subscription' })]),
  )
  await passDays(shop, 20)
  expect((await deliveriesOf(shop, id)).length).toBe(1)
  expect(await mailsAbout(shop, id)).toEqual(mails)
  // The coffee of the cart is still sold, once.
  const cart = await buyer.post('/api/orders', late)
  expect([cart.status, cart.body.message]).toEqual([409, 'Subscriptions are no longer offered'])
  await placed(buyer, [{ _id: lines[0]!._id, qty: 1 }])
  await switchPart(shop, 'subscriptions', 'on')
  expect(await isOffered()).toBe(true)
  const { subscriptions } = (await buyer.get('/api/subscriptions/mine')).body
  expect(subscriptions.map(({ _id, status }: Record<string, string>) => [_id, status])).toEqual([
    [id, 'canceled'],
  ])
})

test('of a sign-up and a switch at the same moment, one is refused', async () => {
  const lines = await coffeeEvery(shop, 1)
  for (let round = 0; round < 4; round++) {
    const buyer = await signedIn(shop)
    const body = await subscriptionOrder(buyer, lines)
    const [order, switched] = await Promise.all([
      buyer.post('/api/orders', body),
      trySwitch(shop, 'subscriptions', 'off'),
    ])
    expect([order.status, switched.status]).toEqual(
      order.status === 201 ? [201, 409] : [expect.any(Number), 200],
    )
    if (order.status === 201) await buyer.delete(`/api/orders/${order.body._id}`)
    await renew(shop.shop)
    await switchPart(shop, 'subscriptions', 'on')
  }
})

test('a refund for a delivery of a gift while subscriptions are off sets the part to no new ones, with a line in the change log', async () => {
  const giver = await signedIn(shop)
  const { gift } = await boughtGift(shop, giver, { ...TO_ADDRESS, weeks: 1 })
  await passDays(shop, 40)
  expect(await owedOf(shop, 'subscriptions')).toEqual([])
  await switchPart(shop, 'subscriptions', 'off')
  await reopenParts(shop.shop)
  expect(await stateOf(shop, 'subscriptions')).toBe('off')
  const { subscription_id: id } = await shop.db
    .selectFrom('gift_subscriptions')
    .select('subscription_id')
    .where('id', '=', gift)
    .executeTakeFirstOrThrow()
  const last = (await deliveriesOf(shop, id!)).at(-1)!
  const admin = await shop.admin()
  expect((await admin.post(`/api/orders/${last.order_id}/refund`, {})).status).toBe(200)
  await reopenParts(shop.shop)
  expect(await stateOf(shop, 'subscriptions')).toBe('closing')
  const { lines } = (await admin.get('/api/record?subject=setting&subjectId=parts')).body
  expect(lines[0]).toMatchObject({ by: 'The shop', changes: [{ before: 'Off', after: 'No new ones' }] })
  await passDays(shop, 20)
  expect((await deliveriesOf(shop, id!)).at(-1)).toMatchObject({ number: 4, state: 'paid' })
})
