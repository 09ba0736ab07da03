/** Which ways to pay are offered, and Apple's domain file: saved, served byte for byte, and tested through the public origin. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { PAY_METHODS } from '#shared/platform/pay-methods.ts'
import { APPLE_DOMAIN_PATH, PAY_METHOD_DEFAULTS } from '#shared/platform/settings/pay-methods.ts'

let shop: TestShop
let admin: Visitor
const cleanups: (() => unknown)[] = []

async function open(env: Record<string, string> = {}): Promise<void> {
  shop = await openShop({ env })
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
}

afterEach(async () => {
  await shop.close()
  for (const close of cleanups.splice(0)) await close()
})

const LIVE = { PAYPAL_CLIENT_ID: 'ours', PAYPAL_CLIENT_SECRET: 'secret' }
const ALL_OFF = { ...PAY_METHOD_DEFAULTS, card: false, venmo: false, payLater: false }

const methods = async () => (await shop.visitor().get('/api/config/paypal')).body.methods
const save = async (changes: object) => {
  const { version } = (await admin.get('/api/settings/pay-methods')).body
  return admin.put('/api/settings/pay-methods', { ...ALL_OFF, ...changes, version })
}
const domainFile = (headers?: Record<string, string>) => shop.visitor().get(APPLE_DOMAIN_PATH, headers)

describe('the methods', () => {
  test('are all on in sandbox mode, so that a first start shows them', async () => {
    await open()
    expect(await methods()).toEqual([...PAY_METHODS])
    expect((await admin.get('/api/settings/pay-methods')).body).toMatchObject({ applePay: true, version: 0 })
    expect((await domainFile()).status).toBe(200)
  })

  test('are on in a live shop, but for those that must be enabled at PayPal first', async () => {
    await open(LIVE)
    expect(await methods()).toEqual(['paypal', 'card', 'venmo', 'pay_later'])
    expect((await save({ ...PAY_METHOD_DEFAULTS, googlePay: true })).status).toBe(200)
    expect(await methods()).toEqual(['paypal', 'card', 'venmo', 'google_pay', 'pay_later'])
  })

  test('are those that the owner has switched on, and always PayPal', async () => {
    await open()
    expect((await save({})).status).toBe(200)
    expect(await methods()).toEqual(['paypal'])
    await save({ applePay: true, venmo: true })
    expect(await methods()).toEqual(['paypal', 'venmo', 'apple_pay'])
  })

  test('that are off are refused with 409, also for an order whose buyer chose them before', async () => {
    await open()
    await save({ venmo: true })
    const buyer = await signedIn(shop)
    const id = await placed(buyer, [{ _id: await shop.sell({ priceCents: 4000 }), qty: 1 }])
    const start = (method: string) => buyer.post(`/api/orders/${id}/paypal`, { method })
    expect((await start('venmo')).status).toBe(200)
    await save({})
    for (const [method, name] of [
      ['card', 'Card'],
      ['venmo', 'Venmo'],
      ['google_pay', 'Google Pay'],
    ]) {
      const { status, body } = await start(method!)
      expect([status, body]).toEqual([
        409,
        {
          message: `${name} is not offered right now. Please choose another way to pay`,
          code: 'method',
        },
      ])
    }
    expect((await start('paypal')).status).toBe(200)
    expect(
      (await shop.db.selectFrom('payments').select('method').execute()).map((row) => row.method),
    ).toEqual(expect.arrayContaining(['venmo', 'paypal']))
  })

  test('that are switched off while a buyer pays are still captured: the buyer has approved them', async () => {
    await open()
    await save({ venmo: true })
    const buyer = await signedIn(shop)
    const id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
    const { orderId } = (await buyer.post(`/api/orders/${id}/paypal`, { method: 'venmo' })).body
    shop.paypal.choose(orderId, 'approve')
    await save({})
    expect((await buyer.put(`/api/orders/${id}/pay`, { id: orderId })).body.state).toBe('paid')
  })

  test('are changed by admins only, and the change log names what changed', async () => {
    await open()
    const packer = await shop.staff('packer')
    expect((await packer.get('/api/settings/pay-methods')).status).toBe(403)
    expect((await packer.put('/api/settings/pay-methods', { ...ALL_OFF, version: 0 })).status).toBe(403)
    await save({ appleDomainFile: 'x'.repeat(9000) })
    const { lines } = (await admin.get('/api/record?subject=setting&subjectId=pay-methods')).body
    expect(lines[0].changes).toContainEqual({ field: 'Venmo', before: 'Offered', after: 'Off' })
    const file = lines[0].changes.find(({ field }: { field: string }) => field === 'Apple’s domain file')
    expect(file.after).toBe(`9000 characters: ${'x'.repeat(24)}…`)
  })
})

describe('Apple’s domain file', () => {
  beforeEach(() => open(LIVE))

  test('is missing while none is saved, and after it was removed', async () => {
    expect((await domainFile()).status).toBe(404)
    await save({ appleDomainFile: '7B227073' })
    expect((await domainFile()).status).toBe(200)
    await save({ appleDomainFile: '' })
    expect((await domainFile()).status).toBe(404)
  })

  test.each([
    ['one line', '7B2270737049644'],
    ['a line end at the end', '7B22\n'],
    ['line ends of Windows', 'one\r\ntwo\r\n'],
    ['line ends of old Macs', 'one\rtwo\r'],
    ['mixed line ends, spaces around and tabs', ' \t one\r\ntwo\n\rthree\u2028 \n\n '],
    ['a byte order mark', '\uFEFF7B22'],
    ['a null character', 'a\u0000b'],
    ['other characters than ASCII', 'Käse ☕ 🎉'],
    ['the largest size', 'x'.repeat(20_000)],
  ])('is sent byte for byte as it was saved, as plain text and without a redirect: %s', async (_, file) => {
    expect((await save({ appleDomainFile: file })).status).toBe(200)
    const answer = await domainFile()
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/plain'])
    expect(answer.bytes).toEqual(Buffer.from(file))
    expect(answer.headers['location']).toBeUndefined()
    // The form has it unchanged too.
    expect((await admin.get('/api/settings/pay-methods')).body.appleDomainFile).toBe(file)
  })

  test.each([
    ['too large', 'x'.repeat(20_001)],
    ['too large in bytes', 'é'.repeat(10_001)],
    ['no text', 'a\uD800b'],
  ])('that is %s is refused, and the saved one stays', async (_, file) => {
    await save({ appleDomainFile: 'saved' })
    const { status, body } = await save({ appleDomainFile: file })
    expect([status, body.field]).toEqual([400, 'appleDomainFile'])
    expect((await domainFile()).text).toBe('saved')
  })
})

async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await shop.app.inject({ method: 'GET', url: request.url! })
  response.writeHead(answer.statusCode).end(answer.rawPayload)
}
const shopItself: RequestListener = (request, response) => void passOn(request, response)
const check = async () => (await admin.post('/api/desk/services/payments/test')).body

const expectProblem = async (problem: string | RegExp) => {
  const found = await check()
  expect(found).toMatchObject({
    state: 'working',
    alsoFailing: [{ calls: 'appleDomain', problem: expect.stringMatching(problem) }],
  })
}

describe('the test of the connection to PayPal', () => {
  /** What is at the public origin. */
  let serve: RequestListener
  let origin: string

  beforeEach(async () => {
    serve = shopItself
    const server = createServer((request, response) => serve(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => new Promise((resolve) => server.close(resolve)))
    cleanups.push(() => server.closeAllConnections())
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await open({ PUBLIC_ORIGIN: origin })
  })

  test('passes if the file can be read at the public origin', async () => {
    await save({ applePay: true, appleDomainFile: 'one\r\ntwo' })
    const found = await check()
    expect([found.state, found.alsoFailing]).toEqual(['working', undefined])
  })

  test('says that a file is missing, and does not ask for one while Apple Pay is off', async () => {
    await save({ applePay: true, appleDomainFile: '' })
    await expectProblem(/^Apple Pay is on, but there is no domain file\. Save the file that PayPal gives you/)
    await save({ applePay: false })
    expect((await check()).alsoFailing).toBeUndefined()
  })

  test.each<[string, RequestListener, RegExp]>([
    [
      'is missing there',
      (_, response) => response.writeHead(404).end('Not found'),
      /is missing \(404\)\. The proxy in front of the shop must pass on paths that begin with \/\.well-known\//,
    ],
    [
      'is redirected',
      (_, response) => response.writeHead(301, { location: 'https://www.shop.example/x' }).end(),
      /leads to https:\/\/www\.shop\.example\/x\. Apple follows no redirects/,
    ],
    [
      'has another text',
      (_, response) => response.end('one\ntwo'),
      /has another text than the saved file\. A proxy in front of the shop may change it/,
    ],
    [
      'is behind an error',
      (_, response) => response.writeHead(502).end(),
      /answers with status 502\. Apple expects 200/,
    ],
    [
      'cannot be reached',
      (request) => request.destroy(),
      /does not answer \(.+\)\. Apple must be able to read it/,
    ],
  ])('says that the file %s', async (_, listener, problem) => {
    await save({ applePay: true, appleDomainFile: 'one\r\ntwo' })
    serve = listener
    await expectProblem(problem)
    // Payments themselves work, and the next test finds the repaired file.
    serve = shopItself
    expect((await check()).alsoFailing).toBeUndefined()
  })
})

test('the connection test of a live shop says that the domain file is still the sandbox’s example', async () => {
  await open()
  const { appleDomainFile } = (await admin.get('/api/settings/pay-methods')).body
  await shop.close()
  shop = await openShop({
    env: { PUBLIC_ORIGIN: 'https://frame.example', ALLOW_SANDBOX: '1' },
    providers: (real) => ({ ...real, payments: { ...real.payments, mode: 'live' } }),
  })
  admin = await signedIn(shop, { isAdmin: true })
  await save({ applePay: true, appleDomainFile })
  const { alsoFailing } = (await admin.post('/api/desk/services/payments/test')).body
  expect(alsoFailing[0].problem).toContain('is the example of the sandbox')
})
