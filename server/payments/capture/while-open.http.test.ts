/** What changes while a payment is open, in each way to pay: goods, prices, cards, codes, sessions, methods, the bank. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { orderBody, place, placed } from '#test/purchase.ts'
import { guestOf } from '#test/guests.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { METHOD_NAMES, PAY_METHODS, type PayMethod } from '#shared/platform/pay-methods.ts'
import { codeOf } from '#server/checkout/discounts/discounts.testing.ts'
import { soldCard } from '#server/checkout/gift-cards/gift-cards.testing.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { reconcile } from '../events/reconcile.ts'
import {
  approve,
  openWatchedShop,
  payAnotherWay,
  stateOf,
  WAYS,
  type Purchase,
  type Way,
  type WatchedShop,
} from './ways.testing.ts'

let shop: WatchedShop
let admin: Visitor
let bean: string

beforeAll(async () => {
  shop = await openWatchedShop()
})
beforeEach(async () => {
  admin = await signedIn(shop, { isAdmin: true })
  bean = await shop.sell({ priceCents: 4000, stock: 5 })
  shop.captures.length = 0
  await saveMethods(true)
})
afterEach(async () => {
  // No later test may find an unpaid order of this one.
  shop.clock.advance(HOUR)
  await expireOrders(shop.shop)
  expect(await violations(shop.db)).toEqual([])
})
afterAll(() => shop.close())

async function saveMethods(isOn: boolean): Promise<void> {
  const { body } = await admin.get('/api/settings/pay-methods')
  const methods = { card: isOn, venmo: isOn, applePay: isOn, googlePay: isOn, payLater: isOn }
  const { appleDomainFile, version } = body
  const { status } = await admin.put('/api/settings/pay-methods', { ...methods, appleDomainFile, version })
  expect(status).toBe(200)
}

async function begin(way: Way, lines = [{ _id: bean, qty: 1 }]): Promise<Purchase> {
  return way.begin(shop, lines)
}

/** Neither the buyer nor the reconciler takes money. */
async function expectNothingCharged({ pay, paypalId }: Purchase): Promise<void> {
  shop.clock.advance(2 * MINUTE)
  await Promise.all([reconcile(shop.shop), pay()])
  shop.clock.advance(2 * MINUTE)
  await reconcile(shop.shop)
  expect(shop.captures).toEqual([])
  expect(shop.paypal.view(paypalId)?.status).not.toBe('COMPLETED')
}

describe.each(WAYS)('$name', (way) => {
  test('the last bag was sold meanwhile, because the hold has ended: nothing is charged', async () => {
    const last = await shop.sell({ priceCents: 4000, stock: 1 })
    const purchase = await begin(way, [{ _id: last, qty: 1 }])
    if (!way.isPlacedLate) {
      expect((await place(guestOf(shop), [{ _id: last, qty: 1 }])).body.code).toBe('stock')
      shop.clock.advance(31 * MINUTE)
      await expireOrders(shop.shop)
    }
    const winner = await signedIn(shop)
    const id = await placed(winner, [{ _id: last, qty: 1 }])
    approve(shop, way, purchase)
    const { status, body } = await purchase.pay()
    expect([status, body.message]).toEqual([409, expect.stringMatching(/nothing was charged/i)])
    await expectNothingCharged(purchase)
    expect((await winner.get(`/api/orders/${id}`)).body.state).toBe('pending')
  })

  test('the price rises and the product is deleted meanwhile: a placed order keeps its goods and its price', async () => {
    const purchase = await begin(way)
    await shop.db.updateTable('product_sizes').set({ price_cents: 9900 }).where('id', '=', bean).execute()
    expect((await admin.delete(`/api/products/${bean}`)).status).toBe(200)
    approve(shop, way, purchase)
    const { status, body } = await purchase.pay()
    if (way.isPlacedLate) {
      expect([status, body.message]).toEqual([409, expect.stringMatching(/\. Nothing was charged$/)])
      await expectNothingCharged(purchase)
    } else expect(body).toMatchObject({ state: 'paid', itemsPrice: 40 })
  })

  test('the session or the link is lost after the approval: the money is taken once, and whoever returns sees it', async () => {
    const purchase = await begin(way)
    approve(shop, way, purchase)
    const { buyer, id } = purchase
    const { cookie } = buyer
    const stranger = shop.visitor()
    buyer.cookie = ''
    expect((await stranger.put(`/api/orders/${id}/pay`, { id: purchase.paypalId })).status).toBe(401)
    if (!way.isExpress) expect((await purchase.pay()).status).toBe(401)
    expect(shop.captures).toEqual([])
    shop.clock.advance(2 * MINUTE)
    await reconcile(shop.shop)
    buyer.cookie = cookie
    expect((await purchase.pay()).body.state).toBe('paid')
    expect(shop.captures).toHaveLength(1)
  })
})

test.each(WAYS.filter(({ method }) => method !== 'paypal'))(
  'the owner switches $name off meanwhile: what is approved is captured, and after a decline another method pays',
  async (way) => {
    const [first, second] = [await begin(way), await begin(way)]
    await saveMethods(false)
    approve(shop, way, first)
    expect((await first.pay()).body.state).toBe('paid')
    shop.paypal.choose(second.paypalId, 'decline', way)
    expect((await second.pay()).status).toBe(402)
    const again = await second.open(way.method)
    expect([again.status, again.body.code, again.body.message]).toEqual([
      409,
      'method',
      `${METHOD_NAMES[way.method]} is not offered right now. Please choose another way to pay`,
    ])
    await saveMethods(true)
    await payAnotherWay(shop, second, way.method)
  },
)

