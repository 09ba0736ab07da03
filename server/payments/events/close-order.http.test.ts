// On SQLite only: what PayPal reports later; the money that it moves is tested on both databases beside it.
/** An admin closes an order whose payment is stuck. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { approve, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { moneyAdmin } from '../comparison/books.testing.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { PaymentRefused, type Payments } from '#server/providers/providers.ts'
import { reconcile } from './reconcile.ts'

let shop: TestShop
let buyer: SignedInVisitor
let product: string
let id: string
/** Runs before each read at PayPal. */
let beforeRead: () => Promise<unknown> = async () => null
const captures: string[] = []

beforeAll(async () => {
  shop = await openShop({
    providers: (real) => {
      const getPayment: Payments['getPayment'] = async (payment) => {
        await beforeRead()
        return real.payments.getPayment(payment)
      }
      const capturePayment: Payments['capturePayment'] = (payment, requestId) => {
        captures.push(payment)
        return real.payments.capturePayment(payment, requestId)
      }
      return { ...real, payments: { ...real.payments, getPayment, capturePayment } }
    },
  })
})
beforeEach(async () => {
  beforeRead = async () => null
  buyer = await signedIn(shop)
  product = await shop.sell({ stock: 10 })
  id = await placed(buyer, [{ _id: product, qty: 2 }])
  captures.length = 0
})
afterEach(async () => {
  beforeRead = async () => null
  expect(await violations(shop.db)).toEqual([])
  await shop.db.deleteFrom('money_findings').execute()
})
afterAll(() => shop.close())

const { admin, compare, settle } = moneyAdmin(() => shop)
const read = async () => (await (await admin()).get(`/api/orders/${id}`)).body
const stockNow = async () => (await buyer.get(`/api/products/${product}`)).body.countInStock
const close = async () => (await admin()).post(`/api/orders/${id}/close`)

/** Starts a capture that never reaches PayPal, so that the order stays in the state capturing. Returns PayPal's id. */
async function interruptCapture(kind: 'refuse' | 'drop' = 'refuse'): Promise<string> {
  const payment = await approve(shop, buyer, id)
  shop.paypal.addFault({ call: 'capture', kind, times: 3 })
  expect((await buyer.put(`/api/orders/${id}/pay`, { id: payment })).status).toBe(503)
  expect((await read()).state).toBe('capturing')
  return payment
}

test('an order whose money never arrived is canceled, its stock returns once, and it is no longer captured', async () => {
  const payment = await interruptCapture()
  const first = await close()
  expect([first.status, first.body.state]).toEqual([200, 'cancelled'])
  expect(await stockNow()).toBe(10)
  expect((await close()).body.state).toBe('cancelled')
  expect(await stockNow()).toBe(10)
  const tries = captures.length
  expect((await buyer.put(`/api/orders/${id}/pay`, { id: payment })).status).toBe(409)
  for (let run = 0; run < 3; run++) {
    shop.clock.advance(10 * MINUTE)
    await reconcile(shop.shop)
  }
  expect(captures).toHaveLength(tries)
  expect(await read()).toMatchObject({ state: 'cancelled', isPaid: false, dueBack: [] })
  const { lines } = (await (await admin()).get(`/api/record?subject=order&subjectId=${id}`)).body
  expect(lines[0]).toMatchObject({ action: 'Closed while PayPal was confirming the payment' })
})

test('an order whose money arrived becomes paid and is not closed', async () => {
  await interruptCapture('drop')
  const answer = await close()
  expect([answer.status, answer.body.code]).toEqual([409, 'paid'])
  expect(await read()).toMatchObject({ state: 'paid', isPaid: true })
  expect(await stockNow()).toBe(8)
})

test('an order whose money arrived in a wrong amount is closed, and the money is owed back', async () => {
  const payment = await approve(shop, buyer, id)
  shop.paypal.setCaptureDifferences({ value: '1.00' })
  shop.paypal.addFault({ call: 'capture', kind: 'drop', times: 3 })
  await buyer.put(`/api/orders/${id}/pay`, { id: payment })
  const answer = await close()
  expect([answer.status, answer.body.state]).toEqual([200, 'cancelled'])
  expect(answer.body.dueBack).toMatchObject([{ amount: 1 }])
  expect(await stockNow()).toBe(10)
})

