// On SQLite only: pages, the same code on both databases.
// Slow, not in `npm run check`: servers in child processes.
/** The rendered site as browsers get it, from a shop in a child process. */
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from './database.ts'
import { caller, type Caller } from './torture/caller.ts'
import { ownPlace } from './torture/own-place.ts'
import { OWNER, startShop, type RunningShop } from './torture/running-shop.ts'

const place = ownPlace()
let shop: RunningShop
let visitor: Caller
let admin: Caller
beforeAll(async () => {
  shop = await startShop(place, { LOG_LEVEL: 'info' })
  visitor = caller(shop.origin)
  admin = caller(shop.origin)
  expect((await admin.post('/api/users/auth', OWNER)).status).toBe(200)
}, 300_000)
afterAll(() => shop.kill())

/** Sends bytes and returns the answer until the server, or the client with `leave`, ends the connection. */
function raw(text: string, { leave = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(shop.origin).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (data) => {
      answer += data.toString()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    socket.write(text, () => {
      if (leave) setTimeout(() => socket.destroy(), 100)
    })
  })
}

const get = (target: string) => raw(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
/** A page, requested with another Host header. */
const pageAt = (host: string) => raw(`GET /about HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
const statusOf = (answer: string) => Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1])
/** The lines of the log with level error or above. */
const errorsLogged = () => shop.output().match(/^\{"level":[56]0.*$/gm) ?? []

describe('a redirect after signing in', () => {
  test.each([
    '//',
    '///',
    '//[',
    '//a b',
    '//evil.com',
    '/.//evil.com',
    '/..//evil.com',
    '/a/..//evil.com',
    '/%2e//evil.com',
    '/\\evil.com',
    '/\t/evil.com',
    'http://[',
    'https://evil.com/',
    'javascript:alert(1)',
    'cart',
  ])('to anything but a plain path of this site is replaced by /: %j', async (redirect) => {
    for (const page of ['/login', '/register', '/forgot', '/reset']) {
      const answer = await visitor.get(`${page}?redirect=${encodeURIComponent(redirect)}`)
      expect(answer.status, page).toBe(200)
      // No link of the page contains it.
      expect([...answer.text.matchAll(/href="[^"]*redirect=[^"]*"/g)].map(String), page).toEqual([])
    }
  })

  test('to a page of this site is kept, with its query', async () => {
    const { text } = await visitor.get('/login?redirect=/search/a%2520b%3Fx=1')
    expect(text).toContain(`href="/register?redirect=${encodeURIComponent('/search/a%20b?x=1')}"`)
  })
})

test('no request line causes a server error', async () => {
  const before = errorsLogged()
  const lines = [
    '*',
    '//',
    '///',
    '//[',
    '//a/b',
    '/.//evil.com',
    'http://[/',
    'http://x/',
    'http://x//[',
    '/%',
    '/%ff',
  ]
  for (const line of [
    ...lines,
    '/search/%E0%A4%A',
    '/search?keyword=//',
    '/login/?redirect=//[',
    '/[',
    '/\\\\x',
  ])
    expect(statusOf(await get(line)), line).toBeLessThan(500)
  expect(errorsLogged()).toEqual(before)
})

test('a request that its client aborts is not logged as an error', async () => {
  const before = errorsLogged()
  const headers = 'Host: localhost\r\nContent-Length: 1000\r\nContent-Type:'
  await raw(`POST /api/users/auth HTTP/1.1\r\n${headers} application/json\r\n\r\n{"email":`, { leave: true })
  await raw(`POST /send HTTP/1.1\r\n${headers} application/x-www-form-urlencoded\r\n\r\nname=a`, {
    leave: true,
  })
  await raw(`POST /api/paypal/webhook HTTP/1.1\r\n${headers} application/json\r\n\r\n{`, { leave: true })
  const chunked = 'Host: localhost\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json'
  await raw(`POST /api/users HTTP/1.1\r\n${chunked}\r\n\r\n5\r\n{"nam\r\n`, { leave: true })
  const form = `${headers} multipart/form-data; boundary=x\r\nCookie: ${admin.cookie}`
  await raw(`POST /api/upload/productimage HTTP/1.1\r\n${form}\r\n\r\n--x\r\n`, { leave: true })
  await raw(`GET /api/backup HTTP/1.1\r\nHost: localhost\r\nCookie: ${admin.cookie}\r\n\r\n`, { leave: true })
  // The server handles all of them before this request.
  expect((await visitor.post('/api/users/auth', { email: 'a@b.example', password: 'x' })).status).toBe(401)
  expect(errorsLogged()).toEqual(before)
  expect(shop.output()).not.toContain('"msg":"database"')
})

test('a draft is not found by visitors, on the page and in the API, also after an admin has read it', async () => {
  const { body: draft } = await admin.post('/api/products')
  for (const path of [`/api/products/${draft._id}`, `/product/${draft._id}`]) {
    expect((await visitor.get(path)).status, path).toBe(404)
    expect((await visitor.get(path)).text, path).not.toContain(draft.description)
  }
  expect((await admin.get(`/api/products/${draft._id}`)).body).toMatchObject({
    _id: draft._id,
    isDraft: true,
  })
  expect((await visitor.get(`/api/products/${draft._id}`)).status).toBe(404)
})

test('links in a page use the shop’s origin, whatever host was requested first', async () => {
  const port = new URL(shop.origin).port
  for (const host of ['localhost:6666', '127.0.0.1:6666', 'evil.example']) {
    const answer = await pageAt(host)
    expect(answer).toContain(`<link rel="canonical" href="http://localhost:${port}/about"/>`)
    expect(answer).not.toMatch(/6666|evil/)
  }
})

test('every page forbids camera, microphone and geolocation', async () => {
  for (const path of ['/', '/shop', '/nothing/here', '/login', '/api/docs']) {
    const policy = String((await visitor.get(path)).headers['permissions-policy'])
    for (const feature of ['camera', 'microphone', 'geolocation'])
      expect(policy, path).toContain(`${feature}=()`)
  }
})

describe('the Content-Security-Policy of a page', () => {
  test('names each inline script of the build and the data block, and no other', async () => {
    for (const path of ['/', '/shop', '/menu', '/artshow', '/login', '/nothing/here']) {
      const { text, headers } = await visitor.get(path)
      const [, rule = ''] = /script-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
      const inline = [...text.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
        .filter(([, attributes = '']) => !/\ssrc=|application\/ld\+json/.test(attributes))
        .map(([, , code = '']) => hashOf(code))
      expect(inline.length, path).toBeGreaterThan(3)
      expect(
        rule
          .split(' ')
          .filter((word) => word.startsWith("'sha256-"))
          .toSorted(),
        path,
      ).toEqual([...new Set(inline)].toSorted())
      expect(rule).not.toContain('unsafe')
      expect(text).not.toContain('nonce=')
    }
  })
})

test('the service worker of the roast day is checked at each visit, and may load only from the shop', async () => {
  const { status, headers } = await visitor.get('/roast-day-worker.js')
  expect(status).toBe(200)
  expect(headers['content-type']).toContain('javascript')
  expect(headers['cache-control']).toContain('max-age=0')
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
  const page = await visitor.get('/admin/roast-day')
  expect(page.headers['content-security-policy']).toContain("worker-src 'self'")
})

describe('GET /metrics without a token', () => {
  test('is allowed from this machine', async () => {
    expect((await visitor.get('/metrics')).status).toBe(200)
  })

  test.each([
    ['forwarded', 'for=198.51.100.7'],
    ['via', '1.1 proxy'],
    ['x-forwarded-for', '198.51.100.7'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'shop.example'],
    ['x-real-ip', '198.51.100.7'],
    ['x-client-ip', '198.51.100.7'],
    ['true-client-ip', '198.51.100.7'],
    ['cf-connecting-ip', '198.51.100.7'],
  ])('is refused through a proxy on this machine: %s', async (name, value) => {
    expect((await visitor.get('/metrics', { [name]: value })).status).toBe(404)
  })

  test('is refused for a public host name', async () => {
    const answer = await raw('GET /metrics HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n')
    expect(statusOf(answer)).toBe(404)
  })
})

test.skipIf(onPostgres)(
  'only its owner can read what the shop stores, even in a folder that everyone can read',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'frame-open-'))
    await chmod(dataDir, 0o755)
    const modes = async () => {
      const names = (await readdir(dataDir)).filter((name) => name !== 'notes.txt')
      return Promise.all(names.map(async (name) => [name, (await stat(join(dataDir, name))).mode & 0o077]))
    }
    const first = await startShop({ dataDir, databaseUrl: null })
    await mkdir(join(dataDir, 'uploads'))
    const fresh = await modes()
    expect(fresh.map(([name]) => name)).toEqual(
      expect.arrayContaining(['shop.sqlite', 'lock.json', 'paypal-sandbox.jsonl', 'shippo-sandbox.jsonl']),
    )
    expect(fresh.filter(([name, mode]) => mode !== 0 && name !== 'uploads')).toEqual([])
    await first.kill()
    // Simulates files that an earlier version of the shop created.
    const secrets = ['admin-sign-in.txt', 'gift-card.key', 'secrets.key', 'shop.sqlite.old']
    for (const name of secrets) await writeFile(join(dataDir, name), 'a secret')
    for (const name of [...fresh.map(([each]) => each), ...secrets])
      await chmod(join(dataDir, String(name)), name === 'uploads' ? 0o755 : 0o644).catch(() => {})
    await writeFile(join(dataDir, 'notes.txt'), 'the owner’s own')
    await chmod(join(dataDir, 'notes.txt'), 0o644)
    const second = await startShop({ dataDir, databaseUrl: null })
    expect((await modes()).filter(([, mode]) => mode !== 0)).toEqual([])
    expect((await stat(join(dataDir, 'notes.txt'))).mode & 0o777).toBe(0o644)
    await second.kill()
    await rm(dataDir, { recursive: true })
  },
)
