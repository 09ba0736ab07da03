import { afterEach, describe, expect, test } from 'vitest'
import { mailServer } from '#test/mail-server.ts'
import { mailboxOf } from '#test/mailbox.ts'
import { signedIn } from '#test/signed-in.ts'
import { CONNECTED_SERVICES } from '#shared/platform/services.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import {
  connectionOf,
  LIVE,
  MAPBOX,
  modesOf,
  openPayment,
  openWithServices,
  PAYPAL,
  SHIPPO,
} from './services.testing.ts'

const MAIL = { user: 'shop@frame.example', password: 'mail password 1' }

const SECRETS = [PAYPAL.clientSecret, SHIPPO, MAPBOX, MAIL.password]

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const open = (env?: Record<string, string>) => openWithServices(closing, env)

describe('an owner connects', () => {
  test('PayPal: the shop then takes payments there, and its own sandbox gets none', async () => {
    const { shop, owner } = await open()
    expect((await modesOf(owner)).payments).toBe('sandbox')
    const tested = await owner.post('/api/services/payments/test', { fields: LIVE })
    expect([tested.status, tested.body.outcome]).toEqual([200, 'works'])
    expect((await modesOf(owner)).payments).toBe('sandbox')
    const saved = await owner.put('/api/services/payments', { version: 0, fields: LIVE })
    expect([saved.status, saved.body]).toEqual([
      200,
      {
        service: 'payments',
        source: 'screen',
        mode: 'live',
        variables: [],
        version: 1,
        fields: { environment: 'live', clientId: PAYPAL.clientId, merchantId: '', webhookId: '' },
        secrets: { clientSecret: '1234' },
        savedBy: 'Olive Owner',
        savedAt: expect.stringMatching(/Z$/),
        problem: '',
      },
    ])
    expect((await modesOf(owner)).payments).toBe('live')
    const { body: browser } = await owner.get('/api/config/paypal')
    expect([browser.clientId, browser.environment, browser.sandbox]).toEqual([
      PAYPAL.clientId,
      'production',
      false,
    ])
    expect((await openPayment(shop)).status).toBe(200)
  })

  test('Shippo, Mapbox and a mail server, whose sender is used from then on', async () => {
    const { shop, owner } = await open()
    const mail = await mailServer(MAIL)
    closing.push(() => mail.close())
    const shippo = await owner.put('/api/services/shipping', { version: 0, fields: { token: SHIPPO } })
    expect([shippo.status, shippo.body.mode, shippo.body.secrets]).toEqual([200, 'live', { token: '9876' }])
    const mapbox = await owner.put('/api/services/maps', { version: 0, fields: { token: MAPBOX } })
    expect([mapbox.status, mapbox.body.mode]).toEqual([200, 'live'])
    const fields = {
      host: '127.0.0.1',
      port: String(mail.port),
      security: 'none',
      ...MAIL,
      from: 'hello@frame.example',
    }
    const saved = await owner.put('/api/services/mail', { version: 0, fields })
    expect([saved.status, saved.body.mode, saved.body.secrets]).toEqual([200, 'live', { password: '' }])
    await mail.received(({ to, from }) => to.includes(owner.email) && from === 'hello@frame.example')
    expect(shop.shop.services.mail).toMatchObject({ from: fields.from, inbox: fields.from })
    for (const table of ['service_connections', 'record_lines', 'outbox', 'idempotency_keys'] as const) {
      const rows = JSON.stringify(await shop.db.selectFrom(table).selectAll().execute())
      expect([table, SECRETS.filter((secret) => rows.includes(secret))]).toEqual([table, []])
    }
    expect(await modesOf(owner)).toMatchObject({ shipping: 'live', maps: 'live', mail: 'live' })
  })

  test('a test account of Shippo and PayPal’s own sandbox, and both are shown as such', async () => {
    const { owner } = await open()
    const sandbox = { ...LIVE, environment: 'sandbox' }
    expect((await owner.put('/api/services/payments', { version: 0, fields: sandbox })).body.mode).toBe(
      'test',
    )
    expect((await owner.get('/api/desk/waiting')).body.isSandbox).toBe(true)
  })

  test('and every owner gets a mail, and the change log has a line without the secret', async () => {
    const { shop, owner } = await open()
    const other = await signedIn(shop, { role: 'owner' })
    const manager = await signedIn(shop, { role: 'manager' })
    const box = mailboxOf(shop)
    await owner.put('/api/services/maps', { version: 0, fields: { token: MAPBOX } })
    const mails = await box.newMails()
    const told = mails.filter(({ subject }) => subject === 'Mapbox: connected')
    expect(new Set(told.flatMap(({ to }) => to!.map(({ address }) => address)))).toEqual(
      new Set([owner.email, other.email]),
    )
    expect(told[0]!.text).toContain('Olive Owner')
    const { body } = await owner.get('/api/record')
    expect(body.lines[0]).toMatchObject({ subjectName: 'Mapbox', action: 'Connected' })
    expect(body.lines[0].changes).toEqual([{ field: 'Access token', before: '', after: 'ends with 5555' }])
    expect((await manager.get('/api/services')).status).toBe(403)
  })
})

