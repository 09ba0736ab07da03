import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startPaypalSandbox, type PaypalSandbox } from '#sandbox/paypal/paypal.ts'
import { post } from '#sandbox/paypal/rest.testing.ts'
import { startShippoSandbox, type ShippoSandbox } from '#sandbox/shippo/shippo.ts'
import type { GoingLive } from '#shared/backoffice/api/going-live.ts'
import type { ServiceWebhooks } from '#shared/backoffice/api/service-webhooks.ts'
import { credentials } from '#server/providers/paypal/client.testing.ts'
import { deliverTo, openShop, type TestShop } from '#test/shop.ts'
import { RULES } from '#server/kernel/limits/rules.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'

const ORIGIN = 'https://frame.example'
const PAYPAL = '/api/desk/services/payments/webhooks'
const SHIPPO = '/api/desk/services/shipping/webhooks'
const TOKEN = 'shippo_live_0123456789abcdef'

let paypal: PaypalSandbox
let shippo: ShippoSandbox
let shop: TestShop
let owner: SignedInVisitor

beforeEach(async () => {
  paypal = await startPaypalSandbox({ ...credentials, webhookId: null })
  shippo = await startShippoSandbox({ token: TOKEN })
  const addresses = `paypal=${paypal.apiBase},shippo=${shippo.apiBase}`
  shop = await openShop({ env: { PUBLIC_ORIGIN: ORIGIN, SERVICE_ADDRESSES: addresses } })
  owner = await signedIn(shop, { isAdmin: true })
})
afterEach(async () => {
  await shop.close()
  await paypal.close()
  await shippo.close()
})

const connected = async (service: string, fields: Record<string, string>) => {
  const answer = await owner.put(`/api/services/${service}`, { version: 0, fields })
  expect(answer.status, answer.text).toBe(200)
}
const connectPaypal = () => connected('payments', { environment: 'live', ...credentials, merchantId: '' })
const connectShippo = () => connected('shipping', { token: TOKEN })

/** Moves the shop to another address, as after a change of PUBLIC_ORIGIN and a restart. */
const moveTo = (origin: string) => {
  shop.shop.config.publicOrigin = origin
}

const list = async (path: string) => (await owner.get(path)).body as ServiceWebhooks
/** Where PayPal still sends its news, as Today says it. */
const newsAt = async () => (await owner.get('/api/desk/services')).body[0].newsAt as string | undefined
const missing = async (item: string) => {
  const { items } = (await owner.get('/api/setup/going-live')).body as GoingLive
  return items.find((each) => each.item === item)?.note
}
const addOther = (url: string) => {
  const body = { url, event_types: [{ name: 'PAYMENT.CAPTURE.COMPLETED' }] }
  return post(paypal.apiBase, '/v1/notifications/webhooks', JSON.stringify(body))
}

