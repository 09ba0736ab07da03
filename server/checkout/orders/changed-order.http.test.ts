/** An unpaid order that the checkout replaces, because its buyer has changed it: it is canceled without a mail. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { guestOf } from '#test/guests.ts'
import { violations } from '#test/invariants.ts'
import { orderBody, pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { codeOf, orderWith } from '../discounts/discounts.testing.ts'
import { soldCard } from '../gift-cards/gift-cards.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const mailsAbout = async (id: string) =>
  (
    await shop.db
      .selectFrom('outbox')
      .select('kind')
      .where('dedupe_key', 'like', `%:${id}`)
      .orderBy('kind')
      .execute()
  ).map(({ kind }) => kind)

test('the last bag of a changed order is free for the next order, and the buyer gets no mail about the first', async () => {
  const guest = guestOf(shop)
  const bean = await shop.sell({ stock: 1 })
  const first = await placed(guest, [{ _id: bean, qty: 1 }])
  expect((await guest.delete(`/api/orders/${first}?because=changed`)).status).toBe(200)
  expect((await guest.delete(`/api/orders/${first}?because=changed`)).status).toBe(200)
  const { body } = await guest.get(`/api/orders/${first}`)
  expect(body).toMatchObject({ state: 'cancelled', holdSecondsLeft: null })
  expect(body.history.at(-1)).toMatchObject({ event: 'Changed at the checkout' })
  expect(await mailsAbout(first)).not.toContain('order-cancelled')
  const second = await placed(guest, [{ _id: bean, qty: 1 }])
  expect((await pay(shop, guest, second)).body).toMatchObject({ state: 'paid' })
})

test('an order that the buyer cancels is mailed, and a paid one is not closed as changed', async () => {
  const buyer = await signedIn(shop)
  const bean = await shop.sell({ stock: 5 })
  const first = await placed(buyer, [{ _id: bean, qty: 1 }])
  expect((await buyer.delete(`/api/orders/${first}`)).status).toBe(200)
  expect(await mailsAbout(first)).toContain('order-cancelled')
  const second = await placed(buyer, [{ _id: bean, qty: 1 }])
  await pay(shop, buyer, second)
  const { status, body } = await buyer.delete(`/api/orders/${second}?because=changed`)
  expect([status, body.message]).toEqual([409, 'A paid order cannot be removed'])
  expect((await buyer.delete(`/api/orders/${second}?because=boredom`)).status).toBe(400)
})

test('the discount code and the gift card of an unpaid order are still good for the order that replaces it', async () => {
  const buyer = await signedIn(shop)
  const admin = await signedIn(shop, { isAdmin: true })
  const bean = await shop.sell({ priceCents: 2000, stock: 5 })
  const orderItems = [{ _id: bean, qty: 1 }]
  const rules = { total: 1, perPerson: 1, firstOrderOnly: true }
  const { code } = await codeOf(admin, rules)
  const card = await soldCard(shop, 500)
  const { body: first } = await orderWith(buyer, code, orderItems, { giftCards: [card.code] })
  const check = (more: object = {}) => buyer.post('/api/discounts/check', { code, orderItems, ...more })
  const balance = async (more: object = {}) =>
    (await buyer.post('/api/giftcards/balance', { code: card.code, ...more })).body.balance
  expect([(await check()).status, await balance()]).toEqual([409, 0])
  const own = { unpaidOrder: first._id }
  expect([(await check(own)).status, await balance(own)]).toEqual([200, 5])
  // Another buyer's order as `unpaidOrder` frees neither the code nor the card.
  const other = { unpaidOrder: await placed(await signedIn(shop), orderItems) }
  expect([(await check(other)).status, await balance(other)]).toEqual([409, 0])
  await buyer.delete(`/api/orders/${first._id}?because=changed`)
  const body = await orderBody(buyer, orderItems)
  const second = await buyer.post('/api/orders', { ...body, discountCode: code, giftCards: [card.code] })
  expect([second.status, second.body.giftCardPrice]).toEqual([201, 5])
  await pay(shop, buyer, second.body._id)
  expect([(await check(own)).status, await balance({ unpaidOrder: second.body._id })]).toEqual([409, 0])
})
