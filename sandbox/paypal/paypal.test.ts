import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { orderBody } from '#server/providers/paypal/orders.ts'
import { clientOf, credentials, purchase, sandboxAndClient } from '#server/providers/paypal/client.testing.ts'
import { orderIssues, paymentIssues } from './issues.ts'
import { issuesOf, post } from './rest.testing.ts'
import { startPaypalSandbox } from './paypal.ts'

test('the sandbox uses the texts that PayPal publishes for problems of orders', () => {
  const published = readFileSync(
    new URL(
      '../../node_modules/@paypal/paypal-js/types/apis/openapi/checkout_orders_v2.d.ts',
      import.meta.url,
    ),
    'utf8',
  )
  for (const [issue, [, description]] of Object.entries(orderIssues)) {
    if (issue === 'ACTION_DOES_NOT_MATCH_INTENT') continue
    expect(published).toContain(issue)
    expect(published.replaceAll(String.raw`\'`, "'"), issue).toContain(description)
  }
})

test('the sandbox uses the texts that PayPal publishes for problems of refunds and tracking', () => {
  const texts = ['payments_payment_v2', 'checkout_orders_v2'].map((name) =>
    readFileSync(
      new URL(
        `../../node_modules/@paypal/paypal-rest-api-specifications/openapi/${name}.json`,
        import.meta.url,
      ),
      'utf8',
    ),
  )
  for (const [issue, [, description]] of Object.entries(paymentIssues)) {
    expect(texts.join()).toContain(`"${issue}"`)
    expect(texts.join(), issue).toContain(JSON.stringify(description))
  }
})

type Body = ReturnType<typeof orderBody>
type Change = (body: Body, unit: NonNullable<Body['purchase_units'][0]>) => unknown

const invalid: [string, number, Change][] = [
  ['MISSING_REQUIRED_PARAMETER', 400, (body) => Reflect.deleteProperty(body, 'intent')],
  ['MISSING_REQUIRED_PARAMETER', 400, (_, unit) => Reflect.deleteProperty(unit, 'amount')],
  ['INVALID_PARAMETER_VALUE', 400, (body) => (body.intent = 'BUY')],
  ['INVALID_ARRAY_MIN_ITEMS', 400, (body) => (body.purchase_units = [])],
  ['INVALID_PARAMETER_SYNTAX', 400, (_, unit) => (unit.amount.value = '52,47')],
  ['INVALID_PARAMETER_SYNTAX', 400, (_, unit) => (unit.items[0]!.quantity = '0')],
  ['INVALID_STRING_LENGTH', 400, (_, unit) => (unit.items[0]!.name = 'n'.repeat(128))],
  ['INVALID_STRING_LENGTH', 400, (_, unit) => (unit.custom_id = 'c'.repeat(128))],
  ['AMOUNT_MISMATCH', 422, (_, unit) => (unit.amount.value = '52.48')],
  ['ITEM_TOTAL_MISMATCH', 422, (_, unit) => (unit.items[0]!.quantity = '3')],
  ['ITEM_TOTAL_REQUIRED', 422, (_, unit) => Reflect.deleteProperty(unit.amount, 'breakdown')],
  ['TAX_TOTAL_MISMATCH', 422, (_, unit) => Object.assign(unit.items[0]!, { tax: usd('0.19') })],
  ['DECIMAL_PRECISION', 422, (_, unit) => (unit.amount.value = '52.470')],
  ['MULTI_CURRENCY_ORDER', 422, (_, unit) => (unit.amount.breakdown.shipping.currency_code = 'EUR')],
  ['INVALID_CURRENCY_CODE', 422, (_, unit) => (unit.amount.currency_code = 'XXX')],
  ['CANNOT_BE_ZERO_OR_NEGATIVE', 422, (_, unit) => (unit.amount.value = '0.00')],
  ['CANNOT_BE_NEGATIVE', 422, (_, unit) => (unit.amount.breakdown.shipping.value = '-8.53')],
  ['CITY_REQUIRED', 422, (_, unit) => (unit.shipping!.address.admin_area_2 = '')],
  ['POSTAL_CODE_REQUIRED', 422, (_, unit) => Reflect.deleteProperty(unit.shipping!.address, 'postal_code')],
]

test.for(invalid)('the sandbox answers %s with %i', async ([issue, status, change]) => {
  await using shop = await sandboxAndClient()
  const body = orderBody(purchase(), {})
  change(body, body.purchase_units[0]!)
  const response = await post(shop.sandbox.apiBase, '/v2/checkout/orders', JSON.stringify(body), 'r-1')
  expect(response.status).toBe(status)
  expect(response.json['name']).toBe(status === 400 ? 'INVALID_REQUEST' : 'UNPROCESSABLE_ENTITY')
  expect(response.json['debug_id']).toMatch(/^[0-9a-f]{13}$/)
  expect(issuesOf(response.json)).toContain(issue)
})

