// On PostgreSQL only: wrong values, of which it refuses more than SQLite.
// Slow, not in `npm run check`: every endpoint with every wrong value.
import fc from 'fast-check'
import { safeParse } from 'zod/v4/core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isFile, type Endpoint } from '#shared/platform/api/endpoint.ts'
import { endpoints, inputFor } from './inputs.ts'
import { violations } from './invariants.ts'
import { openShop, openWholesale, type TestShop } from './shop.ts'
import { type SignedInVisitor, signedIn } from './signed-in.ts'

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
})
// A call may have saved boxes that hold nothing, or a vacation.
afterEach(async () => {
  await shop.db.deleteFrom('settings').execute()
  await openWholesale(shop.db)
  shop.shop.changed({ tag: 'Settings' })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

/** Values that often break servers, in addition to random ones. */
const EDGE_VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  "' or 1=1 --",
  'x'.repeat(5000),
  [],
  {},
  [[]],
  { $gt: '' },
  { toString: null, valueOf: 1 },
  { length: -1 },
  { length: { toString: null, valueOf: 1 } },
  'constructor',
  '1e309',
]
const edgeValue = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...EDGE_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)

/** Every field of a body, as its path of keys. */
function fieldPathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, child]) => fieldPathsIn(child, [...path, key]))]
}

function withAt(value: any, [key, ...rest]: string[], put: unknown): unknown {
  if (key === undefined) return put
  const copy = Array.isArray(value) ? [...value] : { ...value }
  copy[key] = withAt(copy[key], rest, put)
  return copy
}

/**
 * Sends a call as the admin and expects an answer that matches the contract. Returns its status.
 * @param type the media type of a success, if the contract says that it is a file
 */
async function sendAndCheck(
  method: string,
  url: string,
  text?: string,
  headers: Record<string, string> = {},
  type = 'application/json',
): Promise<number> {
  const answer = await shop.app.inject({
    method: method as 'GET',
    url,
    headers: {
      cookie: admin.cookie,
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(text === undefined ? {} : { payload: text }),
  })
  expect(answer.statusCode, answer.body).toBeLessThan(500)
  const isSuccess = answer.statusCode < 400
  expect(answer.headers['content-type']).toContain(isSuccess ? type : 'application/json')
  if (isSuccess && type !== 'application/json') return answer.statusCode
  const body = answer.json()
  if (answer.statusCode >= 400) {
    expect(body.message).toEqual(expect.any(String))
    expect(answer.body).not.toMatch(/\.ts:\d|\bat \w+ \(|sqlite|postgres|node_modules|select /i)
  }
  return answer.statusCode
}

/** The media type of a success, if it is a file. */
function typeOf({ reply }: Endpoint): string | undefined {
  return isFile(reply) ? reply.file : undefined
}

/** Whether the contract refuses the body. False if Zod throws, which the server must handle. */
function isRefused({ body }: Endpoint, value: unknown): boolean {
  try {
    return !safeParse(body!, value).success
  } catch {
    return false
  }
}

const withBodies = endpoints.filter(({ endpoint }) => endpoint.body)

describe('an invalid body never causes a server error', () => {
  test.each(withBodies)('$name, with every invalid value in every field', async ({ endpoint }) => {
    const { url, body } = await inputFor(shop, endpoint, admin)
    const refused = { places: new Set<unknown>(), values: new Set<unknown>() }
    for (const place of fieldPathsIn(body))
      for (const value of EDGE_VALUES) {
        const damaged = JSON.stringify(withAt(body, place, value))
        // What the contract refuses never reaches the endpoint. So each place and each value is refused at least once.
        if (isRefused(endpoint, JSON.parse(damaged))) {
          if (refused.places.has(place) && refused.values.has(value)) continue
          refused.places.add(place)
          refused.values.add(value)
        }
        const status = await sendAndCheck(endpoint.method, url, damaged, {}, typeOf(endpoint))
        // An accepted body may have changed the admin's own account or ended the session.
        if (status < 400 && (await admin.get('/api/users/profile')).status === 401)
          admin = await signedIn(shop, { isAdmin: true })
      }
  })

  test.each(withBodies)('$name, with random values in several fields', async ({ endpoint }) => {
    const newInput = async () => {
      admin = await signedIn(shop, { isAdmin: true })
      return inputFor(shop, endpoint, admin)
    }
    let input = await newInput()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(), edgeValue), { minLength: 2, maxLength: 4 }),
        async (damages) => {
          let damaged = input.body
          for (const [place, value] of damages) {
            const places = fieldPathsIn(damaged)
            damaged = withAt(damaged, places[place % places.length]!, value)
          }
          const status = await sendAndCheck(
            endpoint.method,
            input.url,
            JSON.stringify(damaged),
            {},
            typeOf(endpoint),
          )
          if (status < 400) input = await newInput()
        },
      ),
      { numRuns: 15 },
    )
  })

  test('any random body', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...withBodies),
        fc.oneof(fc.json(), fc.string()),
        async ({ endpoint }, text) => {
          const path = endpoint.path.replace(':id', 'some-id')
          await sendAndCheck(endpoint.method, path, text, {}, typeOf(endpoint))
        },
      ),
      { numRuns: 200 },
    )
  })
})

/**
 * Whether random input cannot reach the endpoint: it sends a file and has no query. These are also slow, so they are
 * left out.
 */
function ignoresInput({ reply, params, query }: Endpoint): boolean {
  return isFile(reply) && !params && !query
}

test('a random id or query never causes a server error', async () => {
  const anything = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('%', '%00', '..', '__proto__'),
  )
  const query = fc.dictionary(
    fc.constantFrom('pageNumber', 'keyword', 'x', 'keyword[]', '__proto__'),
    anything,
  )
  const reads = endpoints.filter(({ endpoint }) => endpoint.method === 'GET' && !ignoresInput(endpoint))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...reads),
      anything,
      query,
      fc.boolean(),
      async ({ endpoint }, id, asked, raw) => {
        const encode = (text: string) =>
          raw ? encodeURI(text.toWellFormed()) : encodeURIComponent(text.toWellFormed())
        const search = Object.entries(asked).map(([name, value]) => `${name}=${encode(value)}`)
        const url = `${endpoint.path.replace(':id', encode(id) || '-')}?${search.join('&')}`
        await sendAndCheck('GET', url, undefined, {}, typeOf(endpoint))
      },
    ),
    { numRuns: 200 },
  )
})

test('a random header never causes a server error', async () => {
  const name = fc.constantFrom(
    'cookie',
    'idempotency-key',
    'user-agent',
    'if-none-match',
    'origin',
    'accept-encoding',
  )
  // Without control characters, which HTTP parsers reject.
  const value = fc.string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
  })
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, value), async (headers) => {
      await sendAndCheck('POST', '/api/orders', '{}', headers)
      await sendAndCheck('GET', '/api/users/profile', undefined, headers)
    }),
    { numRuns: 100 },
  )
})
