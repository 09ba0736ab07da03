// On PostgreSQL only: outages and locks of a database server.
// Slow, not in `npm run check`: servers in child processes.
/** While the database is unreachable or does not respond, visitors still see the last known state of the shop. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onPostgres } from '#test/database.ts'
import { openDatabaseLine, type DatabaseLine } from '#test/database-line.ts'
import { createFeaturedArtist } from '#test/featured-artist.ts'
import { openInstance } from '#test/instance.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'

/** Milliseconds after which cached responses have expired, with a margin. */
const EXPIRED = 5500
const FORM = { name: 'Edited Beans', price: 20, image: '', category: 'Coffee Beans', countInStock: 10 }
const STALE = { warning: '110 - "Response is Stale"', 'cache-control': 'no-store' }

/** The visible part of a page: its scripts contain the times of its data requests. */
const visibleText = (text: string) => text.replaceAll(/<script\b[\s\S]*?<\/script>/g, '')

describe.runIf(onPostgres)('while the database is unreachable', () => {
  let outside: TestShop
  let line: DatabaseLine
  let shop: Awaited<ReturnType<typeof openInstance>>
  let admin: SignedInVisitor
  let id: string
  let other: string
  beforeEach(async () => {
    outside = await openShop()
    line = await openDatabaseLine(outside.shop.config.databaseUrl!)
    shop = await openInstance(outside, line.url)
    admin = await signedIn(outside, { isAdmin: true })
    await shop.hears(async () => (id = await outside.sell({ name: 'Good Beans' })))
    await shop.hears(async () => (other = await outside.sell({ name: 'Other Beans' })))
    // Product pages show it too.
    await shop.read('/api/products/top')
  })
  afterEach(async () => {
    await line.close()
    await shop.close()
    await outside.close()
  })

  const visit = (...paths: string[]) => Promise.all(paths.map((path) => shop.read(path)))

  test('cached pages and data are served, marked as stale, and fresh ones after the outage', async () => {
    await shop.hears(() => createFeaturedArtist(outside, { main_images: '[]' }))
    const paths = [
      '/',
      '/shop',
      `/product/${id}`,
      '/menu',
      '/artshow',
      '/api/products',
      `/api/products/${id}`,
    ]
    const before = await visit(...paths)
    await line.cut()
    await pause(EXPIRED)
    for (const [index, path] of paths.entries()) {
      const { status, headers, text } = await shop.read(path)
      expect([path, status, visibleText(text)]).toEqual([path, 200, visibleText(before[index]!.text)])
      expect(headers, path).toMatchObject(STALE)
      expect(headers.etag, path).toBeUndefined()
    }
    await line.mend()
    await outside.db.updateTable('products').set({ name: 'Later Beans' }).where('id', '=', id).execute()
    for (;;) {
      const { headers, text } = await shop.read(`/product/${id}`)
      if (!text.includes('Later Beans')) continue
      expect(headers.warning).toBeUndefined()
      expect(headers['cache-control']).toBe('no-cache')
      break
    }
  })

  test('a page that was never requested is rendered from data that was', async () => {
    await visit(
      '/shop',
      `/api/products/${id}`,
      `/api/products/${id}/similar`,
      '/api/delivery',
      '/api/brew-guides/links',
    )
    await line.cut()
    await pause(EXPIRED)
    const answer = await shop.read(`/product/${id}`)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject(STALE)
    expect((await shop.read('/product/nobody-has-seen-it')).status).toBe(503)
  })

  test('a page that a save has just removed from the cache is served in its last version', async () => {
    await visit(`/product/${id}`)
    await shop.hears(() => admin.put(`/api/products/${id}`, FORM))
    await line.cut()
    const { status, headers, text } = await shop.read(`/product/${id}`)
    expect([status, text.includes('Good Beans')]).toEqual([200, true])
    expect(headers).toMatchObject(STALE)
  })

  test('a product that was hidden or deleted before is not served, nor a list that contained it', async () => {
    await visit('/shop', `/product/${id}`, `/product/${other}`)
    await shop.hears(() => admin.put(`/api/products/${id}`, { ...FORM, isDraft: true }))
    await shop.hears(() => admin.delete(`/api/products/${other}`))
    await line.cut()
    for (const path of [
      '/shop',
      `/product/${id}`,
      `/product/${other}`,
      '/api/products',
      `/api/products/${id}`,
    ]) {
      const { status, text } = await shop.read(path)
      expect([path, status]).toEqual([path, 503])
      expect(text).not.toContain('Good Beans')
      expect(text).not.toContain('Other Beans')
    }
  })

  test('a product that was deleted while this instance was disconnected is not served in the next outage', async () => {
    await visit('/shop', `/product/${id}`, `/product/${other}`)
    await line.cut()
    await admin.delete(`/api/products/${id}`)
    // When messages arrive again, the remaining data is read again, without a request from a visitor.
    await shop.hears(() => line.mend())
    await pause(1000)
    await line.cut()
    await pause(EXPIRED)
    expect((await shop.read(`/product/${id}`)).status).not.toBe(200)
    const list = await shop.read('/shop')
    expect([list.status, list.text.includes('Good Beans'), list.text.includes('Other Beans')]).toEqual([
      200,
      false,
      true,
    ])
  })

  test('a database that accepts connections but does not respond does not block visitors', async () => {
    await visit('/shop', `/product/${id}`)
    line.silence()
    await pause(EXPIRED)
    const { status, headers, text } = await shop.read(`/product/${id}`)
    expect([status, text.includes('Good Beans')]).toEqual([200, true])
    expect(headers).toMatchObject(STALE)
    await line.mend()
  })

  test('requests for data that is not public are refused with 503: sign-in, profile, orders', async () => {
    await visit('/shop')
    await line.cut()
    const calls = [
      shop.app.inject({ method: 'GET', url: '/api/users/profile', headers: { cookie: admin.cookie } }),
      shop.app.inject({ method: 'GET', url: '/api/orders', headers: { cookie: admin.cookie } }),
      shop.app.inject({
        method: 'POST',
        url: '/api/users/auth',
        payload: { email: 'a@b.example', password: 'x' },
      }),
    ]
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([503, 503, 503])
  })
})

