/** Gift cards that pay orders: alone, together with PayPal, and released when the order is closed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { soldCard } from './gift-cards.testing.ts'
import { expireOrders } from '../orders/close.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { violations } from '#test/invariants.ts'
import { MAIL_SETTINGS, mailboxOf } from '#test/mailbox.ts'
import { approve, orderBody, pay } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const balanceOf = async (id: string) =>
  (
    await shop.db
      .selectFrom('gift_cards')
      .select('balance_cents')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).balance_cents

/** Places an order of goods at this price; the total has shipping and tax in addition. */
async function placeWith(
  buyer: Visitor,
  codes: string[],
  { priceCents = 2000, ...more }: { priceCents?: number; giftCardPrice?: number } = {},
): Promise<Answer> {
  const body = await orderBody(buyer, [{ _id: await shop.sell({ priceCents, stock: 100 }), qty: 1 }])
  return buyer.post('/api/orders', { ...body, giftCards: codes, ...more })
}

const paymentsOf = (orderId: string) =>
  shop.db
    .selectFrom('payments')
    .select(['provider', 'state', 'amount_cents'])
    .where('order_id', '=', orderId)
    .orderBy('provider')
    .execute()

test('a card and PayPal pay one order: held when it is placed, taken with the capture', async () => {
  const buyer = await signedIn(shop)
  const { code, id } = await soldCard(shop, 1500)
  const placed = await placeWith(buyer, [code])
  const { _id: order, totalPrice, giftCardPrice } = placed.body
  expect([placed.status, giftCardPrice, await balanceOf(id)]).toEqual([201, 15, 0])
  const paypalId = await approve(shop, buyer, order)
  const rest = Math.round(totalPrice * 100) - 1500
  expect((await shop.shop.providers.payments.getPayment(paypalId))?.amountCents).toBe(rest)
  const paid = await buyer.put(`/api/orders/${order}/pay`, { id: paypalId })
  expect(paid.body).toMatchObject({ state: 'paid', giftCardPrice: 15, paymentState: 'completed' })
  expect(await paymentsOf(order)).toEqual([
    { provider: 'gift-card', state: 'completed', amount_cents: 1500 },
    { provider: 'paypal', state: 'completed', amount_cents: rest },
  ])
  expect(paid.body.paymentResult.id).not.toBe(order)
})

test('cards that cover the total pay the order at once, without PayPal', async () => {
  const buyer = await signedIn(shop)
  const [first, second] = [await soldCard(shop, 1000), await soldCard(shop, 9000)]
  const key = { 'idempotency-key': 'covered' }
  const body = {
    ...(await orderBody(buyer, [{ _id: await shop.sell(), qty: 1 }])),
    giftCards: [first.code, second.code],
  }
  const [one, again] = [
    await buyer.post('/api/orders', body, key),
    await buyer.post('/api/orders', body, key),
  ]
  expect(one.body).toMatchObject({ state: 'paid', isPaid: true, paymentMethod: 'Gift card' })
  expect(again.body._id).toBe(one.body._id)
  const cents = Math.round(one.body.totalPrice * 100)
  expect([await balanceOf(first.id), await balanceOf(second.id)]).toEqual([0, 10_000 - cents])
  expect((await buyer.post(`/api/orders/${one.body._id}/paypal`)).status).toBe(409)
  const mails = await mailboxOf(shop).newMails()
  const about = mails
    .map(({ subject = '' }) => subject)
    .filter((subject) => subject.includes(one.body.number))
  expect(about.toSorted()).toEqual([
    `New order to ship: No. ${one.body.number}`,
    `Your payment for order No. ${one.body.number} has arrived`,
  ])
})

test('a closed order gives the money back once, and so does an order that expires', async () => {
  const buyer = await signedIn(shop)
  const { code, id } = await soldCard(shop, 1000)
  const canceled = await placeWith(buyer, [code])
  const both = await Promise.all([1, 2].map(() => buyer.delete(`/api/orders/${canceled.body._id}`)))
  expect([...both.map(({ status }) => status), await balanceOf(id)]).toEqual([200, 200, 1000])
  await placeWith(buyer, [code])
  expect(await balanceOf(id)).toBe(0)
  shop.clock.advance(DAY)
  await Promise.all([expireOrders(shop.shop), expireOrders(shop.shop)])
  expect(await balanceOf(id)).toBe(1000)
})

test('a card that pays another amount than the buyer saw is refused, and so are unknown, empty and blocked cards', async () => {
  const buyer = await signedIn(shop)
  const { code, id } = await soldCard(shop, 1000)
  const other = await placeWith(buyer, [code], { giftCardPrice: 12 })
  expect([other.status, other.body.code, other.body.giftCardPrice]).toEqual([409, 'gift-card', 10])
  // The same code twice counts once.
  expect((await placeWith(buyer, [code, code], { giftCardPrice: 10 })).status).toBe(201)
  expect((await placeWith(buyer, [code])).body.message).toMatch(/has nothing left$/)
  expect((await placeWith(buyer, ['2222-2222-2222-2222'])).status).toBe(404)
  await shop.db.updateTable('gift_cards').set({ state: 'frozen' }).where('id', '=', id).execute()
  expect((await placeWith(buyer, [code])).body.code).toBe('gift-card')
  expect((await placeWith(buyer, Array(6).fill(code))).status).toBe(400)
})

test('the file of sales says what gift cards paid of an order, and which orders are of subscriptions', async () => {
  const { code } = await soldCard(shop, 700)
  const buyer = await signedIn(shop)
  const { body } = await placeWith(buyer, [code])
  expect((await pay(shop, buyer, body._id)).status).toBe(200)
  const day = dayOf(shop.clock.now())
  const { text } = await (
    await signedIn(shop, { isAdmin: true })
  ).get(`/api/orders/export?from=${day}&to=${day}`)
  const rows = text.trim().split('\r\n')
  expect(rows[0]).toMatch(/,Paid by gift card,Subscription,Paid with,Card,/)
  expect(rows.find((row) => row.includes(body._id))).toMatch(/,7,,Gift card and PayPal,,web,,$/)
})

test('a payment that arrives after the order was closed takes nothing from its card', async () => {
  const buyer = await signedIn(shop)
  const { code, id } = await soldCard(shop, 1000)
  const { body } = await placeWith(buyer, [code])
  const paypalId = await approve(shop, buyer, body._id)
  await shop.shop.providers.payments.capturePayment(paypalId, 'captured-elsewhere')
  expect((await buyer.delete(`/api/orders/${body._id}`)).status).toBe(200)
  const { reconcile } = await import('#server/payments/events/reconcile.ts')
  await reconcile(shop.shop, true)
  expect(await balanceOf(id)).toBe(1000)
})