describe('nothing changes, and the service before goes on working', () => {
  test('after a wrong secret: the answer names the field', async () => {
    const { shop, owner } = await open()
    await owner.put('/api/services/payments', { version: 0, fields: LIVE })
    const fields = { ...LIVE, clientSecret: 'EL-another-secret' }
    const refused = await owner.put('/api/services/payments', { version: 1, fields })
    expect([refused.status, refused.body.outcome, refused.body.field]).toEqual([
      400,
      'refused',
      'clientSecret',
    ])
    expect(refused.text).not.toContain('EL-another-secret')
    const tested = await owner.post('/api/services/payments/test', { fields })
    expect(tested.body).toMatchObject({ outcome: 'refused', field: 'clientSecret' })
    expect(await connectionOf(owner, 'payments')).toMatchObject({ version: 1 })
    expect((await openPayment(shop)).status).toBe(200)
  })

  test('if the service is not reached, which is another answer', async () => {
    const { owner, shippo } = await open()
    await shippo.close()
    const fields = { token: SHIPPO }
    const tested = await owner.post('/api/services/shipping/test', { fields })
    expect(tested.body).toMatchObject({
      outcome: 'unreached',
      message: expect.stringContaining('not reached'),
    })
    const saved = await owner.put('/api/services/shipping', { version: 0, fields })
    expect([saved.status, saved.body.outcome]).toEqual([503, 'unreached'])
    expect(await connectionOf(owner, 'shipping')).toMatchObject({ source: 'none', mode: 'sandbox' })
  })

  test.each(['error', 'drop', 'garbage', 'wrong-page'] as const)(
    'if PayPal fails in the middle of the test, after the sign-in: %s',
    async (kind) => {
      const { owner, paypal } = await open()
      paypal.addFault({ kind, call: 'create', times: Infinity })
      const tested = await owner.post('/api/services/payments/test', { fields: LIVE })
      expect([tested.status, tested.body.outcome]).toEqual([200, 'unreached'])
      const saved = await owner.put('/api/services/payments', { version: 0, fields: LIVE })
      expect([saved.status, saved.body.outcome]).toEqual([503, 'unreached'])
      expect(await connectionOf(owner, 'payments')).toMatchObject({ source: 'none', mode: 'sandbox' })
      paypal.clearFaults()
      expect((await owner.put('/api/services/payments', { version: 0, fields: LIVE })).status).toBe(200)
    },
  )

  test.each([
    ['payments', { ...LIVE, clientId: '' }, 'clientId'],
    ['payments', { ...LIVE, clientSecret: '' }, 'clientSecret'],
    ['payments', { ...LIVE, environment: 'production' }, 'environment'],
    ['payments', { ...LIVE, merchantId: 'THEIRS9' }, 'merchantId'],
    ['shipping', { token: 'sk_live_1' }, 'token'],
    ['maps', { token: 'sk.secret-token' }, 'token'],
    ['maps', { token: 'pk.unknown-token' }, 'token'],
    ['mail', { host: 'smtp://x', port: '587', security: 'tls', from: 'a@b.co' }, 'host'],
    ['mail', { host: 'x.example', port: '70000', security: 'tls', from: 'a@b.co' }, 'port'],
    ['mail', { host: 'x.example', port: '587', security: 'tls', from: 'a@b' }, 'from'],
    ['mail', { host: 'x.example', port: '587', security: 'tls', from: 'a@b.co', user: 'me' }, 'password'],
  ])('after a wrong value: %s %j', async (service, fields, field) => {
    const { owner } = await open()
    const saved = await owner.put(`/api/services/${service}`, { version: 0, fields })
    expect([saved.status, saved.body.field]).toEqual([400, field])
    expect(await connectionOf(owner, service)).toMatchObject({ source: 'none', version: 0 })
  })

  test('if another owner has saved in the meantime', async () => {
    const { shop, owner } = await open()
    const other = await signedIn(shop, { role: 'owner' })
    const body = { version: 0, fields: { token: MAPBOX } }
    const both = await Promise.all([owner, other].map((each) => each.put('/api/services/maps', body)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await other.post('/api/services/maps/remove', { version: 7 })).status).toBe(409)
    expect(await connectionOf(owner, 'maps')).toMatchObject({ source: 'screen', version: 1 })
  })

  test.each(CONNECTED_SERVICES)(
    'without a recent proof, or for staff who are not owners: %s',
    async (service) => {
      const { shop, owner } = await open()
      const manager = await signedIn(shop, { role: 'manager' })
      shop.clock.advance(11 * MINUTE)
      const body = { version: 0, fields: {} }
      for (const [caller, code] of [
        [owner, 'proof'],
        [manager, undefined],
      ] as const) {
        const answers = [
          await caller.post(`/api/services/${service}/test`, { fields: {} }),
          await caller.put(`/api/services/${service}`, body),
          await caller.post(`/api/services/${service}/remove`, { version: 0 }),
        ]
        for (const { status, body: said } of answers) expect([status, said.code]).toEqual([403, code])
      }
    },
  )

  test('if the environment sets the service, and the answer names the variables', async () => {
    const { owner } = await open({ MAPBOX_TOKEN: 'pk.of-the-environment' })
    expect(await connectionOf(owner, 'maps')).toMatchObject({
      source: 'environment',
      variables: ['MAPBOX_TOKEN'],
      secrets: {},
    })
    const saved = await owner.put('/api/services/maps', { version: 0, fields: { token: MAPBOX } })
    expect([saved.status, saved.body.message]).toEqual([409, expect.stringContaining('MAPBOX_TOKEN')])
  })
})