describe.runIf(onPostgres)('while another program locks the products', () => {
  let shop: TestShop
  let instance: Awaited<ReturnType<typeof openInstance>>
  let other: pg.Client
  let id: string
  beforeEach(async () => {
    shop = await openShop()
    instance = await openInstance(shop, shop.shop.config.databaseUrl!)
    await instance.hears(async () => (id = await shop.sell({ name: 'Good Beans' })))
    other = new pg.Client({ connectionString: shop.shop.config.databaseUrl! })
    await other.connect()
  })
  afterEach(async () => {
    await other.end()
    await instance.close()
    await shop.close()
  })

  test('pages are served from copies, only the first read waits, and a page without a copy says that it cannot be shown', async () => {
    const paths = [
      '/shop',
      '/',
      `/product/${id}`,
      '/api/products',
      `/api/products/${id}`,
      '/api/products/top',
    ]
    for (const path of paths) expect([path, (await instance.read(path)).status]).toEqual([path, 200])
    await pause(EXPIRED)
    await other.query('begin')
    await other.query('lock table products in access exclusive mode')
    const took: number[] = []
    for (const path of paths) {
      const since = performance.now()
      const { status, headers, text } = await instance.read(path)
      took.push(performance.now() - since)
      expect([path, status, text.includes('Good Beans')]).toEqual([path, 200, true])
      expect(headers, path).toMatchObject(STALE)
    }
    const [first, ...rest] = took
    // The time limit for locks is three seconds, and the site would answer the visitor with an error after it.
    expect(first).toBeLessThan(5000)
    // On a busy machine, too: each of them would wait for three seconds.
    expect(rest.reduce((sum, each) => sum + each, 0)).toBeLessThan(5000)

    const unknown = await instance.read('/api/products/nobody-has-seen-it')
    expect([unknown.status, JSON.parse(unknown.text).message]).toEqual([
      503,
      'The shop cannot show this right now. Please try again in a moment',
    ])
    await other.query('rollback')
    await pause(3500)
    await vi.waitFor(
      async () => {
        const { status, headers } = await instance.read('/api/products')
        expect([status, headers.warning]).toEqual([200, undefined])
      },
      { timeout: 10_000, interval: 200 },
    )
  })
})
