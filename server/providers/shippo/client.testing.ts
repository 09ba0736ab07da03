/** Test helpers for the Shippo client: a fake Shippo server and sample data. */
import { createServer, type RequestListener } from 'node:http'
import { afterEach } from 'vitest'
import { shippoShipping } from './client.ts'

export const token = 'shippo_test_client'
export const from = {
  name: 'Frame',
  street1: '145 Church St NW',
  street2: '',
  city: 'Vienna',
  state: 'VA',
  zip: '22180',
  country: 'US',
  email: 'hello@frameroasters.example',
}
export const buyer = {
  ...from,
  name: 'Ada',
  street1: '1 Market Stret',
  city: 'San Francisco',
  state: 'CA',
  zip: '94105',
}
export const parcel = { lengthIn: 7, widthIn: 7, heightIn: 7, grams: 680 }

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

/** A fake Shippo with the given responses, and a client of it; `seen.calls` counts the requests. */
export async function provider(listener: RequestListener, timeoutMs = 2000) {
  const seen = { calls: 0, headers: {} as NodeJS.Dict<string | string[]>, path: '', body: '' }
  const server = createServer((request, response) => {
    seen.calls += 1
    seen.headers = request.headers
    seen.path = request.url ?? ''
    request.on('data', (chunk) => (seen.body += String(chunk)))
    request.on('end', () => listener(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const apiBase = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return { seen, shipping: shippoShipping({ token, apiBase, from, mode: 'live', timeoutMs }) }
}

export const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const ground = { token: 'usps_ground_advantage', name: 'Ground Advantage' }
export const rate = (amount: unknown, more: object = {}) => ({
  object_id: `rate_${String(amount)}`,
  amount,
  currency: 'USD',
  provider: 'USPS',
  servicelevel: ground,
  estimated_days: null,
  ...more,
})
export const shipment = (...rates: unknown[]) => ({ object_id: 's', status: 'SUCCESS', rates, messages: [] })
export const quote = { to: buyer, parcel }