test('the sandbox requires a request id with a payment source, well-formed JSON, and the JSON content type', async () => {
  await using shop = await sandboxAndClient()
  const { apiBase } = shop.sandbox
  const body = JSON.stringify(orderBody(purchase(), {}))
  const anonymous = await post(apiBase, '/v2/checkout/orders', body)
  expect(issuesOf(anonymous.json)).toEqual(['PAYPAL_REQUEST_ID_REQUIRED'])
  const broken = await post(apiBase, '/v2/checkout/orders', '{', 'r-1')
  expect(issuesOf(broken.json)).toEqual(['MALFORMED_REQUEST_JSON'])
  const text = await post(apiBase, '/v2/checkout/orders', body, 'r-1', { 'content-type': 'text/plain' })
  expect(text.status).toBe(415)
})

test('the sandbox returns only id, status and links unless the representation is requested', async () => {
  await using shop = await sandboxAndClient()
  const { apiBase } = shop.sandbox
  const { payment_source: _, ...body } = orderBody(purchase(), {})
  const small = await post(apiBase, '/v2/checkout/orders', JSON.stringify(body), 'r-1')
  expect(small.status).toBe(201)
  expect(Object.keys(small.json)).toEqual(['id', 'status', 'links'])
  expect(small.json).toMatchObject({ status: 'CREATED' })
  expect(JSON.stringify(small.json)).toContain('"rel":"approve"')
  const again = await post(apiBase, '/v2/checkout/orders', JSON.stringify(body), 'r-1', {
    prefer: 'return=representation',
  })
  expect(again.status).toBe(200)
  expect(again.json).toMatchObject({ id: small.json['id'], intent: 'CAPTURE' })
})

test('the sandbox returns the error that PayPal-Mock-Response requests', async () => {
  await using shop = await sandboxAndClient()
  const { id } = await shop.payments.createPayment(purchase())
  shop.sandbox.choose(id, 'approve')
  const mocked = await post(shop.sandbox.apiBase, `/v2/checkout/orders/${id}/capture`, '{}', 'c-1', {
    'paypal-mock-response': '{"mock_application_codes":"TRANSACTION_REFUSED"}',
  })
  expect(mocked.status).toBe(422)
  expect(issuesOf(mocked.json)).toEqual(['TRANSACTION_REFUSED'])
  await expect(shop.payments.getPayment(id)).resolves.toMatchObject({ status: 'approved' })
})

test('the sandbox captures each invoice id only once', async () => {
  await using shop = await sandboxAndClient()
  const first = await shop.payments.createPayment(purchase())
  const second = await shop.payments.createPayment(purchase({ requestId: 'create-2' }))
  shop.sandbox.choose(first.id, 'approve')
  shop.sandbox.choose(second.id, 'approve')
  await expect(shop.payments.capturePayment(first.id, 'c-1')).resolves.toMatchObject({ status: 'done' })
  const again = shop.payments.capturePayment(second.id, 'c-2')
  await expect(again).rejects.toMatchObject({ issue: 'DUPLICATE_INVOICE_ID' })
})

test('the sandbox keeps orders, captures and request ids over a restart, and ignores a truncated last line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paypal-'))
  const stateFile = join(folder, 'paypal.jsonl')
  const first = await startPaypalSandbox({ ...credentials, stateFile })
  const before = clientOf(first.apiBase)
  const paid = await before.createPayment(purchase())
  const open = await before.createPayment(purchase({ requestId: 'create-2', invoiceId: 'order-1-2' }))
  first.choose(paid.id, 'approve')
  const captured = await before.capturePayment(paid.id, 'capture-1')
  first.choose(open.id, 'approve')
  await first.close()
  writeFileSync(stateFile, '{"id":"CUT', { flag: 'a' })

  const second = await startPaypalSandbox({ ...credentials, stateFile })
  const after = clientOf(second.apiBase)
  await expect(after.capturePayment(paid.id, 'capture-1')).resolves.toEqual(captured)
  await expect(after.createPayment(purchase())).resolves.toMatchObject({ id: paid.id, status: 'done' })
  await expect(after.getPayment(open.id)).resolves.toMatchObject({ status: 'approved' })
  await second.close()

  const later = Date.now() + 7 * 3_600_000
  const third = await startPaypalSandbox({ ...credentials, stateFile, now: () => later })
  const muchLater = clientOf(third.apiBase)
  await expect(muchLater.getPayment(open.id)).resolves.toBeNull()
  await expect(muchLater.getPayment(paid.id)).resolves.toEqual(captured)
  await third.close()
  rmSync(folder, { recursive: true })
})

function usd(value: string) {
  return { currency_code: 'USD', value }
}
