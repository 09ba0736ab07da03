import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { purchase, sandboxAndClient } from '#server/providers/paypal/client.testing.ts'
import { sandboxPages } from '#server/platform/http/sandbox-pages.ts'
import { serveWeb } from '../web.ts'
import { paypalPages } from './browser.ts'

const sameOrigin = { 'sec-fetch-site': 'same-origin' }

const sandboxWithOrigin = () => shopWithWindow({ shopOrigin: 'https://shop.example' })

async function shopWithWindow(options: Parameters<typeof sandboxAndClient>[0] = {}) {
  const shop = await sandboxAndClient(options)
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

test('the SDK and the scripts of Google and Apple are served as one classic script each', async () => {
  await using shop = await shopWithWindow()
  const { scriptPath, googleScriptPath, appleScriptPath } = shop.sandbox
  for (const path of [scriptPath, googleScriptPath, appleScriptPath]) {
    const script = await shop.app.inject(path)
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(() => new Script(script.body), path).not.toThrow()
  }
})

/** An order for the methods that are added when the buyer confirms. */
const withoutSource = async ({ payments }: Awaited<ReturnType<typeof shopWithWindow>>) =>
  (await payments.createPayment(purchase({ requestId: 'other', invoiceId: 'other', isByAccount: false }))).id

test('the window of each method names it, and has what can go wrong with it', async () => {
  await using shop = await shopWithWindow()
  const id = await withoutSource(shop)
  const page = async (method: string) =>
    (await shop.app.inject(`/sandbox/paypal/checkoutnow?token=${id}&method=${method}`)).body
  expect(await page('venmo')).toMatch(/Venmo <span>sandbox.*Decline Venmo.*Let PayPal ask again/s)
  expect(await page('card')).toMatch(/Card <span>sandbox.*Your card.*Let the bank ask.*answer slowly/s)
  expect(await page('pay_later')).toMatch(/PayPal <span>sandbox.*Decline Pay Later.*Pending review/s)
  expect(await page('venmo')).not.toContain('Pending review')
  const bank = await shop.app.inject(`/sandbox/paypal/checkoutnow?token=${id}&method=card&step=bank`)
  expect(bank.body).toContain('Your bank asks')
  const sheet = await shop.app.inject('/sandbox/paypal/sheet?wallet=apple_pay&amount=<b>&merchant=<i>')
  expect(sheet.body).toContain('$&lt;b&gt;')
  expect(sheet.body).not.toContain('<i>')
  expect((await shop.app.inject('/sandbox/paypal/sheet?wallet=card&amount=1.00')).statusCode).toBe(404)
})

test('a window without a page beside it returns to the address of the order', async () => {
  await using shop = await sandboxWithOrigin()
  const choose = async (choice: string) =>
    (
      await shop.app.inject({
        method: 'POST',
        url: `/sandbox/paypal/checkoutnow/${shop.id}/${choice}?method=paypal`,
        headers: sameOrigin,
      })
    ).json().url
  const page = 'https://shop.example/order/order-1'
  expect(await choose('cancel')).toBe(`${page}?token=${shop.id}`)
  expect(await choose('approve')).toBe(`${page}?token=${shop.id}&PayerID=FRAMEBUYER234`)
})

describe('the confirmation of an order by the result of a sheet', () => {
  test('is refused for another amount, another method, an unknown order and from another page', async () => {
    await using shop = await shopWithWindow()
    const id = await withoutSource(shop)
    const confirm = async (path: string, headers: Record<string, string> = sameOrigin) => {
      const answer = await shop.app.inject({
        method: 'POST',
        url: `/sandbox/paypal/confirm/${path}`,
        headers,
      })
      return [answer.statusCode, answer.json().issue]
    }
    expect(await confirm(`${id}/apple_pay/approve?amount=1.00`)).toEqual([422, 'APPLE_PAY_AMOUNT_MISMATCH'])
    expect(await confirm(`${shop.id}/google_pay/approve`)).toEqual([422, 'PAYMENT_SOURCE_CANNOT_BE_USED'])
    expect(await confirm('UNKNOWN/google_pay/approve')).toEqual([404, 'INVALID_RESOURCE_ID'])
    expect(await confirm(`${id}/google_pay/dance`)).toEqual([404, undefined])
    expect(await confirm(`${id}/google_pay/approve`, {})).toEqual([403, undefined])
    await expect(shop.payments.getPayment(id)).resolves.toMatchObject({ status: 'open' })
    expect(await confirm(`${id}/apple_pay/approve?amount=52.47`)).toEqual([200, undefined])
    await shop.payments.capturePayment(id, 'c-1')
    expect(await confirm(`${id}/google_pay/approve`)).toEqual([422, 'ORDER_CANNOT_BE_CONFIRMED'])
  })
})

test('the page of the account shows what PayPal has approved, and changes it', async () => {
  await using shop = await shopWithWindow()
  const press = async (path: string) =>
    (await shop.app.inject({ method: 'POST', url: `/sandbox/paypal/account/${path}`, headers: sameOrigin }))
      .statusCode
  const page = async () => (await shop.app.inject('/sandbox/paypal/account')).body
  const eligible = async () =>
    Object.keys((await shop.app.inject('/sandbox/paypal/eligible?amount=40.00')).json().eligible_methods)
  expect(await page()).not.toContain('aria-pressed="false"')
  expect([await press('card/refuse'), await press('venmo/refuse'), await press('venmo/approve')]).toEqual([
    200, 200, 200,
  ])
  expect(await page()).toContain('data-method="card" aria-pressed="false"')
  expect(await eligible()).toEqual(['paypal', 'venmo', 'apple_pay', 'google_pay', 'paypal_pay_later'])
  expect([await press('bitcoin/refuse'), await press('card/maybe')]).toEqual([404, 404])
})

test('the SDK matches the types that PayPal publishes', () => {
  const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))
  const project = fileURLToPath(new URL('./browser', import.meta.url))
  expect(execFileSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })).toBe('')
})
