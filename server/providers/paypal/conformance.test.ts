import {
  CheckoutPaymentIntent,
  Client,
  CustomError,
  Environment,
  OrdersController,
  OrderStatus,
} from '@paypal/paypal-server-sdk'
import { expect, test } from 'vitest'
import { credentials, sandboxAndClient } from './testing.ts'

type HttpRequest = { url: string; method: string; headers: object; data?: string | URLSearchParams }

/** PayPal's own SDK, with its fixed host replaced by the stand-in's. */
function vendorOrders(apiBase: string): OrdersController {
  const adapter = async (request: HttpRequest) => {
    const response = await fetch(request.url.replace('https://api-m.sandbox.paypal.com', apiBase), {
      method: request.method,
      headers: { ...request.headers },
      body: request.data ?? null,
    })
    const headers = Object.fromEntries(response.headers)
    return { status: response.status, statusText: '', headers, config: request, data: await response.text() }
  }
  const client = new Client({
    environment: Environment.Sandbox,
    clientCredentialsAuthCredentials: {
      oAuthClientId: credentials.clientId,
      oAuthClientSecret: credentials.clientSecret,
    },
    unstable_httpClientOptions: { adapter },
  })
  return new OrdersController(client)
}

const order = (value: string) => ({
  intent: CheckoutPaymentIntent.Capture,
  purchaseUnits: [
    {
      customId: 'order-1',
      amount: {
        currencyCode: 'USD',
        value,
        breakdown: { itemTotal: { currencyCode: 'USD', value: '19.00' } },
      },
      items: [{ name: 'Guji', quantity: '1', unitAmount: { currencyCode: 'USD', value: '19.00' } }],
    },
  ],
})

const prefer = 'return=representation'

test("PayPal's own SDK creates, reads and captures against the stand-in", async () => {
  await using shop = await sandboxAndClient()
  const orders = vendorOrders(shop.sandbox.apiBase)
  const created = await orders.createOrder({ body: order('19.00'), prefer, paypalRequestId: 'v-1' })
  expect(created.statusCode).toBe(201)
  expect(created.result).toMatchObject({ status: OrderStatus.Created, intent: 'CAPTURE' })
  const id = created.result.id ?? ''

  shop.sandbox.choose(id, 'approve')
  expect((await orders.getOrder({ id })).result.status).toBe(OrderStatus.Approved)

  const captured = await orders.captureOrder({ id, prefer, paypalRequestId: 'v-2' })
  expect(captured.statusCode).toBe(201)
  expect(captured.result.status).toBe(OrderStatus.Completed)
  expect(captured.result.purchaseUnits?.[0]?.payments?.captures?.[0]).toMatchObject({
    status: 'COMPLETED',
    amount: { currencyCode: 'USD', value: '19.00' },
    customId: 'order-1',
    sellerReceivableBreakdown: { paypalFee: { value: '1.15' }, netAmount: { value: '17.85' } },
  })
})

test("PayPal's own SDK reads the stand-in's errors", async () => {
  await using shop = await sandboxAndClient()
  const orders = vendorOrders(shop.sandbox.apiBase)
  const wrong = await orders.createOrder({ body: order('19.01') }).catch((error: unknown) => error)
  expect(wrong).toBeInstanceOf(CustomError)
  expect(wrong).toMatchObject({
    statusCode: 422,
    result: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'AMOUNT_MISMATCH' }] },
  })
  const unknown = await orders.getOrder({ id: 'UNKNOWN' }).catch((error: unknown) => error)
  expect(unknown).toMatchObject({ statusCode: 404, result: { name: 'RESOURCE_NOT_FOUND' } })
})
