import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { purchase, sandboxAndClient } from '#server/providers/paypal/client.testing.ts'
import { sandboxPages } from '#server/platform/http/sandbox-pages.ts'
import { serveWeb } from '../web.ts'
import { paypalPages } from './browser.ts'

const sameOrigin = { 'sec-fetch-site': 'same-origin' }

async function shopWithWindow() {
  const shop = await sandboxAndClient()
  const web = await serveWeb(paypalPages(shop.sandbox))
  const app = fastify()
  await app.register(sandboxPages(web.apiBase))
  app.addHook('onClose', () => web.close())
  const { id } = await shop.payments.createPayment(
    purchase({
      lines: [{ name: '<img src=x onerror=alert(1)>', sku: 'x', quantity: 1, unitCents: 4_350 }],
    }),
  )
  const end = async () => {
    await app.close()
    await shop[Symbol.asyncDispose]()
  }
  return { ...shop, app, id, [Symbol.asyncDispose]: end }
}

test('the approval window shows the order, says that no money moves, and allows no inline code', async () => {
  await using shop = await shopWithWindow()
  const page = await shop.app.inject(`/sandbox/paypal/checkoutnow?token=${shop.id}`)
  expect(page.statusCode).toBe(200)
  for (const text of [
    'no money moves',
    'Ada Lovelace',
    'Vienna VA 22180',
    '$43.50',
    '$8.53',
    '$0.44',
    'Pay $52.47',
  ]) {
    expect(page.body).toContain(text)
  }
  expect(page.body).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/)
  expect(page.body).not.toMatch(/<script(?! src)|<style| style=| on\w+="/)
})

test.for(['approve', 'decline', 'pending'])(
  'the window reports the choice %s to the shop',
  async (choice) => {
    await using shop = await shopWithWindow()
    const url = `/sandbox/paypal/checkoutnow/${shop.id}/${choice}`
    const answer = await shop.app.inject({ method: 'POST', url, headers: sameOrigin })
    expect(answer.json()).toEqual({ outcome: 'approved', payerId: 'FRAMEBUYER234' })
    await expect(shop.payments.getPayment(shop.id)).resolves.toMatchObject({ status: 'approved' })
  },
)

test('canceling changes nothing', async () => {
  await using shop = await shopWithWindow()
  const url = `/sandbox/paypal/checkoutnow/${shop.id}/cancel`
  const answer = await shop.app.inject({ method: 'POST', url, headers: sameOrigin })
  expect(answer.json()).toEqual({ outcome: 'canceled' })
  await expect(shop.payments.getPayment(shop.id)).resolves.toMatchObject({ status: 'open' })
})

test.for([
  {},
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
])('the window rejects a choice from another origin: %j', async (headers) => {
  await using shop = await shopWithWindow()
  const url = `/sandbox/paypal/checkoutnow/${shop.id}/approve`
  const host = 'frame.example'
  const answer = await shop.app.inject({ method: 'POST', url, headers: { host, ...headers } })
  expect(answer.statusCode).toBe(403)
  const own = { host, origin: 'http://frame.example' }
  expect((await shop.app.inject({ method: 'POST', url, headers: own })).statusCode).toBe(200)
})

test('the window asks for another way to pay after a decline, and shows that a payment is complete', async () => {
  await using shop = await shopWithWindow()
  const page = async () => (await shop.app.inject(`/sandbox/paypal/checkoutnow?token=${shop.id}`)).body
  shop.sandbox.choose(shop.id, 'decline')
  await shop.payments.capturePayment(shop.id, 'capture-1').catch(() => null)
  expect(await page()).toContain('Choose another way to pay')
  shop.sandbox.choose(shop.id, 'approve')
  await shop.payments.capturePayment(shop.id, 'capture-2')
  expect(await page()).toContain('This payment is complete')
})

test.for(['', '?token=', '?token=<b>', '?token=A&token=B', '?token=UNKNOWN'])(
  'a request for the window gets 404 for the query “%s”',
  async (query) => {
    await using shop = await shopWithWindow()
    const page = await shop.app.inject(`/sandbox/paypal/checkoutnow${query}`)
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('This payment has expired')
  },
)

test('the SDK is served as one classic script', async () => {
  await using shop = await shopWithWindow()
  const script = await shop.app.inject(shop.sandbox.scriptPath)
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(() => new Script(script.body)).not.toThrow()
})

test('the SDK matches the types that PayPal publishes', () => {
  const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))
  const project = fileURLToPath(new URL('./browser', import.meta.url))
  expect(execFileSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })).toBe('')
})