describe('at PayPal', () => {
  test('one press makes the webhook, whose events are accepted from then on', async () => {
    await connectPaypal()
    expect(await list(PAYPAL)).toEqual({
      address: `${ORIGIN}/api/paypal/webhook`,
      state: 'missing',
      toSet: null,
      webhooks: [],
    })
    const both = await Promise.all([owner.put(PAYPAL), owner.put(PAYPAL)])
    expect(both.map(({ status }) => status)).toContain(200)
    const made = await list(PAYPAL)
    expect(made).toMatchObject({ state: 'ready', webhooks: [{ isOurs: true, isComplete: true }] })
    const { id } = made.webhooks[0]!
    const event = ['PAYMENT.CAPTURE.COMPLETED', 'capture', { id: 'C1' }] as const
    expect(await deliverTo(shop, paypal.webhooks.compose(...event, id))).toBe(200)
    expect(await deliverTo(shop, paypal.webhooks.compose(...event, 'OTHER'))).toBe(400)
    expect((await owner.post('/api/desk/services/payments/test')).body).toMatchObject({ state: 'working' })
  })

  test('a changed address of the shop is noticed, and one press moves the webhook', async () => {
    await connectPaypal()
    const before = (await owner.put(PAYPAL)).body as ServiceWebhooks
    expect(await newsAt()).toBe(undefined)
    expect(await missing('paymentNews')).toBe('')
    moveTo('https://new.example')
    expect(await newsAt()).toBe(ORIGIN)
    expect(await missing('paymentNews')).toBe(`The webhook still leads to ${ORIGIN}`)
    expect(await list(PAYPAL)).toMatchObject({
      state: 'elsewhere',
      address: 'https://new.example/api/paypal/webhook',
    })
    const moved = (await owner.put(PAYPAL)).body as ServiceWebhooks
    expect(moved).toMatchObject({ state: 'ready', webhooks: [{ id: before.webhooks[0]!.id, isOurs: true }] })
    expect(moved.webhooks).toHaveLength(1)
    expect([await newsAt(), await missing('paymentNews')]).toEqual([undefined, ''])
  })

  test('an eleventh webhook is refused with what to do; after one is removed, the press works', async () => {
    await connectPaypal()
    for (let index = 0; index < 10; index++) await addOther(`https://other.example/${index}?key=secret`)
    const refused = await owner.put(PAYPAL)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/ten webhooks per app/),
    ])
    const { webhooks } = await list(PAYPAL)
    expect(webhooks[0]).toMatchObject({ url: 'https://other.example/0', isOurs: false })
    const removed = await owner.delete(`${PAYPAL}/${webhooks[0]!.id}`)
    expect((removed.body as ServiceWebhooks).webhooks).toHaveLength(9)
    expect((await owner.put(PAYPAL)).body).toMatchObject({ state: 'ready' })
  })

  test('the webhook is remembered when the secret is saved again, and not for another app', async () => {
    await connectPaypal()
    await owner.put(PAYPAL)
    const saved = async () => (await owner.get('/api/services')).body.connections[0]
    const { version, fields } = await saved()
    const again = { environment: 'live', ...credentials, merchantId: '' }
    expect((await owner.put('/api/services/payments', { version, fields: again })).status).toBe(200)
    expect((await saved()).fields).toMatchObject({ webhookId: fields.webhookId, webhookOrigin: ORIGIN })
    const other = await startPaypalSandbox({
      clientId: 'other-app',
      clientSecret: 'other-secret',
      webhookId: null,
    })
    shop.shop.config.serviceAddresses.paypal = other.apiBase
    const values = { ...again, clientId: 'other-app', clientSecret: 'other-secret' }
    const changed = await owner.put('/api/services/payments', { version: version + 1, fields: values })
    expect(changed.body.fields).toMatchObject({ clientId: 'other-app', webhookId: '' })
    expect(await list(PAYPAL)).toMatchObject({ state: 'missing', webhooks: [] })
    await other.close()
  })

  test('the shop’s own webhook is not removed, and an unknown one is already gone', async () => {
    await connectPaypal()
    const { webhooks } = (await owner.put(PAYPAL)).body as ServiceWebhooks
    expect((await owner.delete(`${PAYPAL}/${webhooks[0]!.id}`)).status).toBe(409)
    expect((await owner.delete(`${PAYPAL}/UNKNOWN`)).status).toBe(200)
    expect((await list(PAYPAL)).webhooks).toHaveLength(1)
  })

  test('PayPal that is not reached is a 503, and nothing is remembered', async () => {
    await connectPaypal()
    paypal.addFault({ call: 'create webhook', kind: 'error', times: Infinity })
    const failed = await owner.put(PAYPAL)
    expect([failed.status, failed.body.message]).toEqual([
      503,
      expect.stringMatching(/PayPal was not reached/),
    ])
    paypal.clearFaults()
    expect(await list(PAYPAL)).toMatchObject({ state: 'missing' })
  })

  test('a shop without an https address makes none, and says why', async () => {
    await connectPaypal()
    moveTo('http://localhost:3000')
    const refused = await owner.put(PAYPAL)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/public https address/),
    ])
    expect(await list(PAYPAL)).toMatchObject({ address: null, state: 'missing' })
  })
})

describe('at Shippo', () => {
  test('one press makes the webhook with a secret address, which no answer shows', async () => {
    await connectShippo()
    const made = await owner.put(SHIPPO)
    expect(made.body).toMatchObject({ state: 'ready', address: `${ORIGIN}/api/shippo/webhook/…` })
    const [hook] = shippo.hooks()
    const secret = hook!.url.split('/').at(-1)!
    expect(hook).toMatchObject({ event: 'track_updated', is_test: false })
    expect(secret.length).toBeGreaterThan(24)
    expect(made.text + (await owner.get(SHIPPO)).text).not.toContain(secret)
    const event = { event: 'track_updated', test: false, data: { tracking_number: 'X', carrier: 'usps' } }
    expect((await shop.visitor().post(new URL(hook!.url).pathname, event)).status).toBe(200)
  })

  test('a changed address of the shop is noticed, and one press moves the webhook', async () => {
    await connectShippo()
    await owner.put(SHIPPO)
    moveTo('https://new.example')
    expect(await list(SHIPPO)).toMatchObject({ state: 'elsewhere' })
    expect((await owner.put(SHIPPO)).body).toMatchObject({ state: 'ready' })
    expect(shippo.hooks().map(({ url }) => new URL(url).origin)).toEqual(['https://new.example'])
  })
})

describe('without an account', () => {
  let bare: TestShop
  beforeAll(async () => {
    bare = await openShop()
  })
  afterAll(() => bare.close())

  test('the owner is told to connect the service first', async () => {
    const olive = await signedIn(bare, { isAdmin: true })
    for (const path of [PAYPAL, SHIPPO]) {
      expect([(await olive.get(path)).status, (await olive.put(path)).status]).toEqual([409, 409])
    }
    expect((await olive.get('/api/desk/services/maps/webhooks')).status).toBe(404)
  })
})

test('readings of webhooks are counted apart from tests of services, so that neither stops the other', async () => {
  const strict = await openShop({ env: { RATE_LIMITS: 'on' } })
  const olive = await signedIn(strict, { isAdmin: true })
  const statusesOf = async (path: string, count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await olive.get(path)).status))
  expect(new Set(await statusesOf(SHIPPO, RULES.ownWebhook.points))).toEqual(new Set([409]))
  expect((await olive.get(SHIPPO)).status).toBe(429)
  expect((await olive.post('/api/services/maps/test', { fields: { token: 'sk.1' } })).status).toBe(400)
  await strict.close()
})
