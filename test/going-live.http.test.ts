// On SQLite only: processes, the same code on both databases.
// Slow, not in `npm run check`: servers in child processes.
/**
 * Runs a shop in live mode with the `.env` of docs/going-live.md. Only the addresses of the outside services and the
 * storage differ: they lead to servers on this machine.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MapboxSandbox, startMapboxSandbox } from '#sandbox/mapbox/mapbox.ts'
import { type PaypalSandbox, startPaypalSandbox } from '#sandbox/paypal/paypal.ts'
import { startShippoSandbox } from '#sandbox/shippo/shippo.ts'
import { openBucket } from '#server/platform/storage/store.testing.ts'
import { formOf } from './form.ts'
import { mailServer, type MailServer } from './mail-server.ts'
import { orderBody, VIENNA } from './purchase.ts'
import { caller, type Caller } from './torture/caller.ts'
import { ownPlace } from './torture/own-place.ts'
import { startShop, type RunningShop } from './torture/running-shop.ts'

const ROOT = join(import.meta.dirname, '..')
const PAGE = readFileSync(join(ROOT, 'docs/going-live.md'), 'utf8')
/** The complete `.env` of the page: the first block of settings. */
const env = parseEnv(/```ini\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? '') as Record<string, string>

const place = ownPlace()
let paypal: PaypalSandbox
let mapbox: MapboxSandbox
let mail: MailServer
let bucket: Awaited<ReturnType<typeof openBucket>>
let shop: RunningShop
const cleanups: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const smtp = new URL(env['SMTP_URL']!)
  mail = await mailServer({
    user: decodeURIComponent(smtp.username),
    password: decodeURIComponent(smtp.password),
  })
  paypal = await startPaypalSandbox({
    clientId: env['PAYPAL_CLIENT_ID']!,
    clientSecret: env['PAYPAL_CLIENT_SECRET']!,
    merchantId: env['PAYPAL_MERCHANT_ID']!,
    webhookId: env['PAYPAL_WEBHOOK_ID']!,
    // PayPal shows the address of the webhook that the owner has entered there.
    publicOrigin: env['PUBLIC_ORIGIN']!,
  })
  const shippo = await startShippoSandbox({ token: env['SHIPPO_TOKEN']! })
  mapbox = await startMapboxSandbox({ token: env['MAPBOX_TOKEN']! })
  bucket = await openBucket()
  smtp.host = `127.0.0.1:${mail.port}`
  shop = await startShop(place, {
    ...env,
    SEED: 'demo',
    LOG_LEVEL: 'warn',
    SMTP_URL: smtp.href,
    PAYPAL_API_BASE: paypal.apiBase,
    SHIPPO_API_BASE: shippo.apiBase,
    MAPBOX_API_BASE: mapbox.apiBase,
    MAPBOX_CONTRIBUTE_BASE: mapbox.apiBase,
    STORAGE: 's3',
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_KEY: bucket.key,
    S3_SECRET: bucket.secret,
  })
  cleanups.push(
    () => shop.kill(),
    () => bucket.close(),
    () => mapbox.close(),
    () => shippo.close(),
  )
  cleanups.push(
    () => paypal.close(),
    () => mail.close(),
  )
}, 300_000)
afterAll(async () => {
  for (const close of cleanups) await close()
})

/** A visitor who comes through the reverse proxy. */
function visitor(): Caller {
  return caller(shop.origin, {
    origin: 'https://frame.example',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'https',
  })
}

async function customer(): Promise<Caller & { email: string }> {
  const newVisitor = visitor()
  const email = `${randomUUID()}@example.com`
  const answer = await newVisitor.post('/api/users', {
    name: 'Ada Byron',
    email,
    password: 'a long quiet evening',
  })
  expect([answer.status, answer.headers['set-cookie']]).toEqual([
    201,
    expect.stringMatching(/^__Host-sid=.+Secure/),
  ])
  return Object.assign(newVisitor, { email })
}

async function owner(): Promise<Caller> {
  const newVisitor = visitor()
  const { status } = await newVisitor.post('/api/users/auth', {
    email: env['ADMIN_EMAIL'],
    password: env['ADMIN_PASSWORD'],
  })
  expect(status).toBe(200)
  return newVisitor
}

test('every setting of the page’s .env is explained in one of its steps', () => {
  const words = PAGE.replaceAll(/```[\s\S]*?```/g, '')
  expect(Object.keys(env).length).toBeGreaterThan(15)
  expect(Object.keys(env).filter((name) => !words.includes(name))).toEqual([])
})

test('the start prints which services are live', () => {
  expect(shop.output()).toMatch(/Shop +https:\/\/frame\.example, through http:\/\/localhost:\d+/)
  expect(shop.output()).toMatch(
    /PayPal +live\n.*Shippo +live\n.*Maps +live\n.*Mail +over 127\.0\.0\.1 to owner@/,
  )
})

test('the admin shows every service as live, and Test connection succeeds for each', async () => {
  const admin = await owner()
  for (const service of ['payments', 'shipping', 'mail', 'maps', 'storage']) {
    const { body } = await admin.post(`/api/desk/services/${service}/test`)
    expect(body).toMatchObject({ service, mode: 'live', state: 'working', problem: '' })
  }
  await mail.received(({ to, subject }) => to.includes(env['ADMIN_EMAIL']!) && subject.startsWith('Test of'))
})

test('an address is found by search and validated', async () => {
  const buyer = await customer()
  const session = randomUUID()
  const found = await buyer.get(`/api/maps/suggest?text=145%20Church&session=${session}`)
  const [first] = found.body.suggestions
  expect(first.name).toContain('Church')
  const whole = await buyer.get(`/api/maps/retrieve?id=${encodeURIComponent(first.id)}&session=${session}`)
  expect(whole.body).toMatchObject({ address_level2: 'Vienna', country_code: 'us' })
  const validated = await buyer.post('/api/shippo/validate', VIENNA)
  expect(validated.body).toMatchObject({ validation_results: { is_valid: true }, zip: expect.any(String) })
})

test('a coffee is bought: quoted, paid to the owner’s account, and confirmed by mail', async () => {
  const buyer = await customer()
  expect((await buyer.get('/api/config/paypal')).body).toEqual({
    clientId: env['PAYPAL_CLIENT_ID'],
    scriptUrl: 'https://www.paypal.com/web-sdk/v6/core',
    environment: 'production',
    currency: 'USD',
    // Apple Pay and Google Pay are off until the owner has enabled them at PayPal.
    methods: ['paypal', 'card', 'venmo', 'pay_later'],
    googleScriptUrl: 'https://pay.google.com/gp/p/js/pay.js',
    appleScriptUrl: 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js',
    merchantName: expect.any(String),
    sandbox: false,
  })
  const { products } = (await buyer.get('/api/products')).body
  const items = [{ _id: products[0]._id, qty: 1 }]
  const placed = await buyer.post('/api/orders', await orderBody(buyer, items))
  expect(placed.status, placed.text).toBe(201)
  const opened = await buyer.post(`/api/orders/${placed.body._id}/paypal`)
  expect(opened.status, opened.text).toBe(200)
  expect(paypal.choose(opened.body.orderId, 'approve')).toBe(true)
  const paid = await buyer.put(`/api/orders/${placed.body._id}/pay`, { id: opened.body.orderId })
  expect(paid.body).toMatchObject({ isPaid: true, totalPrice: placed.body.totalPrice })
  expect(paypal.view(opened.body.orderId)?.status).toBe('COMPLETED')
  const order = `https://frame.example/order/${placed.body._id}`
  const received = await mail.received(({ to, text }) => to.includes(buyer.email) && text.includes(order))
  expect(received.from).toBe(env['MAIL_FROM'])
  await mail.received(({ to, text }) => to.includes(env['SHOP_INBOX']!) && text.includes(placed.body._id))

  const admin = await owner()
  const label = await admin.post(`/api/shippo`, { orderId: placed.body._id })
  expect(label.status, label.text).toBe(200)
  const pdf = await admin.get(`/api/orders/${placed.body._id}/label.pdf`)
  expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])

  const refund = await admin.post(`/api/orders/${placed.body._id}/refund`, {})
  expect(refund.status, refund.text).toBeLessThan(300)
  const { body } = await buyer.get(`/api/orders/${placed.body._id}`)
  expect(body).toMatchObject({ refundable: 0, refunds: [{ amount: placed.body.totalPrice }] })
})

