import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ShippingUnavailable } from '../shipping.ts'
import { shippoShipping } from './client.ts'
import { buyer, from, json, provider, quote, rate, shipment, token } from './client.testing.ts'
import { errorText } from './http.ts'

describe('an unusable response', () => {
  test.each([
    [201, '<html>'],
    [201, ''],
    [201, 'null'],
    [201, []],
    [201, { status: 'SUCCESS', object_id: 's' }],
    [201, { ...shipment(rate('7.45')), status: 'QUEUED' }],
    [201, { ...shipment(rate('7.45')), object_id: null }],
    [201, shipment('rate')],
    [302, ''],
    [400, { address_to: { zip: ['bad'] } }],
    [403, 'nope'],
  ])('%i %j is ShippingUnavailable after one call', async (status, body) => {
    const { seen, shipping } = await provider(json(status, body))
    await expect(shipping.quoteGround(quote)).rejects.toThrow(ShippingUnavailable)
    expect(seen.calls).toBe(1)
  })

  test.each([
    { object_id: 'a', street1: '1 Market St', city: 'X', state: 'CA', zip: '94105', country: 'US' },
    { validation_results: { messages: [] } },
  ])('%j does not validate an address', async (body) => {
    const { shipping } = await provider(json(201, body))
    await expect(shipping.validateAddress(buyer)).rejects.toThrow(ShippingUnavailable)
  })

  test('that never ends is ShippingUnavailable', async () => {
    const { shipping } = await provider((_request, response) => {
      response.writeHead(201)
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    }, 200)
    await expect(shipping.quoteGround(quote)).rejects.toThrow(ShippingUnavailable)
  })

  test.each([
    ['too long', `"${'x'.repeat(2_100_000)}"`],
    ['too deep', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('that is %s is ShippingUnavailable', async (_what, body) => {
    const { seen, shipping } = await provider(json(201, body))
    await expect(shipping.quoteGround(quote)).rejects.toThrow(ShippingUnavailable)
    expect(seen.calls).toBe(1)
  })
})

describe('a transient failure', () => {
  test.each([429, 500, 503])('with status %i is retried', async (status) => {
    const answers = [
      json(status, 'later'),
      json(status, { detail: 'later' }),
      json(201, shipment(rate('7.45'))),
    ]
    const { seen, shipping } = await provider((...args) => answers.shift()!(...args))
    expect((await shipping.quoteGround(quote)).cents).toBe(745)
    expect(seen.calls).toBe(3)
  })

  test('is reported after three attempts', async () => {
    const { seen, shipping } = await provider(json(500, { message: 'broken', details: ['x'] }))
    await expect(shipping.quoteGround(quote)).rejects.toThrow('Shippo answered 500: broken; x')
    expect(seen.calls).toBe(3)
  })

  test('of the connection is retried', async () => {
    const answers: RequestListener[] = [
      (request) => request.socket.destroy(),
      json(201, shipment(rate('7.45'))),
    ]
    const { shipping } = await provider((...args) => answers.shift()!(...args))
    expect((await shipping.quoteGround(quote)).cents).toBe(745)
  })

  test('takes no longer than the time limit', async () => {
    const { shipping } = await provider(() => {}, 150)
    const start = performance.now()
    await expect(shipping.quoteGround(quote)).rejects.toThrow(ShippingUnavailable)
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  test('is not retried if Shippo’s Retry-After exceeds the time limit', async () => {
    const { seen, shipping } = await provider((_request, response) => {
      response.writeHead(429, { 'retry-after': '60' }).end('{}')
    })
    await expect(shipping.quoteGround(quote)).rejects.toThrow(ShippingUnavailable)
    expect(seen.calls).toBe(1)
  })

  test('includes a host that cannot be reached', async () => {
    const shipping = shippoShipping({ token, apiBase: 'http://127.0.0.1:9', from, mode: 'live' })
    await expect(shipping.validateAddress(buyer)).rejects.toThrow(ShippingUnavailable)
  })
})

test.each([
  [{ detail: 'Not found.' }, 'Not found.'],
  [
    { zip: ['is missing'], address_to: { city: ['a', 'b'] } },
    'zip: is missing; address_to: city: a; address_to: city: b',
  ],
  [{ message: 'Bad', details: { x: 'y' } }, 'Bad; x: y'],
  ['plain', 'plain'],
  [undefined, 'no readable reason'],
  [[[[[[['deep']]]]]], 'no readable reason'],
])('the error body %j becomes %s', (body, text) => expect(errorText(body)).toBe(text))
