import { Client, Environment, TransactionSearchController } from '@paypal/paypal-server-sdk'
import { expect, test } from 'vitest'
import { PaymentUnavailable } from '../payments.ts'
import { credentials, purchase, sandboxAndClient } from './client.testing.ts'

const DAY = 86_400_000
const START = Date.parse('2026-03-01T12:00:00Z')
const iso = (at: number) => new Date(at).toISOString()

async function withPayments(count: number, options: { maySearch?: boolean } = {}) {
  let now = START
  const shop = await sandboxAndClient({ now: () => now, ...options })
  const captured: string[] = []
  for (let number = 1; number <= count; number++) {
    const { id } = await shop.payments.createPayment(
      purchase({ requestId: `create-${number}`, orderId: `order-${number}`, invoiceId: `order-${number}-1` }),
    )
    shop.sandbox.choose(id, 'approve')
    const { capture } = await shop.payments.capturePayment(id, `capture-${number}`)
    captured.push(capture!.id)
    now += DAY
  }
  return { ...shop, captured, now: () => now }
}

test('every capture of a period is listed with its order and amount; each month is a separate request', async () => {
  await using shop = await withPayments(40)
  const { calls } = shop.sandbox.traffic
  const all = await shop.payments.listMovements(iso(START), iso(shop.now()))
  // One of these requests may be for a new token.
  expect(shop.sandbox.traffic.calls - calls).toBeLessThanOrEqual(3)
  expect(all?.map(({ id }) => id)).toEqual(shop.captured)
  expect(all?.[0]).toEqual({
    id: shop.captured[0],
    kind: 'payment',
    orderId: 'order-1',
    cents: 5_247,
    currency: 'USD',
    status: 'done',
    at: iso(START),
    of: null,
  })
  const two = await shop.payments.listMovements(iso(START + DAY / 2), iso(START + 2.5 * DAY))
  expect(two?.map(({ orderId }) => orderId)).toEqual(['order-2', 'order-3'])
})

test('missing permission is distinguished from an outage', async () => {
  await using shop = await withPayments(1, { maySearch: false })
  await expect(shop.payments.listMovements(iso(START), iso(START + DAY))).resolves.toBeNull()
  shop.sandbox.addFault({ call: 'list', kind: 'garbage' })
  await expect(shop.payments.listMovements(iso(START), iso(START + DAY))).rejects.toThrow(PaymentUnavailable)
})

test('PayPal’s own SDK reads the list, and the sandbox refuses what PayPal refuses', async () => {
  await using shop = await withPayments(2)
  const client = new Client({
    environment: Environment.Sandbox,
    clientCredentialsAuthCredentials: {
      oAuthClientId: credentials.clientId,
      oAuthClientSecret: credentials.clientSecret,
    },
    unstable_httpClientOptions: {
      adapter: async (request: {
        url: string
        method: string
        headers: object
        data?: string | URLSearchParams
      }) => {
        const url = request.url.replace('https://api-m.sandbox.paypal.com', shop.sandbox.apiBase)
        const { method, headers, data } = request
        const response = await fetch(url, { method, headers: { ...headers }, body: data ?? null })
        return {
          status: response.status,
          statusText: '',
          headers: Object.fromEntries(response.headers),
          config: request,
          data: await response.text(),
        }
      },
    },
  })
  const search = new TransactionSearchController(client)
  const { result } = await search.searchTransactions({
    startDate: iso(START),
    endDate: iso(START + 10 * DAY),
    fields: 'transaction_info',
    pageSize: 1,
    page: 2,
  })
  expect(result).toMatchObject({ page: 2, totalItems: 2, totalPages: 2 })
  expect(result.transactionDetails?.[0]?.transactionInfo).toMatchObject({
    transactionId: shop.captured[1],
    customField: 'order-2',
    transactionStatus: 'S',
    transactionAmount: { currencyCode: 'USD', value: '52.47' },
  })
  const tooLong = search.searchTransactions({ startDate: iso(START), endDate: iso(START + 32 * DAY) })
  await expect(tooLong).rejects.toMatchObject({ statusCode: 400 })
})
