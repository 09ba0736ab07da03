import { expect, test } from 'vitest'
import { PaymentDeclined, PaymentRefused } from '../payments.ts'
import { clientOf, purchase, sandboxAndClient } from './client.testing.ts'

test('the client opens a payment, waits for the buyer, and captures it', async () => {
  await using shop = await sandboxAndClient({ merchantId: 'FRAMERTASTERS' })
  const opened = await shop.payments.createPayment(purchase())
  expect(opened).toMatchObject({
    status: 'open',
    intent: 'CAPTURE',
    orderId: 'order-1',
    amountCents: 5_247,
    currency: 'USD',
    payeeMerchantId: 'FRAMERTASTERS',
    payerEmail: null,
    capture: null,
  })
  expect(opened.id).toMatch(/^[A-Z0-9]{17}$/)

  shop.sandbox.choose(opened.id, 'approve')
  await expect(shop.payments.getPayment(opened.id)).resolves.toMatchObject({ status: 'approved' })

  const paid = await shop.payments.capturePayment(opened.id, 'order-1:capture:1')
  expect(paid).toMatchObject({ status: 'done', orderId: 'order-1', payerEmail: 'buyer@sandbox.example' })
  expect(paid.capture).toMatchObject({ status: 'completed', amountCents: 5_247, currency: 'USD' })
  expect(paid.capture?.at).toMatch(/^\d{4}-.*T.*Z$/)
  await expect(shop.payments.getPayment(opened.id)).resolves.toEqual(paid)
})

test('the client lets the buyer pay the same payment after the card was declined', async () => {
  await using shop = await sandboxAndClient()
  const { id } = await shop.payments.createPayment(purchase())
  shop.sandbox.choose(id, 'decline')
  const declined = shop.payments.capturePayment(id, 'order-1:capture:1')
  await expect(declined).rejects.toMatchObject({ name: 'PaymentDeclined', issue: 'INSTRUMENT_DECLINED' })
  await expect(declined).rejects.toThrow(/debug_id [0-9a-f]{13}/)
  await expect(shop.payments.getPayment(id)).resolves.toMatchObject({ status: 'open' })

  shop.sandbox.choose(id, 'approve')
  await expect(shop.payments.capturePayment(id, 'order-1:capture:1')).rejects.toThrow(PaymentDeclined)
  const paid = await shop.payments.capturePayment(id, 'order-1:capture:2')
  expect(paid.capture?.status).toBe('completed')
})

test('the client does not report a payment under review as completed', async () => {
  await using shop = await sandboxAndClient()
  const { id } = await shop.payments.createPayment(purchase())
  shop.sandbox.choose(id, 'pending')
  const held = await shop.payments.capturePayment(id, 'order-1:capture:1')
  expect(held).toMatchObject({ status: 'done', capture: { status: 'pending' } })

  shop.sandbox.review(id, 'COMPLETED')
  await expect(shop.payments.getPayment(id)).resolves.toMatchObject({ capture: { status: 'completed' } })
})

test('the client returns the same payment for the same request id', async () => {
  await using shop = await sandboxAndClient()
  const first = await shop.payments.createPayment(purchase())
  await expect(shop.payments.createPayment(purchase())).resolves.toEqual(first)
  shop.sandbox.choose(first.id, 'approve')
  const paid = await shop.payments.capturePayment(first.id, 'capture-1')
  await expect(shop.payments.capturePayment(first.id, 'capture-1')).resolves.toEqual(paid)
})

test('the client returns the payment if PayPal reports that it was captured before', async () => {
  await using shop = await sandboxAndClient()
  const { id } = await shop.payments.createPayment(purchase())
  shop.sandbox.choose(id, 'approve')
  const paid = await shop.payments.capturePayment(id, 'capture-1')
  await expect(shop.payments.capturePayment(id, 'capture-2')).resolves.toEqual(paid)
})

test('the client refuses to capture a payment without the buyer’s approval', async () => {
  await using shop = await sandboxAndClient()
  const { id } = await shop.payments.createPayment(purchase())
  const capture = shop.payments.capturePayment(id, 'capture-1')
  await expect(capture).rejects.toMatchObject({ name: 'PaymentRefused', issue: 'ORDER_NOT_APPROVED' })
})