/** Sends PayPal's signed webhook of a capture. */
function eventOf(id: string): { headers: Record<string, string>; body: Buffer } {
  const { headers, body } = paypal.webhooks.compose('PAYMENT.CAPTURE.COMPLETED', 'capture', { id })
  return { headers: headers as Record<string, string>, body }
}

test('PayPal’s webhooks are accepted at the documented address, and forged ones are not', async () => {
  expect(PAGE).toContain('/api/paypal/webhook`')
  const theirs = caller(shop.origin, { 'x-forwarded-for': '198.51.100.10' })
  const { headers, body } = eventOf('GENUINE')
  expect((await theirs.post('/api/paypal/webhook', body, headers)).status).toBe(200)
  const other = eventOf('GENUINE')
  const forged = Buffer.from(other.body.toString().replace('GENUINE', 'FORGED'))
  expect((await theirs.post('/api/paypal/webhook', forged, other.headers)).status).toBe(400)
})

test('Shippo’s webhooks are accepted, and no others', async () => {
  const news = { event: 'track_updated', test: false, data: { tracking_number: 'X', carrier: 'usps' } }
  const theirs = caller(shop.origin, { 'x-forwarded-for': '198.51.100.9' })
  expect((await theirs.post(`/api/shippo/webhook/${env['SHIPPO_WEBHOOK_SECRET']}`, news)).status).toBe(200)
  expect((await theirs.post('/api/shippo/webhook/a-secret-that-somebody-guessed', news)).status).toBe(404)
})

