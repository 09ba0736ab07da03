/** Refunds of orders that gift cards paid, and of orders that bought a gift card. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { soldCard } from '#server/checkout/gift-cards/gift-cards.testing.ts'
import { updateDispute } from '../events/disputes.ts'
import { reconcile } from '../events/reconcile.ts'
import { violations } from '#test/invariants.ts'
import { MAIL_SETTINGS, mailboxOf } from '#test/mailbox.ts'
import { approve, orderBody } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { boughtCard } from './bought-card.testing.ts'
import { cents } from './refund.testing.ts'
import { settle } from '../capture/settle.ts'

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  admin = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

/** Two pieces for $20 each, of which cards of these cents pay a part. */
async function sale(...cards: number[]) {
  const buyer = await signedIn(shop)
  const bean = await shop.sell({ priceCents: 2000, stock: 10 })
  const sold = await Promise.all(cards.map((amount) => soldCard(shop, amount)))
  const body = {
    ...(await orderBody(buyer, [{ _id: bean, qty: 2 }])),
    giftCards: sold.map(({ code }) => code),
  }
  const { body: order } = await buyer.post('/api/orders', body)
  const id: string = order._id
  if (order.state === 'pending') {
    const paypalId = await approve(shop, buyer, id)
    expect((await buyer.put(`/api/orders/${id}/pay`, { id: paypalId })).body.state).toBe('paid')
  }
  return {
    id,
    bean,
    order,
    refund: (request: object, headers?: Record<string, string>) =>
      admin.post(`/api/orders/${id}/refund`, request, headers),
    read: async () => (await buyer.get(`/api/orders/${id}`)).body,
    balances: () => Promise.all(sold.map((card) => balanceOf(card.id))),
  }
}

async function balanceOf(id: string): Promise<number> {
  const card = await shop.db
    .selectFrom('gift_cards')
    .select('balance_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return card.balance_cents
}

const made = (order: { refunds: { to: string; amount: number; state: string }[] }) =>
  order.refunds.map(({ to, amount, state }) => `${to} ${cents(amount)} ${state}`)

test('money goes back to PayPal first, up to what PayPal paid, and the rest to the card that paid last', async () => {
  const { order, refund, read, balances } = await sale(500, 1000)
  const atPaypal = cents(order.totalPrice) - 1500
  expect(made((await refund({ amount: 10 })).body)).toEqual(['paypal 1000 completed'])
  expect((await read()).refundable).toBe((cents(order.totalPrice) - 1000) / 100)
  await mailboxOf(shop).newMails()
  const second = await refund({ amount: (atPaypal - 1000 + 1) / 100 })
  expect(made(second.body).slice(1).toSorted()).toEqual([
    'gift-card 1 completed',
    `paypal ${atPaypal - 1000} completed`,
  ])
  const mails = (await mailboxOf(shop).newMails()).map(
    ({ text = '' }) => /(by PayPal|to your gift card)\./.exec(text)?.[1],
  )
  expect(mails).toEqual(expect.arrayContaining(['by PayPal', 'to your gift card']))
  const tooMuch = await refund({ amount: 15 })
  expect([tooMuch.status, tooMuch.body.message]).toEqual([
    409,
    'Only $14.99 of this payment can still be refunded',
  ])
  const last = await refund({})
  expect(last.body).toMatchObject({ state: 'refunded', refundable: 0 })
  expect(await balances()).toEqual([500, 1000])
})

test('items are refunded to the cent over both sources, with their tax and stock', async () => {
  const { order, bean, refund, balances } = await sale(3900)
  const one = await refund({ lines: [{ _id: bean, qty: 1 }], stock: [{ _id: bean, qty: 1 }] })
  expect(one.body.message).toBeUndefined()
  const two = await refund({ lines: [{ _id: bean, qty: 1 }], shipping: 'all' })
  const total = (part: 'goods' | 'tax' | 'shipping' | 'goodwill') =>
    two.body.refunds.reduce(
      (sum: number, { parts }: { parts: Record<string, number> }) => sum + cents(parts[part]!),
      0,
    )
  expect([total('goods'), total('tax'), total('shipping'), total('goodwill')]).toEqual([
    4000,
    cents(order.taxPrice),
    cents(order.shippingPrice),
    0,
  ])
  expect([two.body.state, await balances()]).toEqual(['refunded', [3900]])
})

test('an order that cards paid alone is refunded to them at once, and concurrent refunds return nothing twice', async () => {
  const { id, order, refund, balances } = await sale(10_000)
  const key = { 'idempotency-key': 'one-refund' }
  const answers = await Promise.all([1, 2, 3].map(() => refund({ amount: 5 }, key)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await balances()).toEqual([10_000 - cents(order.totalPrice) + 500])
  await Promise.all([1, 2, 3, 4].map(() => refund({})))
  expect(await balances()).toEqual([10_000])
  const { state } = await shop.db
    .selectFrom('orders')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('refunded')
})

test('the card waits for PayPal: it gets nothing if PayPal refuses, and its part if PayPal answers late', async () => {
  const { order, refund, read, balances } = await sale(1000)
  shop.paypal.addFault({ call: 'refund', kind: 'error', times: 9 })
  await refund({})
  expect([made(await read()).toSorted(), await balances()]).toEqual([
    ['gift-card 1000 started', `paypal ${cents(order.totalPrice) - 1000} started`],
    [0],
  ])
  shop.paypal.clearFaults()
  await reconcile(shop.shop, true)
  await reconcile(shop.shop, true)
  expect([(await read()).state, await balances()]).toEqual(['refunded', [1000]])
})

test('the refund of a gift card takes its money from the card, and never more than what is left', async () => {
  const { card, refund } = await boughtCard(shop, admin, 50)
  await shop.db
    .updateTable('gift_cards')
    .set({ balance_cents: 2000 })
    .where('id', '=', (await card()).id)
    .execute()
  await shop.db
    .insertInto('gift_card_moves')
    .values({
      id: `spent-${(await card()).id}`.slice(0, 22),
      card_id: (await card()).id,
      cents: -3000,
      kind: 'adjusted',
      order_id: null,
      refund_id: null,
      actor: 'Test',
      at: shop.clock.now().toISOString(),
    })
    .execute()
  const all = await refund({})
  expect([all.status, all.body.message]).toEqual([
    409,
    expect.stringContaining('Only $20.00 is left on the gift card'),
  ])
  expect(made((await refund({ amount: 20 })).body)).toEqual(['paypal 2000 completed'])
  expect((await card()).balance_cents).toBe(0)
})

test('a dispute freezes what is left on the card, a won one makes it valid again, and a chargeback takes it', async () => {
  const { id, paypalId, card } = await boughtCard(shop, admin, 40)
  const dispute = shop.paypal.dispute(paypalId)
  await updateDispute(shop.shop, dispute)
  expect((await card()).state).toBe('frozen')
  shop.paypal.dispute(paypalId, 'RESOLVED', 'RESOLVED_SELLER_FAVOUR')
  await updateDispute(shop.shop, dispute)
  expect((await card()).state).toBe('active')
  shop.paypal.reverse(paypalId)
  const row = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  await settle(shop.shop, row, (await shop.shop.providers.payments.getPayment(paypalId))!)
  expect((await card()).balance_cents).toBe(0)
})
