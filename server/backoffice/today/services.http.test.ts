// On SQLite only: the owner’s tests of outside services, which are the same code on both databases.
// Slow, not in `npm run check`: services that never answer, fail, or are down for minutes.
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { sendWaiting } from '#server/mail/sending/send.ts'
import { smtpMail } from '#server/providers/mail/smtp.ts'
import { clientOf } from '#server/providers/paypal/client.testing.ts'
import { shippoShipping } from '#server/providers/shippo/client.ts'
import { aPicture, formOf } from '#test/form.ts'
import { sendContactMessage } from '#test/messages.ts'
import { placed, quote } from '#test/purchase.ts'
import { SENDER } from '#test/sender.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'

let shop: TestShop
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  await shop.close()
  for (const close of cleanups.splice(0)) await close()
})

const admin = () => signedIn(shop, { isAdmin: true })
const states = async () => (await (await admin()).get('/api/desk')).body.services
const check = async (service: string) => (await admin()).post(`/api/desk/services/${service}/test`)

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port
}

/** An HTTP server with the given listener. */
async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  cleanups.push(() => server.closeAllConnections())
  return `http://127.0.0.1:${await listen(server)}`
}

const neverAnswers: RequestListener = () => {}

const FROM = {
  name: 'Frame',
  street1: '145 Church St NW',
  street2: '',
  city: 'Vienna',
  state: 'VA',
  zip: '22180',
  country: 'US',
}
const shippingClient = (apiBase: string) =>
  shippoShipping({ token: 'shippo_live_1', apiBase, from: FROM, mode: 'live', timeoutMs: 200 })

describe('a service on its sandbox', () => {
  test('is shown as such, and as untried before its first call', async () => {
    shop = await openShop()
    const untried = { mode: 'sandbox', state: 'untried', at: null, since: null, problem: '', nextTryAt: null }
    expect(await states()).toEqual([
      { service: 'payments', ...untried },
      { service: 'shipping', ...untried },
      { service: 'mail', ...untried },
      { service: 'maps', ...untried },
      // A folder is not a sandbox: its pictures are real.
      { service: 'storage', ...untried, mode: 'live' },
    ])
  })

  test.each(['payments', 'shipping', 'mail', 'maps', 'storage'])('passes a test: %s', async (service) => {
    shop = await openShop()
    const { status, body } = await check(service)
    expect(status).toBe(200)
    const mode = service === 'storage' ? 'live' : 'sandbox'
    expect(body).toMatchObject({ service, mode, state: 'working', problem: '' })
    expect(await states()).toContainEqual(body)
  })
})

describe('real calls determine the state of a service', () => {
  test('a quote, a payment, an email, a search and an upload that succeed', async () => {
    shop = await openShop()
    const buyer = await signedIn(shop)
    const id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
    await buyer.post(`/api/orders/${id}/paypal`)
    await sendContactMessage(shop)
    await sendWaiting(shop.shop)
    const session = '7f6f3f6e-6f43-4f5c-9d7e-1f0f7c2f7a11'
    await buyer.get(`/api/maps/suggest?text=145+Church&session=${session}`)
    const { payload, headers } = formOf('image', [{ bytes: await aPicture() }])
    expect((await (await admin()).post('/api/upload/productimage', payload, headers)).status).toBe(200)
    expect((await states()).map(({ state }: { state: string }) => state)).toEqual(Array(5).fill('working'))
  })

  test('a failure is shown with the time of the first and the reason of the last, until a call succeeds', async () => {
    shop = await openShop()
    await quote(await signedIn(shop), [{ _id: await shop.sell(), qty: 1 }])
    shop.paypal.addFault({ call: 'create', kind: 'error', times: 6 })
    const buyer = await signedIn(shop)
    const id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
    expect((await buyer.post(`/api/orders/${id}/paypal`)).status).toBe(503)
    const [first] = await states()
    expect(first).toMatchObject({ state: 'failing', problem: expect.stringContaining('PayPal answered') })
    shop.clock.advance(MINUTE)
    expect((await buyer.post(`/api/orders/${id}/paypal`)).status).toBe(503)
    const [second] = await states()
    expect(second).toMatchObject({ state: 'failing', since: first.since })
    expect(second.at > first.at).toBe(true)
    expect((await buyer.post(`/api/orders/${id}/paypal`)).status).toBe(200)
    const [third] = await states()
    expect(third).toMatchObject({ state: 'working', problem: '' })
    expect(third.since > second.at).toBe(true)
  })
})

test('a refusal of one request is not an outage', async () => {
  const apiBase = await startServer((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end('{"parcels":["too heavy"]}')
  })
  shop = await openShop({ providers: (real) => ({ ...real, shipping: shippingClient(apiBase) }) })
  await expect(quote(await signedIn(shop), [{ _id: await shop.sell(), qty: 1 }])).rejects.toThrow('No quote')
  expect((await states())[1]).toMatchObject({ service: 'shipping', state: 'working' })
})