test('a visitor’s message is mailed to the owner, from the shop’s address', async () => {
  const message = `Do you open on Sundays? ${randomUUID()}`
  const mailerState = { name: 'Ada Byron', email: 'ada@example.com', message }
  expect((await visitor().post('/send', { mailerState })).body).toEqual({ status: 'success' })
  const received = await mail.received((each) => each.text.includes(message))
  expect(received).toMatchObject({ from: env['MAIL_FROM'], to: [env['SHOP_INBOX']] })
})

test('an uploaded picture is stored in the bucket, and is shown', async () => {
  const admin = await owner()
  const photo = readFileSync(join(ROOT, 'imagery/photos/gallery_03.jpg'))
  const { payload, headers } = formOf('image', [{ bytes: photo }])
  const uploaded = await admin.post('/api/upload/productimage', payload, headers)
  expect(uploaded.status, uploaded.text).toBe(200)
  expect((await visitor().get(uploaded.body.image)).status).toBe(200)
})

test('pages may load only from the live services, and /metrics requires the token', async () => {
  const music = await visitor().get('/music')
  expect(music.text).toContain('https://open.spotify.com/embed/playlist/')
  const policy = String(music.headers['content-security-policy'])
  expect(policy).not.toContain('paypal.com')
  const { headers } = await visitor().get('/cart')
  expect(String(headers['content-security-policy'])).toMatch(/script-src [^;]*https:\/\/\*\.paypal\.com/)
  expect(policy).toMatch(/frame-src [^;]*https:\/\/open\.spotify\.com/)
  expect((await visitor().get('/metrics')).status).toBe(404)
  const bearer = { authorization: `Bearer ${env['METRICS_TOKEN']}` }
  expect((await visitor().get('/metrics', bearer)).status).toBe(200)
})

test('neither an error nor a credential was logged', () => {
  // These are logged for the webhooks of the tests above, which belong to no order.
  const expected = /event is not about a payment or dispute of this shop|a webhook that is not from PayPal/
  const complaints = shop.output().match(/^\{"level":[4-6]0.*$/gm) ?? []
  expect(complaints.filter((line) => !expected.test(line))).toEqual([])
  for (const name of [
    'PAYPAL_CLIENT_SECRET',
    'SHIPPO_TOKEN',
    'SHIPPO_WEBHOOK_SECRET',
    'MAPBOX_TOKEN',
    'ADMIN_PASSWORD',
    'METRICS_TOKEN',
  ])
    expect(shop.output()).not.toContain(env[name])
})
