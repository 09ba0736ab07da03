/** Connections while the shop runs: after a restart, with a lost key, at an https address, and webhooks of the account before. */
import { afterEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { openStore } from '#server/platform/storage/open-store.ts'
import { rewrapKeys } from '#server/platform/keys/ring.ts'
import { sweepConnections } from '#server/platform/services/saved.ts'
import { mailServer } from '#test/mail-server.ts'
import { deliverTo, noPictures, type TestShop } from '#test/shop.ts'
import { visitor, type Visitor } from '#test/visitor.ts'
import { amendConnection } from './save.ts'
import { connectionOf, LIVE, modesOf, openPayment, openWithServices } from './services.testing.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const open = (env?: Record<string, string>) => openWithServices(closing, env)

/** The shop after a restart with other settings. */
async function restarted(shop: TestShop, owner: Visitor, settings: Partial<Config>) {
  const config = { ...shop.shop.config, ...settings }
  const built = await buildApp({
    db: shop.db,
    providers: shop.shop.providers,
    connector: shop.shop.connections.connector,
    config,
    clock: shop.clock,
    pictures: noPictures,
    store: await openStore(config),
    pages: null,
  })
  closing.push(() => built.app.close())
  const at = visitor(built.app)
  at.cookie = owner.cookie
  return { ...shop, ...built, owner: at, visitor: () => visitor(built.app) }
}

describe('after a restart', () => {
  test('the shop uses what is saved', async () => {
    const { shop, owner } = await open()
    await owner.put('/api/services/payments', { version: 0, fields: LIVE })
    const later = await restarted(shop, owner, {})
    expect(await connectionOf(later.owner, 'payments')).toMatchObject({ source: 'screen', mode: 'live' })
    expect((await openPayment(later)).status).toBe(200)
  })

  test('with a lost key, payments stop and say so, and the sandbox gets none; entering the secret again heals it', async () => {
    const { shop, owner } = await open()
    await owner.put('/api/services/payments', { version: 0, fields: LIVE })
    const later = await restarted(shop, owner, { secretsKey: 'another key of more than 32 characters' })
    expect(await connectionOf(later.owner, 'payments')).toMatchObject({
      source: 'screen',
      mode: 'none',
      problem: expect.stringContaining('key of its credentials is missing'),
    })
    expect((await later.owner.get('/api/services')).body.key).toEqual({ source: 'environment', isLost: true })
    expect((await modesOf(later.owner)).payments).toBe('none')
    const { body: browser } = await later.owner.get('/api/config/paypal')
    expect(browser).toMatchObject({ clientId: '', methods: [], sandbox: false })
    const refused = await openPayment(later)
    expect([refused.status, refused.body.message]).toEqual([
      503,
      expect.stringContaining('takes no payments at the moment'),
    ])
    expect((await later.owner.get('/api/products')).status).toBe(200)
    const empty = { ...LIVE, clientSecret: '' }
    const without = await later.owner.put('/api/services/payments', { version: 1, fields: empty })
    expect([without.status, without.body.field]).toEqual([400, 'clientSecret'])
    const healed = await later.owner.put('/api/services/payments', { version: 1, fields: LIVE })
    expect([healed.status, healed.body.mode, healed.body.problem]).toEqual([200, 'live', ''])
    expect((await openPayment(later)).status).toBe(200)
  })

  test('with another key and the old one beside it, the shop uses what is saved, and after that without the old one', async () => {
    const [before, after] = [
      'the key before, of 32 characters and more',
      'the key after, of 32 characters and more',
    ]
    const { shop, owner } = await open({ SECRETS_KEY: before })
    await owner.put('/api/services/payments', { version: 0, fields: LIVE })
    for (const settings of [{ secretsKey: after, secretsKeyOld: before }, { secretsKey: after }]) {
      const later = await restarted(shop, owner, settings)
      expect(await connectionOf(later.owner, 'payments')).toMatchObject({ mode: 'live', problem: '' })
      await rewrapKeys(later.shop)
    }
    const wrong = await restarted(shop, owner, { secretsKey: before })
    expect((await connectionOf(wrong.owner, 'payments')).mode).toBe('none')
  })

  test('with variables of a service in the environment, those are used', async () => {
    const { shop, owner, paypal } = await open()
    await owner.put('/api/services/payments', { version: 0, fields: LIVE })
    const paypalInEnvironment = { ...shop.shop.services.paypal!, clientId: 'AX-of-the-environment' }
    const later = await restarted(shop, owner, { paypal: paypalInEnvironment })
    expect(await connectionOf(later.owner, 'payments')).toMatchObject({ source: 'environment', version: 1 })
    expect(paypal.apiBase).toBe(paypalInEnvironment.apiBase)
  })
})

describe('at an https address without PayPal', () => {
  const HTTPS = { PUBLIC_ORIGIN: 'https://frame.example' }

  test('the shop starts, takes no payments, and never uses the sandbox', async () => {
    const { shop, owner } = await open(HTTPS)
    expect(await connectionOf(owner, 'payments')).toMatchObject({ source: 'none', mode: 'none' })
    expect((await openPayment(shop)).status).toBe(503)
    expect((await owner.get('/api/config/paypal')).body).toMatchObject({ methods: [], sandbox: false })
    const { body: setup } = await owner.get('/api/setup')
    expect(setup.sandboxes).toContainEqual({ service: 'payments', mode: 'none' })
  })

  test('an owner connects PayPal, but not a sandbox, and removes it again', async () => {
    const { shop, owner } = await open(HTTPS)
    const sandbox = { ...LIVE, environment: 'sandbox' }
    const refused = await owner.put('/api/services/payments', { version: 0, fields: sandbox })
    expect([refused.status, refused.body.field]).toEqual([400, 'environment'])
    expect((await owner.put('/api/services/payments', { version: 0, fields: LIVE })).status).toBe(200)
    expect((await openPayment(shop)).status).toBe(200)
    await owner.post('/api/services/payments/remove', { version: 1 })
    expect((await modesOf(owner)).payments).toBe('none')
    expect((await openPayment(shop)).status).toBe(503)
  })
})

test('webhooks of the account before are accepted for a day', async () => {
  const { shop, owner, paypal } = await open()
  const user = { _id: owner.id, name: 'Olive Owner', email: owner.email } as never
  await owner.put('/api/services/payments', { version: 0, fields: LIVE })
  const amended = await amendConnection(shop.shop, user, 'payments', { webhookId: paypal.webhooks.id })
  expect([amended.version, amended.fields.webhookId]).toEqual([2, paypal.webhooks.id])
  const deliver = () => {
    const resource = { id: 'CAPTURE1', custom_id: 'an-order' }
    return deliverTo(shop, paypal.webhooks.compose('PAYMENT.CAPTURE.COMPLETED', 'capture', resource))
  }
  expect(await deliver()).toBe(200)
  await owner.post('/api/services/payments/remove', { version: 2 })
  expect(await deliver()).toBe(200)
  shop.clock.advance(DAY + 1000)
  expect(await deliver()).toBe(400)
  await sweepConnections(shop.shop)
  expect(await shop.db.selectFrom('service_connections').selectAll().execute()).toEqual([])
})

test('a mail server in the private network is not reached unless the environment allows it', async () => {
  const { owner } = await open({ ALLOW_PRIVATE_HOSTS: '0' })
  const fields = { port: '2525', security: 'starttls', from: 'hello@frame.example' }
  const names = ['127.0.0.1', '[::1]', 'localhost', '127.1', '10.0.0.1', '169.254.169.254', '0.0.0.0']
  for (const host of names) {
    const tested = await owner.post('/api/services/mail/test', { fields: { ...fields, host } })
    expect([host, tested.body.outcome]).toEqual([host, 'unreached'])
    expect(tested.body.message).toContain('in a private network')
  }
  const server = await mailServer({ user: 'me', password: 'secret word' })
  closing.push(() => server.close())
  const other = { ...fields, host: '127.0.0.1', port: String(server.port) }
  const refused = await owner.post('/api/services/mail/test', { fields: other })
  expect([refused.status, refused.body.field]).toEqual([400, 'port'])
})
