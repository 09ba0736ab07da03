// On SQLite only: connections and headers, the same code on both databases.
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { orderBody } from '#test/purchase.ts'
import type { Answer } from '#test/visitor.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({
    providers: (real) => ({
      ...real,
      shipping: {
        ...real.shipping,
        validateAddress: () => Promise.reject(new Error('select secret from /etc/passwd')),
      },
    }),
  })
})
afterAll(() => shop.close())

const REFUSAL = { message: expect.any(String) }

function post(text: string, headers: Record<string, string> = {}): Promise<Answer> {
  return shop.visitor().post('/api/users/auth', text, headers)
}

/** Expects the same status for every body, and no change in the database. */
async function expectBodiesRefused(bodies: string[], status: number): Promise<void> {
  const changed = await changedBy(shop.db, async () => {
    for (const body of bodies) {
      const answer = await post(body)
      expect(answer.status, body.slice(0, 40)).toBe(status)
      expect(answer.body).toMatchObject(REFUSAL)
    }
  })
  expect(changed).toEqual([])
}

test('malformed JSON is refused with 400 and changes nothing', () =>
  expectBodiesRefused(['{', '', ' ', '{"email":', "{'email':'a'}", '{"email":NaN}', '[1,]', '\u0000'], 400))

test('JSON that is not an object is refused with 400', () =>
  expectBodiesRefused(['null', '1', '"x"', '[]', 'true', '[[1]]'], 400))

test('a body of 2 MB is refused with 413', () =>
  expectBodiesRefused([JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(2_000_000) })], 413))

test('a megabyte of nested brackets is refused, closed or not', async () => {
  for (const body of ['['.repeat(1_000_000), `${'['.repeat(500_000)}${']'.repeat(500_000)}`]) {
    expect((await post(body)).status).toBe(400)
  }
})

test('keys that address a prototype are refused and change no prototype', async () => {
  await expectBodiesRefused(
    [
      '{"__proto__":{"isAdmin":true}}',
      '{"\\u005f\\u005fproto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      '{"email":{"__proto__":{"isAdmin":true}}}',
    ],
    400,
  )
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

describe('a body that is not JSON', () => {
  test.each([
    'text/plain',
    'application/xml',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
  ])('is refused with 415: %s', async (type) => {
    const answer = await post('{"email":"a@b.example","password":"x"}', { 'content-type': type })
    expect(answer.status).toBe(415)
    expect(answer.body).toEqual(REFUSAL)
  })

  test('is refused with 415 without a type at all', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/users/auth',
      payload: Buffer.from('{"email":"a@b.example"}'),
    })
    expect(answer.statusCode).toBe(415)
  })
})

test('unusual spellings of the JSON content type do not bypass validation', async () => {
  const canonical = await post('{"email":1}')
  expect(canonical.status).toBe(400)
  for (const type of [
    'application/json\t;',
    'application/json ;x',
    'APPLICATION/JSON',
    'application/json;charset=utf-7',
  ]) {
    const answer = await post('{"email":1}', { 'content-type': type })
    expect([answer.status, answer.text], type).toEqual([canonical.status, canonical.text])
  }
})

