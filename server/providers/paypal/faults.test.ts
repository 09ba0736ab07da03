import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { PaymentDeclined, PaymentRefused, PaymentUnavailable } from '../payments.ts'
import { clientOf, purchase, sandboxAndClient } from './client.testing.ts'

test.for(['create', 'capture'] as const)(
  'the client retries a %s whose response was lost, and PayPal carries it out once',
  async (call) => {
    await using shop = await sandboxAndClient()
    if (call === 'create') shop.sandbox.addFault({ call, kind: 'drop', times: 2 })
    const { id } = await shop.payments.createPayment(purchase())
    if (call === 'capture') shop.sandbox.addFault({ call, kind: 'drop', times: 2 })
    shop.sandbox.choose(id, 'approve')
    const paid = await shop.payments.capturePayment(id, 'capture-1')
    expect(paid.capture?.status).toBe('completed')
    await expect(shop.payments.createPayment(purchase())).resolves.toMatchObject({
      id,
      capture: paid.capture,
    })
  },
)

test.for(['error', 'busy', 'drop'] as const)(
  'the client gives up after three failures of the kind %s',
  async (kind) => {
    await using shop = await sandboxAndClient()
    const { id } = await shop.payments.createPayment(purchase())
    shop.sandbox.addFault({ call: 'get', kind, times: 3 })
    await expect(shop.payments.getPayment(id)).rejects.toThrow(PaymentUnavailable)
    await expect(shop.payments.getPayment(id)).resolves.toMatchObject({ id })
  },
)

test('the client does not wait longer than its time limit, and finds the captured money afterwards', async () => {
  await using shop = await sandboxAndClient({ captureTimeoutMs: 1500 })
  const { id } = await shop.payments.createPayment(purchase())
  shop.sandbox.choose(id, 'approve')
  shop.sandbox.addFault({ call: 'capture', kind: 'hang', times: 1 })
  const start = performance.now()
  await expect(shop.payments.capturePayment(id, 'capture-1')).rejects.toThrow(/did not answer in time/)
  // Without a given limit it is fifteen seconds.
  expect(performance.now() - start).toBeLessThan(14_000)
  const paid = await shop.payments.capturePayment(id, 'capture-1')
  expect(paid.capture?.status).toBe('completed')
})

test('PayPal is unavailable if there is no response to the token call', async () => {
  await using shop = await sandboxAndClient({ timeoutMs: 1500 })
  shop.sandbox.addFault({ call: 'token', kind: 'hang', times: 1 })
  await expect(shop.payments.getPayment('A1')).rejects.toThrow(PaymentUnavailable)
  await expect(shop.payments.getPayment('A1')).resolves.toBeNull()
})

test('PayPal is unavailable with wrong credentials', async () => {
  await using shop = await sandboxAndClient()
  const stranger = clientOf(shop.sandbox.apiBase, { clientSecret: 'wrong' })
  await expect(stranger.createPayment(purchase())).rejects.toThrow(/refused our credentials/)
})

test('the client requests one token for concurrent calls, and a new one before it expires', async () => {
  let now = Date.now()
  const calls: string[] = []
  await using shop = await sandboxAndClient({
    now: () => now,
    fetch: (input, init) => {
      calls.push(input instanceof Request ? input.url : String(input))
      return fetch(input, init)
    },
  })
  const tokens = () => calls.filter((url) => url.endsWith('/token')).length
  await Promise.all(Array.from({ length: 20 }, () => shop.payments.getPayment('A1')))
  expect(tokens()).toBe(1)
  now += (32_400 - 61) * 1_000
  await shop.payments.getPayment('A1')
  expect(tokens()).toBe(1)
  now += 2_000
  await shop.payments.getPayment('A1')
  expect(tokens()).toBe(2)
})

test('the client renews a token that PayPal rejects', async () => {
  let now = Date.now()
  await using shop = await sandboxAndClient({ now: () => now })
  const client = clientOf(shop.sandbox.apiBase, { now: () => 0 })
  const { id } = await client.createPayment(purchase())
  now += 32_400_000
  await expect(client.getPayment(id)).resolves.toBeNull()
})

test('PayPal is unavailable if a new token is rejected too', async () => {
  await using paypal = await fakePaypal((_request, response) => {
    response.writeHead(401, { 'paypal-debug-id': 'deb001' }).end('{"error":"invalid_token"}')
  })
  const refused = clientOf(paypal.apiBase).getPayment('A1')
  await expect(refused).rejects.toThrow(/rejected a new access token \(debug_id deb001\)/)
})

test.for([
  '{"id": "A1',
  '[]',
  '"A1"',
  '{"id":"A1","status":"BRAND_NEW"}',
  '{"id":"B2","status":"APPROVED"}',
  '{"id":"A1","status":"CREATED","purchase_units":[{"amount":{"currency_code":"USD","value":"1e3"}}]}',
  '{"id":"A1","status":"COMPLETED","purchase_units":[{"payments":{"captures":[{"id":"C","status":"COMPLETED"}]}}]}',
])('the client refuses an unreadable response: %s', async (body) => {
  await using paypal = await fakePaypal((_request, response) => response.end(body))
  await expect(clientOf(paypal.apiBase).getPayment('A1')).rejects.toThrow(PaymentUnavailable)
})

test('the client does not treat the 404 of a proxy as a missing payment', async () => {
  await using paypal = await fakePaypal((_request, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
  })
  await expect(clientOf(paypal.apiBase).getPayment('A1')).rejects.toThrow(PaymentUnavailable)
})

test.for([
  [422, 'ORDER_COMPLETION_IN_PROGRESS', PaymentUnavailable],
  [409, 'PREVIOUS_REQUEST_IN_PROGRESS', PaymentUnavailable],
  [422, 'PAYER_ACTION_REQUIRED', PaymentDeclined],
  [422, 'TRANSACTION_REFUSED', PaymentRefused],
  [403, 'PERMISSION_DENIED', PaymentRefused],
] as const)('the client reports %i %s as the right kind of error', async ([status, issue, kind]) => {
  await using paypal = await fakePaypal((_request, response) => {
    response.writeHead(status).end(JSON.stringify({ name: 'X', debug_id: 'deb001', details: [{ issue }] }))
  })
  const capture = clientOf(paypal.apiBase).capturePayment('A1', 'capture-1')
  await expect(capture).rejects.toThrow(kind)
  await expect(capture).rejects.toThrow(`(debug_id deb001)`)
})

/** A server that issues tokens; the test defines all other responses. */
async function fakePaypal(answer: RequestListener) {
  const server = createServer((request, response) => {
    if (request.url !== '/v1/oauth2/token') return answer(request, response)
    return response.end('{"access_token":"token","expires_in":32400}')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    apiBase: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
