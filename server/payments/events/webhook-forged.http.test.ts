// On SQLite only: calls of outside services, the same code on both databases.
// Slow, not in `npm run check`: services that never answer, fail, or are down for minutes.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { bought } from '#test/purchase.ts'
import { deliverTo, openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import type { Delivery } from '#server/providers/refunds.ts'
import { SECOND } from '#server/kernel/time/clock.ts'
import { OPENS_AFTER, PAUSE } from '#server/providers/circuit.ts'
import { processEvents } from './events.ts'

let shop: TestShop
let paypalId: string

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  const sale = await bought(shop, await signedIn(shop), [{ _id: await shop.sell(), qty: 1 }])
  paypalId = sale.paypalId
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

/** A genuine event about the order's payment. */
const genuine = () =>
  shop.paypal.webhooks.compose('PAYMENT.CAPTURE.COMPLETED', 'capture', {
    id: 'CAPTURE1',
    supplementary_data: { related_ids: { order_id: paypalId } },
  })

const withHeader = (name: string, value: string | undefined) => {
  const delivery = genuine()
  return { ...delivery, headers: { ...delivery.headers, [name]: value } }
}

describe('a webhook that is not from PayPal', () => {
  test.each<[string, () => Delivery]>([
    [
      'a body with one character changed',
      () => {
        const { headers, body } = genuine()
        return { headers, body: Buffer.from(body.toString().replace('CAPTURE1', 'CAPTURE2')) }
      },
    ],
    [
      'a body that was serialized again',
      () => {
        const { headers, body } = genuine()
        return { headers, body: Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1)) }
      },
    ],
    ['the signature of another sender', () => withHeader('paypal-transmission-sig', 'c2lnbmVk')],
    ['no signature', () => withHeader('paypal-transmission-sig', undefined)],
    ['another time', () => withHeader('paypal-transmission-time', '2026-01-01T00:00:00Z')],
    ['another transmission', () => withHeader('paypal-transmission-id', 'another')],
    ['a certificate from another host', () => withHeader('paypal-cert-url', 'https://evil.example/cert.pem')],
    [
      'a certificate from a similar host name',
      () => withHeader('paypal-cert-url', 'https://api.paypal.com.evil.example/c'),
    ],
    [
      'a certificate URL with a user name',
      () => withHeader('paypal-cert-url', 'https://paypal.com@evil.example/c'),
    ],
    ['a certificate over plain http', () => withHeader('paypal-cert-url', 'http://api.paypal.com/cert')],
    [
      'the id of another webhook',
      () => {
        const { headers, body } = genuine()
        const text = body.toString().replace('{', '{"webhook_event":{},"webhook_id":"mine",')
        return { headers, body: Buffer.from(text) }
      },
    ],
    ['a body that is not JSON', () => ({ ...genuine(), body: Buffer.from('{"id":') })],
    ['a body that is not an event', () => ({ ...genuine(), body: Buffer.from('[]') })],
    ['a body that is not text', () => ({ ...genuine(), body: Buffer.from([0x7b, 0xff, 0x7d]) })],
    ['an empty body', () => ({ ...genuine(), body: Buffer.alloc(0) })],
  ])('is refused with 400 and changes nothing: %s', async (_, forge) => {
    const delivery = forge()
    const changed = await changedBy(shop.db, async () => {
      expect(await deliverTo(shop, delivery)).toBe(400)
      await processEvents(shop.shop)
    })
    expect(changed).toEqual([])
  })

  test('is refused if it is too large, or sent by a browser from another site', async () => {
    const { headers } = genuine()
    const large = Buffer.from(JSON.stringify({ id: 'WH-1', text: 'x'.repeat(300_000) }))
    expect(await deliverTo(shop, { headers, body: large })).toBe(413)
    expect(
      await deliverTo(shop, { ...genuine(), headers: { ...headers, 'sec-fetch-site': 'cross-site' } }),
    ).toBe(403)
    expect(
      await deliverTo(shop, { ...genuine(), headers: { ...headers, 'content-type': 'text/plain' } }),
    ).toBe(415)
  })

  test('is answered with 503 while PayPal cannot verify it, so that a genuine webhook is sent again', async () => {
    shop.paypal.addFault({ call: 'verify', kind: 'error', times: 3 })
    const delivery = genuine()
    expect(await deliverTo(shop, delivery)).toBe(503)
    expect(await shop.db.selectFrom('paypal_events').select('id').execute()).toEqual([])
    expect(await deliverTo(shop, delivery)).toBe(200)
  })

  test('that the shop itself refuses neither affects the circuit breaker of the checks nor waits for it', async () => {
    const { webhooks, payments } = shop.shop.circuits
    const unsigned = () => deliverTo(shop, withHeader('paypal-transmission-sig', undefined))
    shop.paypal.addFault({ call: 'verify', kind: 'error', times: 100 })
    for (let count = 1; count <= OPENS_AFTER; count++) {
      expect(webhooks.isOpen()).toBe(false)
      expect(await deliverTo(shop, genuine())).toBe(503)
      expect(await unsigned()).toBe(400)
    }
    expect(webhooks.isOpen()).toBe(true)
    expect(payments.isOpen()).toBe(false)
    expect(await unsigned()).toBe(400)
    // It also does not use up the one call with which the circuit breaker tries PayPal again.
    shop.clock.advance(PAUSE + SECOND)
    expect(await unsigned()).toBe(400)
    shop.paypal.clearFaults()
    expect(await deliverTo(shop, genuine())).toBe(200)
    expect(webhooks.nextTryAt()).toBeNull()
  })
})