describe('a saved connection', () => {
  test('keeps a secret that is left empty, and takes other values', async () => {
    const { owner } = await open()
    await owner.put('/api/services/payments', { version: 0, fields: LIVE })
    const fields = { ...LIVE, clientSecret: '', merchantId: 'OURS1' }
    const saved = await owner.put('/api/services/payments', { version: 1, fields })
    expect([saved.status, saved.body.fields.merchantId, saved.body.secrets]).toEqual([
      200,
      'OURS1',
      { clientSecret: '1234' },
    ])
  })

  test('does not send its password to another mail server', async () => {
    const { owner } = await open()
    const [one, other] = [await mailServer(MAIL), await mailServer(MAIL)]
    closing.push(() => Promise.all([one.close(), other.close()]))
    const fields = { security: 'none', user: MAIL.user, from: 'hello@frame.example' }
    const first = { ...fields, host: '127.0.0.1', port: String(one.port), password: MAIL.password }
    expect((await owner.put('/api/services/mail', { version: 0, fields: first })).status).toBe(200)
    const second = { ...fields, host: 'localhost', port: String(other.port), password: '' }
    for (const answer of [
      await owner.post('/api/services/mail/test', { fields: second }),
      await owner.put('/api/services/mail', { version: 1, fields: second }),
    ])
      expect([answer.status, answer.body.field]).toEqual([400, 'password'])
    expect(other.mails).toEqual([])
  })

  test('is removed with its secret, and the sandbox is used again', async () => {
    const { shop, owner } = await open()
    await owner.put('/api/services/payments', { version: 0, fields: LIVE })
    const removed = await owner.post('/api/services/payments/remove', { version: 1 })
    expect([removed.status, removed.body]).toMatchObject([
      200,
      { source: 'none', mode: 'sandbox', version: 0, fields: {}, secrets: {} },
    ])
    expect((await openPayment(shop)).status).toBe(200)
    const again = await owner.put('/api/services/payments', { version: 0, fields: LIVE })
    expect([again.status, again.body.version]).toEqual([200, 2])
  })
})
