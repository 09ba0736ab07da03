/** Orders that are paid with each of the methods, and with one after another. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { METHOD_NAMES, PAY_METHODS, type PayMethod } from '#shared/platform/pay-methods.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import type { Payment } from '#server/providers/payments.ts'
import { reconcile } from '../events/reconcile.ts'

let shop: TestShop
let buyer: SignedInVisitor
let bean: string
let captures: string[] = []
/** What PayPal reports about the payments, apart from what the sandbox does. */
let reported: Partial<Payment> = {}

beforeAll(async () => {
  shop = await openShop({
    providers: (real) => ({
      ...real,
      payments: {
        ...real.payments,
        getPayment: async (id) => {
          const seen = await real.payments.getPayment(id)
          return seen && { ...seen, ...reported }
        },
        capturePayment: async (id, requestId) => {
          captures.push(requestId)
          return { ...(await real.payments.capturePayment(id, requestId)), ...reported }
        },
      },
    }),
  })
})
beforeEach(async () => {
  buyer = await signedIn(shop)
  bean = await shop.sell({ priceCents: 1850, stock: 100 })
  captures = []
  reported = {}
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const order = (qty = 2) => placed(buyer, [{ _id: bean, qty }])
const open = (id: string, method?: string) =>
  buyer.post(`/api/orders/${id}/paypal`, method === undefined ? undefined : { method })
const send = (id: string, payment: string) => buyer.put(`/api/orders/${id}/pay`, { id: payment })
const read = async (id: string) => (await buyer.get(`/api/orders/${id}`)).body
const rowsOf = (id: string) =>
  shop.db
    .selectFrom('payments')
    .select(['method', 'state', 'paid_with', 'card_brand', 'card_digits', 'provider_order_id'])
    .where('order_id', '=', id)
    .orderBy('create_request_id')
    .execute()

/** Opens a payment, and the buyer approves it. Returns PayPal's id. */
async function approve(id: string, method: PayMethod, choice: 'approve' | 'decline' = 'approve') {
  const opened = await open(id, method)
  expect([opened.status, opened.text]).toEqual([200, expect.any(String)])
  shop.paypal.choose(opened.body.orderId, choice)
  return opened.body.orderId as string
}

const VISA = { brand: 'Visa', lastDigits: '1234' }
const NO_CARD = { brand: '', lastDigits: '' }

/** What PayPal reports for each method, and how the order names it. */
const REPORTED: [PayMethod, NonNullable<Payment['source']>][] = [
  ['paypal', { kind: 'account', ...NO_CARD }],
  ['card', { kind: 'card', ...VISA }],
  ['venmo', { kind: 'venmo', ...NO_CARD }],
  ['apple_pay', { kind: 'apple_pay', ...VISA }],
  ['google_pay', { kind: 'google_pay', ...VISA }],
  ['pay_later', { kind: 'account', ...NO_CARD }],
]

describe.each(REPORTED)('an order paid with %s', (method, source) => {
  test('names the method, and the card if PayPal reports it', async () => {
    reported = { source }
    const id = await order()
    expect(await read(id)).toMatchObject({ paymentMethod: 'PayPal', paidWith: null })
    const { status, body } = await send(id, await approve(id, method))
    expect([status, body.state]).toEqual([200, 'paid'])
    const { kind: _, ...card } = source
    expect(body).toMatchObject({ paymentMethod: METHOD_NAMES[method], paidWith: { method, ...card } })
    expect(await rowsOf(id)).toMatchObject([{ method, state: 'completed', paid_with: method }])
  })

  test('is opened for the amount of the order, which is the amount at PayPal', async () => {
    const id = await order()
    const { body } = await open(id, method)
    const { totalPrice } = await read(id)
    expect(body.amount).toBe(totalPrice.toFixed(2))
    const { purchase_units: units, payment_source: paying } = shop.paypal.view(body.orderId)!.request
    expect(units[0]?.amount).toMatchObject({ value: body.amount, currency_code: 'USD' })
    const isByAccount = method === 'paypal' || method === 'pay_later'
    expect(Object.keys(paying ?? {})).toEqual(isByAccount ? ['paypal'] : [])
  })

  test('names the chosen method if PayPal does not report what paid', async () => {
    reported = { source: null }
    const id = await order()
    const { body } = await send(id, await approve(id, method))
    expect(body).toMatchObject({ paymentMethod: METHOD_NAMES[method], paidWith: null })
  })

  test('is declined, and another method pays it', async () => {
    const other = method === 'venmo' ? 'card' : 'venmo'
    const id = await order()
    const refused = await send(id, await approve(id, method, 'decline'))
    expect([refused.status, refused.body.code]).toEqual([402, 'INSTRUMENT_DECLINED'])
    expect(await read(id)).toMatchObject({ state: 'pending', isPaid: false })
    reported = { source: { kind: other, ...NO_CARD } }
    expect((await send(id, await approve(id, other))).body).toMatchObject({
      state: 'paid',
      paymentMethod: METHOD_NAMES[other],
    })
    expect(new Set(captures).size).toBe(2)
  })
})

test('a card in PayPal’s window for guests, which PayPal reports as an account, is named as a card', async () => {
  reported = { source: { kind: 'account', ...NO_CARD } }
  const id = await order()
  expect((await send(id, await approve(id, 'card'))).body).toMatchObject({
    paymentMethod: 'Card',
    paidWith: { method: 'card', brand: '', lastDigits: '' },
  })
})

test('a card that the buyer chose in PayPal’s window is named as the card', async () => {
  reported = { source: { kind: 'card', ...VISA } }
  const id = await order()
  expect((await send(id, await approve(id, 'paypal'))).body).toMatchObject({
    paymentMethod: 'Card',
    paidWith: { method: 'card', ...VISA },
  })
})

describe('changing the method', () => {
  test('opens another payment, and the first stays as it is', async () => {
    const id = await order()
    const [wallet, card, again] = [await open(id), await open(id, 'card'), await open(id, 'paypal')]
    expect([wallet.status, card.status, again.status]).toEqual([200, 200, 200])
    expect(card.body.orderId).not.toBe(wallet.body.orderId)
    expect(again.body).toEqual(wallet.body)
    expect(card.body.amount).toBe(wallet.body.amount)
    const invoices = [wallet, card].map(
      ({ body }) => shop.paypal.view(body.orderId)!.request.purchase_units[0]?.invoice_id,
    )
    expect(new Set(invoices).size).toBe(2)
    expect(await rowsOf(id)).toMatchObject([
      { method: 'paypal', state: 'created' },
      { method: 'card', state: 'created' },
    ])
  })

  test('in several tabs at once opens one payment for each method', async () => {
    const id = await order()
    const wanted = [...PAY_METHODS, ...PAY_METHODS]
    const opened = await Promise.all(wanted.map((method) => open(id, method)))
    expect(opened.map(({ status }) => status)).toEqual(wanted.map(() => 200))
    expect(new Set(opened.map(({ body }) => body.orderId)).size).toBe(PAY_METHODS.length)
    expect((await rowsOf(id)).map(({ method }) => method).sort()).toEqual([...PAY_METHODS].sort())
    const requests = await shop.db
      .selectFrom('payments')
      .select('create_request_id')
      .where('order_id', '=', id)
      .execute()
    expect(new Set(requests.map((row) => row.create_request_id)).size).toBe(PAY_METHODS.length)
  })

  test('does not lose the approval in a window that was opened before', async () => {
    const id = await order()
    const old = await approve(id, 'paypal')
    await open(id, 'google_pay')
    shop.clock.advance(2 * MINUTE)
    await reconcile(shop.shop)
    expect((await read(id)).state).toBe('paid')
    expect((await rowsOf(id)).map(({ method, state }) => [method, state])).toEqual([
      ['paypal', 'completed'],
      ['google_pay', 'created'],
    ])
    expect((await send(id, old)).status).toBe(200)
    expect(captures).toHaveLength(1)
  })
})

describe('an approval in an old window, after another method has paid,', () => {
  test.each(['browser', 'reconciler'] as const)('is never captured: %s', async (by) => {
    const id = await order()
    const old = await approve(id, 'paypal')
    const card = await approve(id, 'card')
    expect((await send(id, card)).body.state).toBe('paid')
    if (by === 'browser') {
      const { status, body } = await send(id, old)
      expect([status, body.state]).toEqual([200, 'paid'])
    } else {
      shop.clock.advance(2 * MINUTE)
      await reconcile(shop.shop, true)
    }
    expect(captures).toHaveLength(1)
    expect(shop.paypal.view(old)?.status).toBe('APPROVED')
  })

  test('at the same moment takes the money once', async () => {
    const id = await order()
    const [old, card] = [await approve(id, 'paypal'), await approve(id, 'card')]
    const answers = await Promise.all([send(id, old), send(id, card), send(id, old), send(id, card)])
    expect(captures).toHaveLength(1)
    for (const { status, body } of answers)
      expect(status === 200 ? body.state : body.code).toBe(status === 200 ? 'paid' : 'confirming')
    const completed = (await rowsOf(id)).filter(({ state }) => state === 'completed')
    expect(completed).toHaveLength(1)
  })

  test('is never captured if the reconciler finds both, which it reads in turn', async () => {
    const id = await order()
    const ids = [await approve(id, 'paypal'), await approve(id, 'venmo')]
    shop.clock.advance(2 * MINUTE)
    await reconcile(shop.shop)
    await reconcile(shop.shop, true)
    expect(captures).toHaveLength(1)
    expect((await read(id)).state).toBe('paid')
    const statuses = ids.map((one) => shop.paypal.view(one)?.status)
    expect(new Set(statuses)).toEqual(new Set(['APPROVED', 'COMPLETED']))
  })

  test('no further payment is opened', async () => {
    const id = await order()
    await send(id, await approve(id, 'venmo'))
    const { status, body } = await open(id, 'card')
    expect([status, body.message]).toEqual([409, 'This order is paid'])
  })
})

describe('a card whose bank did not confirm the buyer', () => {
  test.each(['card', 'apple_pay', 'google_pay'] as const)('is not captured: %s', async (method) => {
    const id = await order()
    const payment = await approve(id, method)
    reported = { isAuthenticated: false }
    const { status, body } = await send(id, payment)
    expect([status, body.code]).toEqual([402, 'not-authenticated'])
    expect(body.message).toContain('nothing was charged')
    shop.clock.advance(2 * MINUTE)
    await reconcile(shop.shop)
    expect(captures).toEqual([])
    expect(await read(id)).toMatchObject({ state: 'pending', isPaid: false })
    // The next attempt is a new payment.
    reported = {}
    const next = await approve(id, method)
    expect(next).not.toBe(payment)
    expect((await send(id, next)).body.state).toBe('paid')
  })

  test('is not captured if the buyer’s browser does not come back', async () => {
    const id = await order()
    await approve(id, 'google_pay')
    reported = { isAuthenticated: false }
    shop.clock.advance(2 * MINUTE)
    await reconcile(shop.shop)
    await reconcile(shop.shop)
    expect(captures).toEqual([])
    expect((await read(id)).state).toBe('pending')
  })
})

test('an amount outside the limits of Pay Later is refused, and other methods take it', async () => {
  const id = await order(1)
  const { status, body } = await open(id, 'pay_later')
  expect([status, body.code]).toEqual([409, 'method'])
  expect(body.message).toMatch(/^Pay Later does not take \$\d+\.\d\d\. Please choose another way to pay$/)
  expect((await open(id, 'card')).status).toBe(200)
})

test.each(['', 'Card', 'bitcoin', null, 7])('an unknown method is refused with 400: %j', async (method) => {
  const { status } = await buyer.post(`/api/orders/${await order()}/paypal`, { method })
  expect(status).toBe(400)
})