/** What the bank of a card says, and what PayPal reports then. */
const BANK = { enrollment_status: 'Y', authentication_status: 'N' } as const
const CHALLENGES = [
  ['passed', 'passed', 200],
  ['failed', 'failed', 409],
  ['closed by the buyer', null, 409],
  ['not answered by the bank', 'unknown', 402],
] as const

describe.each(WAYS.filter(({ method }) => method === 'card' || method === 'google_pay'))(
  'a question of the bank: $name',
  (way) => {
    test.each(CHALLENGES)('%s', async (_, answer, expected) => {
      const purchase = await begin(way)
      shop.paypal.choose(purchase.paypalId, 'approve', { method: way.method, authentication: 'open' })
      const early = await purchase.pay()
      expect([early.status, early.body.code]).toEqual([409, 'not-approved'])
      if (answer) expect(shop.paypal.answerBank(purchase.paypalId, answer)).toBe(true)
      const { status, body } = await purchase.pay()
      expect(status).toBe(expected)
      if (expected === 200) {
        expect(body.state).toBe('paid')
        return
      }
      if (expected === 402) expect(body.message).toMatch(/^Your bank did not confirm this payment/)
      await expectNothingCharged(purchase)
      expect(await stateOf(shop, purchase)).toBe('pending')
      await payAnotherWay(shop, purchase, way.method)
    })

    test('refused, although PayPal says that the payment is approved', async () => {
      const purchase = await begin(way)
      const authentication = { liability_shift: 'NO', three_d_secure: BANK } as const
      shop.paypal.choose(purchase.paypalId, 'approve', { method: way.method, authentication })
      expect(shop.paypal.view(purchase.paypalId)?.status).toBe('APPROVED')
      shop.clock.advance(2 * MINUTE)
      await reconcile(shop.shop)
      expect(shop.captures).toEqual([])
      const { status, body } = await purchase.pay()
      expect([status, body.code]).toEqual([402, 'not-authenticated'])
      await expectNothingCharged(purchase)
      await payAnotherWay(shop, purchase, way.method)
    })
  },
)

describe.each(PAY_METHODS.map((method) => [METHOD_NAMES[method], method] as const))('%s', (name, method) => {
  const send = async (body: object) => {
    const buyer = await signedIn(shop)
    const order = await orderBody(buyer, [{ _id: bean, qty: 1 }])
    return { buyer, order: { ...order, paymentMethod: name, ...body } }
  }

  test('a gift card lost its balance before the order: it is refused with the reason, and nothing is held', async () => {
    const card = await soldCard(shop, 1000)
    const { buyer, order } = await send({ giftCards: [card.code], giftCardPrice: 10 })
    const other = await send({ giftCards: [card.code], giftCardPrice: 10 })
    expect((await other.buyer.post('/api/orders', other.order)).status).toBe(201)
    const { status, body } = await buyer.post('/api/orders', order)
    expect([status, body.code]).toEqual([409, 'gift-card'])
    expect(body.message).toMatch(/^Gift card •••• \w{4} has nothing left$/)
  })

  test('a gift card pays a part, and the method is declined: another method pays the rest, and the card once', async () => {
    const card = await soldCard(shop, 700)
    const { buyer, order } = await send({ giftCards: [card.code], giftCardPrice: 7 })
    const { body: held } = await buyer.post('/api/orders', order)
    const open = async (by: PayMethod) =>
      (await buyer.post(`/api/orders/${held._id}/paypal`, { method: by })).body
    const first = await open(method)
    expect(first.amount).toBe((held.totalPrice - 7).toFixed(2))
    shop.paypal.choose(first.orderId, 'decline', { method })
    expect((await buyer.put(`/api/orders/${held._id}/pay`, { id: first.orderId })).status).toBe(402)
    const other = method === 'venmo' ? 'card' : 'venmo'
    const second = await open(other)
    shop.paypal.choose(second.orderId, 'approve', { method: other })
    const paid = await buyer.put(`/api/orders/${held._id}/pay`, { id: second.orderId })
    expect(paid.body).toMatchObject({
      state: 'paid',
      paymentMethod: `Gift card and ${METHOD_NAMES[other]}`,
      giftCardPrice: 7,
    })
  })

  test('the discount code was used up before the order: it is refused with the reason', async () => {
    const { code } = await codeOf(admin, { percent: 10, total: 1 })
    const { buyer, order } = await send({ discountCode: code })
    const other = await send({ discountCode: code })
    expect((await other.buyer.post('/api/orders', other.order)).status).toBe(201)
    const { status, body } = await buyer.post('/api/orders', order)
    expect([status, body.code, body.message]).toEqual([409, 'discount', 'This code is used up'])
  })
})

test.each(['bag', 'gift card', 'code'])('of buyers with all methods, one gets the last %s', async (last) => {
  const item = await shop.sell({ priceCents: 4000, stock: last === 'bag' ? 1 : 20 })
  const card = await soldCard(shop, 500)
  const { code } = await codeOf(admin, { percent: 10, total: 1 })
  const extra: Record<string, object> = {
    bag: {},
    'gift card': { giftCards: [card.code], giftCardPrice: 5 },
    code: { discountCode: code },
  }
  const bodies = await Promise.all(
    PAY_METHODS.map(async (method) => {
      const buyer = await signedIn(shop)
      const body = await orderBody(buyer, [{ _id: item, qty: 1 }])
      return { buyer, body: { ...body, ...extra[last], paymentMethod: METHOD_NAMES[method] } }
    }),
  )
  const answers = await Promise.all(bodies.map(({ buyer, body }) => buyer.post('/api/orders', body)))
  const refused = answers.filter(({ status }) => status === 409)
  expect([answers.filter(({ status }) => status === 201).length, refused.length]).toEqual([1, 5])
})