test('the client throws PayPal’s error code if PayPal refuses the sums', async () => {
  await using shop = await sandboxAndClient()
  const wrong = shop.payments.createPayment(purchase({ totalCents: 5_246 }))
  await expect(wrong).rejects.toMatchObject({ name: 'PaymentRefused', issue: 'AMOUNT_MISMATCH' })
})

test('a discount is in the breakdown, and PayPal refuses it if the sums do not agree', async () => {
  await using shop = await sandboxAndClient()
  const discounted = { itemsCents: 3_915, discountCents: 435, taxCents: 39, totalCents: 4_807 }
  const { id } = await shop.payments.createPayment(purchase(discounted))
  expect(shop.sandbox.view(id)?.request.purchase_units[0]?.amount.breakdown).toMatchObject({
    item_total: { value: '43.50' },
    discount: { value: '4.35' },
  })
  const wrong = purchase({ ...discounted, requestId: 'order-2:create:1', discountCents: 434 })
  await expect(shop.payments.createPayment(wrong)).rejects.toMatchObject({ issue: 'ITEM_TOTAL_MISMATCH' })
})

test('the client shortens long names to PayPal’s limit, never inside a character', async () => {
  await using shop = await sandboxAndClient()
  const name = `${'a'.repeat(126)}😀 and more`
  const lines = [{ name, sku: '', quantity: 1, unitCents: 4_350 }]
  const { id } = await shop.payments.createPayment(purchase({ lines }))
  const [item] = shop.sandbox.view(id)?.request.purchase_units[0]?.items ?? []
  expect(item?.name).toBe('a'.repeat(126))
})

test.for(['', '../../v1/x', 'abc', 'A'.repeat(37), 'A\n', 'A?x'])(
  'the client refuses the id %j without a call',
  async (id) => {
    const payments = clientWithoutCalls()
    await expect(payments.getPayment(id)).rejects.toMatchObject({ issue: 'INVALID_PAYMENT_ID' })
    await expect(payments.capturePayment(id, 'capture-1')).rejects.toThrow(PaymentRefused)
  },
)

test.for(['', 'a b', 'a\n', 'x'.repeat(109)])(
  'the client refuses the request id %j without a call',
  async (requestId) => {
    await expect(clientWithoutCalls().capturePayment('A1', requestId)).rejects.toMatchObject({
      issue: 'INVALID_REQUEST_ID',
    })
    await expect(clientWithoutCalls().createPayment(purchase({ requestId }))).rejects.toThrow(PaymentRefused)
  },
)

test('the client returns null for a payment that PayPal has deleted', async () => {
  let now = Date.now()
  await using shop = await sandboxAndClient({ now: () => now })
  const { id } = await shop.payments.createPayment(purchase())
  now += 6 * 3_600_000
  await expect(shop.payments.getPayment(id)).resolves.toBeNull()
  const capture = shop.payments.capturePayment(id, 'capture-1')
  await expect(capture).rejects.toMatchObject({ name: 'PaymentRefused', issue: 'INVALID_RESOURCE_ID' })
})

test('the client refuses a payment to another merchant', async () => {
  await using shop = await sandboxAndClient()
  const { id } = await shop.payments.createPayment(purchase())
  const other = clientOf(shop.sandbox.apiBase, { merchantId: 'SOMEBODYELSE1' })
  await expect(other.getPayment(id)).rejects.toMatchObject({ issue: 'PAYEE_MISMATCH' })
})

test('the client reads the payment again if a capture response is incomplete', async () => {
  await using shop = await sandboxAndClient()
  const client = clientOf(shop.sandbox.apiBase, {
    fetch: (input, init) => {
      const headers = new Headers(init?.headers)
      headers.delete('prefer')
      return fetch(input, { ...init, headers })
    },
  })
  const { id } = await shop.payments.createPayment(purchase())
  shop.sandbox.choose(id, 'approve')
  await expect(client.capturePayment(id, 'capture-1')).resolves.toMatchObject({
    intent: 'CAPTURE',
    amountCents: 5_247,
  })
})

/** A client whose calls fail the test. */
function clientWithoutCalls() {
  return clientOf('http://127.0.0.1:1', {
    fetch: () => {
      throw new Error('called')
    },
  })
}