test.each(['pageNumber=1&pageNumber=2', 'keyword[]=a', 'keyword=a&keyword=b', '__proto__=1', 'x=1'])(
  'a query that is not in the contract is refused with 400: %s',
  async (query) => {
    const answer = await shop.visitor().get(`/api/products?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject(REFUSAL)
  },
)

test.each(['-1', '0', 'abc', '1e309', '9999999999', '1.5', '', '%00', '０', '+1', '0x1'])(
  'an invalid page number is refused with 400: %j',
  async (page) => {
    const admin = await signedIn(shop, { isAdmin: true })
    for (const path of ['/api/products', '/api/orders', '/api/orders/mine'])
      expect((await admin.get(`${path}?pageNumber=${page}`)).status, path).toBe(400)
  },
)

test('a page past the last one is empty', async () => {
  const { status, body } = await shop.visitor().get('/api/products?pageNumber=999999')
  expect([status, body.products, body.page]).toEqual([200, [], 999_999])
})

const INVALID_IDS = [
  '%00',
  '..%2f..%2fetc',
  '%2e%2e%2f',
  'x'.repeat(299),
  'x'.repeat(301),
  'x'.repeat(5000),
  '%F0%9F%98%80',
  '0x1',
  '9223372036854775808',
  '%ED%A0%80',
  '%zz',
  '%',
  "'--",
  '1;drop',
  'null',
]

test('an unknown or malformed id is answered with 404 and `{message}` everywhere', async () => {
  const admin = await signedIn(shop, { isAdmin: true })
  for (const id of INVALID_IDS) {
    for (const path of ['products', 'orders', 'users']) {
      const answer = await admin.get(`/api/${path}/${id}`)
      expect(answer.status, `${path}/${id.slice(0, 30)}`).toBe(404)
      expect(answer.body).toEqual(REFUSAL)
      expect(answer.text).not.toContain(id.slice(0, 30))
    }
  }
})

test.each([
  '/api/nothing',
  '/api',
  '/api/products/x/y/z',
  '/uploads/none.jpg',
  '/assets/none.js',
  '/uploads/',
])('an unknown path is answered with a JSON 404: %s', async (path) => {
  const answer = await shop.visitor().get(path)
  expect(answer.status).toBe(404)
  expect(answer.headers['content-type']).toContain('application/json')
  expect(answer.body).toEqual({ message: 'Not found' })
})

test('unsupported methods and method override headers change nothing', async () => {
  const admin = await signedIn(shop, { isAdmin: true })
  const id = await shop.sell()
  const changed = await changedBy(shop.db, async () => {
    for (const method of ['TRACE', 'PATCH', 'PROPFIND'] as const) {
      const answer = await shop.app.inject({
        method: method as 'PATCH',
        url: `/api/products/${id}`,
        headers: { cookie: admin.cookie },
      })
      expect([404, 405], method).toContain(answer.statusCode)
    }
    const headers = {
      'x-http-method-override': 'DELETE',
      'x-http-method': 'DELETE',
      'x-method-override': 'DELETE',
    }
    expect((await admin.get(`/api/products/${id}?_method=DELETE`, headers)).status).toBe(200)
  })
  expect(changed).toEqual([])
})

test('no response has a CORS header', async () => {
  const buyer = await signedIn(shop)
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' }
  const answers = [await buyer.get('/api/users/profile', headers), await buyer.get('/api/products', headers)]
  const preflight = await shop.app.inject({ method: 'OPTIONS', url: '/api/users/profile', headers })
  expect(preflight.statusCode).toBe(404)
  for (const each of [...answers.map((answer) => answer.headers), preflight.headers])
    expect(Object.keys(each).filter((name) => name.startsWith('access-control-'))).toEqual([])
})

test('a compressed body is refused with 415', async () => {
  const text = '{"email":"a@b.example","password":"x"}'
  for (const [coding, payload] of [
    ['gzip', gzipSync(text)],
    ['gzip', Buffer.from(text)],
    ['br', Buffer.from(text)],
    ['identity, gzip', Buffer.from(text)],
  ] as const) {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding }
    const answer = await shop.app.inject({ method: 'POST', url: '/api/users/auth', headers, payload })
    expect(answer.statusCode, coding).toBe(415)
    expect(answer.json()).toEqual(REFUSAL)
  }
})

test('an unexpected error reveals only a request id', async () => {
  const buyer = await signedIn(shop)
  const { shippingAddress } = await orderBody(buyer, [{ _id: await shop.sell(), qty: 1 }])
  const answer = await buyer.post('/api/shippo/validate', shippingAddress)
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({ message: 'Internal server error', requestId: expect.any(String) })
})

test('HEAD and OPTIONS on endpoints that change data have no effect', async () => {
  const admin = await signedIn(shop, { isAdmin: true })
  const urls = ['/api/products', `/api/products/${await shop.sell()}`, '/api/users/logout', '/api/orders']
  const changed = await changedBy(shop.db, async () => {
    for (const url of urls)
      for (const method of ['HEAD', 'OPTIONS'] as const)
        await shop.app.inject({ method, url, headers: { cookie: admin.cookie } })
  })
  expect(changed).toEqual([])
  expect((await admin.get('/api/users/profile')).status).toBe(200)
})