describe('money that arrives after the order was closed', () => {
  test.each(['minute', 'comparison'] as const)('is owed back, found by the %s', async (by) => {
    const payment = await interruptCapture()
    await close()
    shop.paypal.captureAtPaypal(payment, undefined, false)
    if (by === 'minute') {
      shop.clock.advance(6 * MINUTE)
      await reconcile(shop.shop)
    } else {
      const finding = (await compare()).findings.find(({ order }) => order?._id === id)
      expect(finding).toMatchObject({ kind: 'closed', action: 'settle' })
      await settle(finding!)
    }
    const { totalPrice, ...order } = await read()
    expect(order).toMatchObject({ state: 'cancelled', isPaid: false, dueBack: [{ amount: totalPrice }] })
    expect(await stockNow()).toBe(10)
  })

  test('is owed back if it was being captured while the payment was read from PayPal', async () => {
    const payment = await interruptCapture()
    const closing = close()
    const capturing = reconcile(shop.shop, true)
    await Promise.all([closing, capturing])
    const { state, isPaid, dueBack, totalPrice } = await read()
    const isTaken = captures.length > 0 && shop.paypal.captureOf(payment) !== ''
    if (state === 'cancelled') {
      expect(dueBack).toMatchObject(isTaken ? [{ amount: totalPrice }] : [])
      expect(await stockNow()).toBe(10)
    } else {
      expect([state, isPaid, isTaken]).toEqual(['paid', true, true])
      expect(await stockNow()).toBe(8)
    }
  })

  test('of a payment under review is owed back, even hours later', async () => {
    const payment = await approve(shop, buyer, id, 'pending')
    await buyer.put(`/api/orders/${id}/pay`, { id: payment })
    expect((await close()).body.state).toBe('cancelled')
    expect(await stockNow()).toBe(10)
    shop.clock.advance(5 * HOUR)
    shop.paypal.review(payment, 'COMPLETED')
    await reconcile(shop.shop)
    expect((await read()).dueBack).toHaveLength(1)
    expect(await stockNow()).toBe(10)
  })
})

test('two admins at the same time close it once', async () => {
  await interruptCapture()
  const answers = await Promise.all([close(), close(), close()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await stockNow()).toBe(10)
})

test('while PayPal does not answer nothing is closed, since it is unknown whether money moved', async () => {
  await interruptCapture()
  shop.paypal.addFault({ call: 'get', kind: 'error', times: 3 })
  const changed = await changedBy(shop.db, async () => expect((await close()).status).toBe(503))
  expect(changed.filter((table) => !/users|sessions|known_networks/.test(table))).toEqual([])
  expect((await close()).body.state).toBe('cancelled')
})

test('an order whose payment PayPal does not show to this account is not closed', async () => {
  await interruptCapture()
  beforeRead = () => Promise.reject(new PaymentRefused('PERMISSION_DENIED', 'another account'))
  const answer = await close()
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('PERMISSION_DENIED')])
  beforeRead = async () => null
  expect((await read()).state).toBe('capturing')
  expect((await close()).body.state).toBe('cancelled')
})

test('an order waiting for payment is canceled, and a paid or unknown one is refused', async () => {
  expect((await buyer.post(`/api/orders/${id}/close`)).status).toBe(403)
  expect((await (await admin()).post('/api/orders/nobody/close')).status).toBe(404)
  expect((await close()).body.state).toBe('cancelled')
  id = await placed(buyer, [{ _id: product, qty: 1 }])
  await buyer.put(`/api/orders/${id}/pay`, { id: await approve(shop, buyer, id) })
  expect((await close()).status).toBe(409)
  expect((await read()).state).toBe('paid')
})

/** The rows that older versions left after a payment of a wrong amount was refunded. */
async function insertStranded(): Promise<void> {
  const payment = await approve(shop, buyer, id)
  shop.paypal.setCaptureDifferences({ value: '1.00' })
  await buyer.put(`/api/orders/${id}/pay`, { id: payment })
  const [due] = (await read()).dueBack
  await (await admin()).post(`/api/orders/${id}/refund`, { payment: due.payment })
  await shop.db.updateTable('orders').set({ state: 'capturing' }).where('id', '=', id).execute()
}

test('an order that an older version left in the state capturing becomes payable again and expires', async () => {
  await insertStranded()
  await reconcile(shop.shop)
  expect((await read()).state).toBe('pending')
  shop.clock.advance(HOUR)
  await expireOrders(shop.shop)
  expect((await read()).state).toBe('expired')
  expect(await stockNow()).toBe(10)
})

test('an order that an older version left in the state capturing can be closed by an admin', async () => {
  await insertStranded()
  expect((await close()).body.state).toBe('cancelled')
  expect(await stockNow()).toBe(10)
})