describe('a test of a service that', () => {
  test('is unavailable fails, and the rest of the shop works', async () => {
    shop = await openShop({ providers: (real) => ({ ...real, payments: clientOf('http://127.0.0.1:1') }) })
    const { status, body } = await check('payments')
    expect([status, body.state]).toEqual([200, 'failing'])
    expect(body.problem).toMatch(/fetch failed|ECONNREFUSED/)
    expect((await states())[0]).toEqual(body)
  })

  test('no longer accepts the shop’s credentials fails', async () => {
    const apiBase = await startServer((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end('{"error":"invalid_client"}')
    })
    shop = await openShop({ providers: (real) => ({ ...real, payments: clientOf(apiBase) }) })
    expect((await check('payments')).body).toMatchObject({
      state: 'failing',
      problem: expect.stringContaining('PayPal refused our credentials (401)'),
    })
  })

  test('issued a token that is still valid requests a new token anyway', async () => {
    let isRefusing = false
    const apiBase = await startServer((request, response) => {
      response.writeHead(isRefusing ? 401 : 200, { 'content-type': 'application/json' })
      const isToken = request.url === '/v1/oauth2/token'
      const answer = isToken
        ? { access_token: 'token', expires_in: 9000 }
        : { id: 'A1', status: 'PAYER_ACTION_REQUIRED' }
      response.end(JSON.stringify(answer))
    })
    shop = await openShop({ providers: (real) => ({ ...real, payments: clientOf(apiBase) }) })
    expect((await check('payments')).body.state).toBe('working')
    isRefusing = true
    expect((await check('payments')).body.state).toBe('failing')
  })

  test.each(['payments', 'shipping'] as const)('never answers ends in time: %s', async (service) => {
    const apiBase = await startServer(neverAnswers)
    shop = await openShop({
      providers: (real) => ({
        ...real,
        payments: clientOf(apiBase, { timeoutMs: 200 }),
        shipping: shippingClient(apiBase),
      }),
    })
    const begun = performance.now()
    const { status, body } = await check(service)
    expect([status, body.state]).toEqual([200, 'failing'])
    expect(body.problem).toMatch(/in time/)
    expect(performance.now() - begun).toBeLessThan(5000)
  })

  test('answers the token with 401 fails: shipping', async () => {
    const apiBase = await startServer((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end('{"detail":"Token does not exist"}')
    })
    shop = await openShop({ providers: (real) => ({ ...real, shipping: shippingClient(apiBase) }) })
    expect((await check('shipping')).body).toMatchObject({
      mode: 'live',
      state: 'failing',
      problem: 'Shippo answered 401: Token does not exist',
    })
  })

  test('accepts the connection and sends nothing ends in time: mail', async () => {
    const port = await listen(createSocketServer(() => {}).unref())
    const client = smtpMail({ url: `smtp://127.0.0.1:${port}`, mode: 'live', checkMs: 200 })
    cleanups.unshift(() => client.close())
    shop = await openShop({ providers: (real) => ({ ...real, mail: client }) })
    const begun = performance.now()
    expect((await check('mail')).body).toMatchObject({
      mode: 'live',
      state: 'failing',
      problem: 'The mail server did not answer in time',
    })
    expect(performance.now() - begun).toBeLessThan(5000)
  })

  test('sends invalid responses fails until the service sends a valid response: maps', async () => {
    shop = await openShop()
    shop.mapbox.addFault({ kind: 'garbage' })
    const first = (await check('maps')).body
    expect(first).toMatchObject({ state: 'failing', problem: expect.stringContaining('no readable JSON') })
    expect((await check('maps')).body).toMatchObject({ state: 'working', problem: '' })
  })

  test('refuses the shop’s password fails: mail', async () => {
    const port = await listen(
      createSocketServer((socket) => {
        socket.write('220 mail.example ESMTP\r\n')
        socket.on('data', (line) => {
          if (/^EHLO/i.test(String(line))) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n')
          else socket.write('535 Authentication failed\r\n')
        })
      }),
    )
    const client = smtpMail({ url: `smtp://web:secret@127.0.0.1:${port}`, mode: 'live' })
    cleanups.unshift(() => client.close())
    shop = await openShop({ providers: (real) => ({ ...real, mail: client }) })
    const { body } = await check('mail')
    expect(body).toMatchObject({ state: 'failing', problem: expect.stringContaining('535') })
    expect(body.problem).not.toContain('secret')
  })
})

test('an account in the provider’s test mode is shown as such', async () => {
  shop = await openShop({
    env: {
      PAYPAL_CLIENT_ID: 'a',
      PAYPAL_CLIENT_SECRET: 'b',
      PAYPAL_ENV: 'sandbox',
      SHIPPO_TOKEN: 'shippo_test_1',
      ...SENDER,
    },
    providers: (real) => ({
      ...real,
      payments: { ...real.payments, mode: 'live' },
      shipping: { ...real.shipping, mode: 'live' },
    }),
  })
  expect((await states()).map(({ mode }: { mode: string }) => mode)).toEqual([
    'test',
    'test',
    'sandbox',
    'sandbox',
    'live',
  ])
})

test('an unknown service is 404, and only admins can test', async () => {
  shop = await openShop()
  expect((await check('weather')).status).toBe(404)
  expect((await check('__proto__')).status).toBe(404)
  expect((await shop.visitor().post('/api/desk/services/mail/test')).status).toBe(401)
  expect((await (await signedIn(shop)).post('/api/desk/services/mail/test')).status).toBe(403)
})

test('the test of the mail server, which sends an email, needs a recent proof', async () => {
  shop = await openShop()
  const olive = await admin()
  shop.clock.advance(11 * MINUTE)
  const { status, body } = await olive.post('/api/desk/services/mail/test')
  expect([status, body.code]).toEqual([403, 'proof'])
  expect(await shop.mail.caught()).toEqual([])
  expect((await olive.post('/api/desk/services/maps/test')).status).toBe(200)
})

test('the thirteenth test in a minute is refused with 429, and loading the admin home is not', async () => {
  shop = await openShop({ env: { RATE_LIMITS: 'on' } })
  const olive = await admin()
  for (let count = 1; count <= 12; count++)
    expect((await olive.post('/api/desk/services/mail/test')).status).toBe(200)
  const late = await olive.post('/api/desk/services/mail/test')
  expect([late.status, late.headers['retry-after']]).toEqual([429, expect.any(String)])
  expect((await olive.get('/api/desk')).status).toBe(200)
})
