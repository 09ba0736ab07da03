// Slow, not in `npm run check`: hundreds of sign-ins or orders from one network.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, inputFor } from '#test/inputs.ts'
import { openShop, PASSWORD, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { ConfigError, readConfig } from '#server/kernel/config/config.ts'

let shop: TestShop
let secure: TestShop
beforeAll(async () => {
  shop = await openShop()
  secure = await openShop({ env: { PUBLIC_ORIGIN: 'https://frame.example', ALLOW_SANDBOX: '1' } })
})
afterAll(async () => {
  await shop.close()
  await secure.close()
})

const changing = endpoints.filter(({ endpoint }) => endpoint.method !== 'GET')

/** Headers that a browser sends when the request comes from a page of another site. */
const FOREIGN: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site', origin: 'https://blog.frame.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'sideways' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost.evil.example' },
  { origin: 'https://localhost:80' },
]

describe('another site cannot send requests as a visitor', () => {
  test.each(changing)('$name', async ({ endpoint }) => {
    const admin = await signedIn(shop, { isAdmin: true })
    const { url, body } = await inputFor(shop, endpoint, admin)
    const changed = await changedBy(shop.db, async () => {
      for (const headers of FOREIGN) {
        const answer = await shop.app.inject({
          method: endpoint.method,
          url,
          headers: { ...headers, cookie: admin.cookie },
          ...(body === undefined ? {} : { payload: body as object }),
        })
        expect(answer.statusCode, JSON.stringify(headers)).toBe(403)
        expect(answer.json()).toEqual({ message: expect.any(String), ...endpoint.refusal })
      }
    })
    expect(changed).toEqual([])
  })

  test('body types that an HTML form can send are refused too', async () => {
    const { cookie } = await signedIn(shop)
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const headers = { cookie, 'content-type': type, 'sec-fetch-site': 'cross-site' }
      const answer = await shop.app.inject({
        method: 'PUT',
        url: '/api/users/profile',
        headers,
        payload: '{}',
      })
      expect(answer.statusCode, type).toBe(403)
    }
  })
})

test.each<Record<string, string>>([
  { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' },
  { 'sec-fetch-site': 'none' },
  { origin: 'http://localhost:80' },
  {},
])(
  'requests from the shop’s own pages and from clients that are not browsers are accepted: %j',
  async (headers) => {
    const buyer = await signedIn(shop)
    const answer = await buyer.put(
      '/api/users/profile',
      { name: 'New Name' },
      { host: 'localhost:80', ...headers },
    )
    expect(answer.status).toBe(200)
  },
)

async function logoutFrom(headers: Record<string, string>): Promise<number> {
  return (await secure.visitor().post('/api/users/logout', undefined, headers)).status
}

test('with PUBLIC_ORIGIN set, only requests from that origin are accepted', async () => {
  expect(await logoutFrom({ origin: 'https://frame.example' })).toBe(200)
  expect(await logoutFrom({ origin: 'http://frame.example' })).toBe(403)
  expect(await logoutFrom({ origin: 'https://evil.example', host: 'evil.example' })).toBe(403)
  expect(await logoutFrom({ origin: 'http://evil.example', host: 'evil.example' })).toBe(403)
})

test('GET requests from other sites are accepted', async () => {
  expect((await shop.visitor().get('/api/products', { 'sec-fetch-site': 'cross-site' })).status).toBe(200)
})

async function setCookieOf({ visitor }: TestShop, headers: Record<string, string> = {}): Promise<string> {
  const email = `cookie-${Math.random()}@example.com`
  const answer = await visitor().post('/api/users', { name: 'Ann', email, password: PASSWORD }, headers)
  expect(answer.status).toBe(201)
  return String(answer.headers['set-cookie'])
}
const attributesOf = (cookie: string) => cookie.split('; ').slice(1).sort()
const ALWAYS = ['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax']

describe('the session cookie', () => {
  test('is `sid` and HttpOnly over http', async () => {
    const cookie = await setCookieOf(shop)
    expect(cookie).toMatch(/^sid=[\w-]{43};/)
    expect(attributesOf(cookie)).toEqual(ALWAYS)
  })

  test('is `__Host-sid` and Secure when the shop uses https', async () => {
    const cookie = await setCookieOf(secure)
    expect(cookie).toMatch(/^__Host-sid=[\w-]{43};/)
    expect(attributesOf(cookie)).toEqual([...ALWAYS, 'Secure'].sort())
  })

  test('is not read under its other name', async () => {
    const customer = await secure.customer()
    expect((await customer.get('/api/users/profile')).status).toBe(200)
    customer.cookie = customer.cookie.replace('__Host-', '')
    expect((await customer.get('/api/users/profile')).status).toBe(401)
  })

  test('does not follow forged X-Forwarded-Proto and Host headers', async () => {
    const forged = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example', host: 'evil.example' }
    expect(attributesOf(await setCookieOf(shop, forged))).toEqual(ALWAYS)
  })
})

test('a shop with a plain http origin other than localhost starts only with ALLOW_INSECURE', () => {
  expect(() => readConfig({ PUBLIC_ORIGIN: 'http://frame.example' })).toThrow(ConfigError)
  expect(readConfig({ PUBLIC_ORIGIN: 'http://frame.example', ALLOW_INSECURE: '1' }).publicOrigin).toBe(
    'http://frame.example',
  )
  expect(readConfig({ PUBLIC_ORIGIN: 'http://127.0.0.1:3000' }).publicOrigin).toBe('http://127.0.0.1:3000')
})

test('every response has the security headers', async () => {
  const buyer = await signedIn(shop)
  const paths = ['/api/products', '/api/users/profile', '/api/nothing', '/api/orders', '/nothing', '/healthz']
  for (const path of paths) {
    const { headers } = await buyer.get(path)
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(headers['x-powered-by'], path).toBeUndefined()
    expect(headers['strict-transport-security'], path).toBeUndefined()
    if (path.startsWith('/api/'))
      expect(headers['cache-control'], path).toBe(path === '/api/products' ? 'no-cache' : 'no-store')
  }
  const { headers } = await secure.visitor().get('/api/products')
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
})
