// On SQLite only: calls of outside services, the same code on both databases.
// Slow, not in `npm run check`: services that never answer, fail, or are down for minutes.
/** While PayPal fails one kind of call, the others work: unauthenticated requests must never stop a sale. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SECOND } from '#server/kernel/time/clock.ts'
import { OPENS_AFTER, PAUSE } from '#server/providers/circuit.ts'
import { bought, pay, placed, quote, VIENNA } from '#test/purchase.ts'
import { deliverTo, openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { processEvents } from './events.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await openShop({ patienceMs: 1500 })
})
afterEach(() => shop.close())

const eventOf = (order: string) =>
  shop.paypal.webhooks.compose('PAYMENT.CAPTURE.REFUNDED', 'capture', {
    id: 'CAPTURE1',
    supplementary_data: { related_ids: { order_id: order } },
  })

/** Like a PayPal webhook, except for the signature. */
const forged = () => {
  const { headers, body } = eventOf('FORGED1')
  return { headers: { ...headers, 'paypal-transmission-sig': 'Zm9yZ2Vk' }, body }
}

const oneBag = async () => [{ _id: await shop.sell(), qty: 1 }]

test('many forged webhooks while PayPal throttles signature checks do not stop sales', async () => {
  const buyer = await signedIn(shop)
  shop.paypal.addFault({ call: 'verify', kind: 'busy', times: Infinity })
  for (let wave = 1; wave <= 3; wave++) {
    for (let count = 0; count <= OPENS_AFTER; count++) expect(await deliverTo(shop, forged())).toBe(503)
    const id = await placed(buyer, await oneBag())
    expect((await pay(shop, buyer, id)).body).toMatchObject({ state: 'paid', isPaid: true })
    shop.clock.advance(PAUSE + SECOND)
  }
})

test('the checks pause, and a genuine event is processed when PayPal answers again', async () => {
  const buyer = await signedIn(shop)
  const sale = await bought(shop, buyer, await oneBag())
  shop.paypal.refundAtPaypal(sale.paypalId)
  const real = eventOf(sale.paypalId)
  shop.paypal.addFault({ call: 'verify', kind: 'busy', times: Infinity })
  for (let count = 0; count < OPENS_AFTER; count++) expect(await deliverTo(shop, forged())).toBe(503)
  const { calls } = shop.paypal.traffic
  expect(await deliverTo(shop, real)).toBe(503)
  expect(shop.paypal.traffic.calls).toBe(calls)
  shop.paypal.clearFaults()
  shop.clock.advance(PAUSE + SECOND)
  expect(await deliverTo(shop, real)).toBe(200)
  await processEvents(shop.shop)
  expect((await buyer.get(`/api/orders/${sale.id}`)).body.state).toBe('refunded')
})

test('the admin home shows that webhooks cannot be checked and that payments work', async () => {
  const buyer = await signedIn(shop)
  const admin = await signedIn(shop, { isAdmin: true })
  const payments = async () => (await admin.get('/api/desk')).body.services[0]
  shop.paypal.addFault({ call: 'verify', kind: 'busy', times: Infinity })
  for (let count = 0; count < OPENS_AFTER; count++) await deliverTo(shop, forged())
  await bought(shop, buyer, await oneBag())
  expect(await payments()).toMatchObject({
    state: 'working',
    problem: '',
    nextTryAt: null,
    alsoFailing: [
      { calls: 'webhooks', problem: expect.stringContaining('429'), nextTryAt: expect.any(String) },
    ],
  })
  // A successful test closes all circuits.
  await admin.post('/api/desk/services/payments/test')
  expect(await payments()).not.toHaveProperty('alsoFailing')
  shop.paypal.clearFaults()
  expect(await deliverTo(shop, forged())).toBe(400)
})

test('unanswered refunds do not stop sales', async () => {
  const buyer = await signedIn(shop)
  const admin = await signedIn(shop, { isAdmin: true })
  const sales = []
  for (let count = 0; count < OPENS_AFTER; count++) sales.push(await bought(shop, buyer, await oneBag()))
  shop.paypal.addFault({ call: 'refund', kind: 'busy', times: Infinity })
  for (const { id } of sales) await admin.post(`/api/orders/${id}/refund`, {})
  await expect(bought(shop, buyer, await oneBag())).resolves.toHaveProperty('id')
})

test('throttled address checks do not stop quotes', async () => {
  const buyer = await signedIn(shop)
  shop.shippo.addFault({ call: 'addresses', kind: 'busy', times: Infinity })
  for (let count = 0; count <= OPENS_AFTER; count++)
    expect((await buyer.post('/api/shippo/validate', VIENNA)).status).toBe(503)
  await expect(quote(buyer, await oneBag())).resolves.toHaveProperty('quoteId')
})

test('refused labels do not stop quotes', async () => {
  const buyer = await signedIn(shop)
  const admin = await signedIn(shop, { isAdmin: true })
  const sales = []
  for (let count = 0; count < OPENS_AFTER; count++) sales.push(await bought(shop, buyer, await oneBag()))
  shop.shippo.addFault({ call: 'transactions', kind: 'busy', times: Infinity })
  for (const { id } of sales) expect((await admin.post('/api/shippo', { orderId: id })).status).toBe(503)
  await expect(quote(buyer, await oneBag())).resolves.toHaveProperty('quoteId')
})
