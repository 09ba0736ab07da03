// On SQLite only: the owner’s tests of outside services, which are the same code on both databases.
// Slow, not in `npm run check`: services that never answer, fail, or are down for minutes.
/**
 * "Test connection" makes the calls of a sale. It fails for every problem that would stop a sale, with the service's
 * reason.
 */
import { createServer } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { smtpMail } from '#server/providers/mail/smtp.ts'
import type { PaypalOptions } from '#server/providers/paypal/client.ts'
import { startPaypalSandbox, type SandboxOptions } from '#sandbox/paypal/paypal.ts'
import { clientOf, credentials } from '#server/providers/paypal/client.testing.ts'
import type { Providers } from '#server/providers/providers.ts'
import { shippoShipping } from '#server/providers/shippo/client.ts'
import { startShippoSandbox } from '#sandbox/shippo/shippo.ts'
import { placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'

let shop: TestShop | undefined
const cleanups: (() => unknown)[] = []
beforeEach(() => {
  shop = undefined
})
afterEach(async () => {
  await shop?.close()
  for (const close of cleanups.splice(0)) await close()
})

const check = async (service: string) => {
  const admin = await signedIn(shop!, { isAdmin: true })
  return (await admin.post(`/api/desk/services/${service}/test`)).body
}
const stateOf = async (index: number) =>
  (await (await signedIn(shop!, { isAdmin: true })).get('/api/desk')).body.services[index]

/** A shop with its own PayPal sandbox. */
async function openAtPaypal(options: Partial<SandboxOptions & PaypalOptions>): Promise<void> {
  const paypal = await startPaypalSandbox({ ...credentials, merchantId: 'OURS1', ...options })
  cleanups.push(() => paypal.close())
  const payments = clientOf(paypal.apiBase, { webhookId: paypal.webhooks.id, ...options })
  shop = await openShop({ providers: (real) => ({ ...real, payments }) })
}

/** A buyer orders and opens a payment. */
async function startPayment() {
  const buyer = await signedIn(shop!)
  const id = await placed(buyer, [{ _id: await shop!.sell(), qty: 1 }])
  return buyer.post(`/api/orders/${id}/paypal`)
}

describe('payments', () => {
  test('with a mistyped PAYPAL_MERCHANT_ID the test fails like every sale, and the message has both account ids', async () => {
    const paypal = await startPaypalSandbox({ ...credentials, merchantId: 'OURS1' })
    cleanups.push(() => paypal.close())
    const payments = clientOf(paypal.apiBase, { merchantId: 'OURS2' })
    shop = await openShop({ providers: (real) => ({ ...real, payments }) })
    expect((await startPayment()).status).toBe(503)
    const problem = expect.stringMatching(/PAYPAL_MERCHANT_ID is OURS2.*OURS1/)
    expect(await stateOf(0)).toMatchObject({ state: 'failing', problem })
    for (let press = 0; press < 8; press++)
      expect(await check('payments')).toMatchObject({ state: 'failing', problem, nextTryAt: null })
  })

  test('the correct PAYPAL_MERCHANT_ID passes the test, and no money is captured', async () => {
    await openAtPaypal({ merchantId: 'OURS1' })
    expect(await check('payments')).toMatchObject({ state: 'working', problem: '' })
    expect((await startPayment()).status).toBe(200)
  })

  test('PayPal’s message for a refused payment is shown', async () => {
    const apiBase = await stub((path) =>
      path === '/v1/oauth2/token'
        ? [200, { access_token: 'token', expires_in: 9000 }]
        : [422, refusal('PAYEE_ACCOUNT_RESTRICTED', 'The merchant account is restricted.')],
    )
    shop = await openShop({ providers: (real) => ({ ...real, payments: clientOf(apiBase) }) })
    const problem = expect.stringContaining('PAYEE_ACCOUNT_RESTRICTED: The merchant account is restricted.')
    expect(await check('payments')).toMatchObject({ state: 'failing', problem })
  })

  test.each([
    ['production', 'www.sandbox.paypal.com', /PAYPAL_ENV is live, but PayPal’s sandbox answers/],
    ['sandbox', 'www.paypal.com', /PAYPAL_ENV is sandbox, but the real PayPal answers/],
  ] as const)(
    'a %s account whose links lead to %s sells nothing, and fails the test with the reason',
    async (environment, host, words) => {
      const links = [{ rel: 'payer-action', href: `https://${host}/checkoutnow?token=A1` }]
      const apiBase = await stub((path) =>
        path === '/v1/oauth2/token'
          ? [200, { access_token: 'token', expires_in: 9000 }]
          : [200, { id: 'A1', status: 'PAYER_ACTION_REQUIRED', links }],
      )
      const payments = clientOf(apiBase, { environment, mode: 'live' })
      shop = await openShop({ providers: (real) => ({ ...real, payments }) })
      expect((await startPayment()).status).toBe(503)
      expect(await check('payments')).toMatchObject({
        state: 'failing',
        problem: expect.stringMatching(words),
      })
    },
  )

  test('a mistyped PAYPAL_WEBHOOK_ID, with which every event would be refused as forged, fails the test', async () => {
    await openAtPaypal({ webhookId: 'RIGHT1' })
    expect(await check('payments')).toMatchObject({ state: 'working' })
    await shop!.close()
    const paypal = await startPaypalSandbox({ ...credentials, webhookId: 'RIGHT1' })
    cleanups.push(() => paypal.close())
    const payments = clientOf(paypal.apiBase, { webhookId: 'WRONG1' })
    shop = await openShop({ providers: (real) => ({ ...real, payments }) })
    expect(await check('payments')).toMatchObject({
      state: 'failing',
      problem: expect.stringContaining('PAYPAL_WEBHOOK_ID: PayPal has no webhook with this id'),
    })
  })

  test('a webhook that leads to another host fails the test', async () => {
    const shopOrigin = 'https://frame.example'
    await openAtPaypal({ publicOrigin: shopOrigin, shopOrigin })
    expect(await check('payments')).toMatchObject({ state: 'working' })
    await shop!.close()
    await openAtPaypal({ publicOrigin: 'https://old.example', shopOrigin })
    expect(await check('payments')).toMatchObject({
      state: 'failing',
      problem: expect.stringContaining(
        'is not https://frame.example/api/paypal/webhook: https://old.example/api/paypal/webhook',
      ),
    })
  })
})

describe('shipping', () => {
  const FROM = {
    name: 'Frame',
    street1: '145 Church St NW',
    street2: '',
    city: 'Vienna',
    state: 'VA',
    zip: '22180',
    country: 'US',
  }

  async function openAtShippo(zip: string, token = 'shippo_test_1', isTest?: boolean): Promise<void> {
    const shippo = await startShippoSandbox({ token, ...(isTest === undefined ? {} : { isTest }) })
    cleanups.push(() => shippo.close())
    const { apiBase } = shippo
    const shipping = shippoShipping({ token, apiBase, from: { ...FROM, zip }, mode: 'live' })
    shop = await openShop({ providers: (real) => ({ ...real, shipping }) })
  }

  test('a sender address without pickup by a carrier fails the test, with the carrier’s reason', async () => {
    await openAtShippo('00000')
    expect(await check('shipping')).toMatchObject({
      state: 'failing',
      problem: expect.stringContaining('No service is available between these ZIP codes.'),
    })
  })

  test.each([
    ['shippo_live_1', true, /^SHIPPO_TOKEN is live, but Shippo answers with test objects/],
    ['shippo_test_1', false, /^SHIPPO_TOKEN is a test token, but Shippo answers with live objects/],
  ])('%s fails the test and gives no quote if Shippo answers with test: %s', async (token, isTest, words) => {
    await openAtShippo('22180', token, isTest)
    const failing = { state: 'failing', problem: expect.stringMatching(words), nextTryAt: null }
    await expect(startPayment()).rejects.toThrow('No quote')
    expect(await stateOf(1)).toMatchObject(failing)
    expect(await check('shipping')).toMatchObject(failing)
  })

  test.each(['shippo_live_1', 'shippo_test_1'])(
    '%s passes the test if Shippo answers in the mode of the token',
    async (token) => {
      await openAtShippo('22180', token)
      expect(await check('shipping')).toMatchObject({ state: 'working', problem: '' })
    },
  )
})

describe('mail', () => {
  test('is sent to the admin who tests the connection', async () => {
    shop = await openShop()
    const admin = await signedIn(shop, { isAdmin: true })
    expect((await admin.post('/api/desk/services/mail/test')).body).toMatchObject({ state: 'working' })
    const mails = await shop.mail.caught()
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      to: [{ address: admin.email }],
      from: { address: shop.shop.config.mail.from },
      subject: 'Test of the mail server',
      text: expect.stringContaining('takes its mail'),
    })
  })

  test('that the server refuses after the sign-in fails the test, with the server’s reason', async () => {
    const port = await socketServer((socket) => {
      socket.write('220 mail.example ESMTP\r\n')
      socket.on('data', (data) => {
        const word = String(data).slice(0, 4).toUpperCase()
        if (word === 'RCPT') socket.write('550 5.7.1 Sender address rejected: not owned by user\r\n')
        else socket.write('250 fine\r\n')
      })
    })
    const mail = smtpMail({ url: `smtp://127.0.0.1:${port}`, mode: 'live' })
    cleanups.unshift(() => mail.close())
    shop = await openShop({ providers: (real: Providers) => ({ ...real, mail }) })
    expect(await check('mail')).toMatchObject({
      mode: 'live',
      state: 'failing',
      problem: expect.stringContaining('550 5.7.1 Sender address rejected'),
    })
  })
})

describe('address search', () => {
  test.each(['suggest', 'static'])('fails if the token is valid and %s is not answered', async (call) => {
    shop = await openShop()
    shop.mapbox.addFault({ call, kind: 'error', times: 2 })
    expect(await check('maps')).toMatchObject({ state: 'failing', problem: expect.stringContaining('500') })
    expect(await check('maps')).toMatchObject({ state: 'working' })
  })
})

async function socketServer(serve: (socket: Socket) => void): Promise<number> {
  const server = createSocketServer((socket) => {
    socket.on('error', () => {})
    cleanups.unshift(() => socket.destroy())
    serve(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port
}

/** A stub of PayPal with the given answer for each path. */
async function stub(answer: (path: string) => [status: number, body: object]): Promise<string> {
  const server = createServer((request, response) => {
    const [status, body] = answer(request.url ?? '')
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function refusal(issue: string, description: string) {
  return { name: 'UNPROCESSABLE_ENTITY', message: 'no', debug_id: 'abc', details: [{ issue, description }] }
}
