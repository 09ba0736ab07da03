import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type CacheableResponse, type Kind, createResponseCache } from './response-cache.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'

const sold = { tag: 'Product', id: 'a', stock: true } as const
const edited = { tag: 'Product', id: 'a' } as const

/** A cache with a server in front of it that answers 404 to requests that are not cached. */
async function openCache(maxAge = Infinity) {
  const cache = createResponseCache({ maxAge, stockGrace: 1000 })
  const server = createServer((request, response) => {
    if (!cache.respond(request, response)) response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const put = (kind: Kind, mark = cache.mark(), more: Partial<CacheableResponse> = {}) => {
    const answer = {
      kind,
      tags: ['Product:a'],
      status: 200,
      headers: {},
      body: Buffer.from('Kaffee für 5 €'),
    }
    cache.put('/a', { ...answer, ...more }, mark)
  }
  const read = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/a`)
    return response.status === 200 ? await response.text() : null
  }
  /** The response as it was sent: `fetch` would decompress it. */
  const fetchRaw = async (headers: Record<string, string>) => {
    const [response] = (await once(get({ port, path: '/a', headers }), 'response')) as [IncomingMessage]
    const bytes = await buffer(response)
    return { status: response.statusCode, etag: String(response.headers.etag), bytes }
  }
  return { ...cache, put, read, fetch: fetchRaw }
}

test('a response is sent with the bytes that were cached', async () => {
  const cache = await openCache()
  cache.put('page')
  expect(await cache.read()).toBe('Kaffee für 5 €')
})

test('data that was read for a page is available to pages, and is not sent', async () => {
  const cache = await openCache()
  cache.put('data', cache.mark(), { headers: null })
  expect(await cache.read()).toBeNull()
  expect(cache.peek('/a')?.body.toString()).toBe('Kaffee für 5 €')
  cache.changed(edited)
  expect(cache.peek('/a')).toBeUndefined()
})

describe.each(['page', 'data'] as const)('a %s', (kind) => {
  const text = Array.from({ length: 3000 }, (_, count) => `Kaffee für ${(count * 7919) % 1009} €`).join(' ')

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)(
    'that is requested again is compressed better with %s, under the same ETag',
    async (coding, decode) => {
      const cache = await openCache()
      cache.put(kind, cache.mark(), { body: Buffer.from(text) })
      const first = await cache.fetch({ 'accept-encoding': coding })
      const next = () => cache.fetch({ 'accept-encoding': coding })
      await expect.poll(async () => (await next()).bytes.length).toBeLessThan(first.bytes.length)
      const better = await next()
      for (const { bytes } of [first, better]) expect(decode(bytes).toString()).toBe(text)
      expect(better.etag).toBe(first.etag)
      expect((await cache.fetch({ 'accept-encoding': coding, 'if-none-match': first.etag })).status).toBe(304)
      expect((await cache.fetch({})).bytes.toString()).toBe(text)
    },
  )
})

test('data is not cached if an order changed it while it was generated', async () => {
  const cache = await openCache()
  const mark = cache.mark()
  cache.changed(sold)
  cache.put('data', mark)
  expect(await cache.read()).toBeNull()
})

test('if stock changes while a page is generated, the page is cached until the grace time after the start has passed', async () => {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const cache = await openCache()
  const mark = cache.mark()
  now += 400
  cache.changed(sold)
  cache.put('page', mark)
  now += 599
  expect(await cache.read()).not.toBeNull()
  now += 2
  expect(await cache.read()).toBeNull()
})

test('a page is not cached if an edit changed its data while it was generated', async () => {
  const cache = await openCache()
  const mark = cache.mark()
  cache.changed(edited)
  cache.changed(sold)
  cache.put('page', mark)
  expect(await cache.read()).toBeNull()
})

test('a change removes only responses that show it', async () => {
  const cache = await openCache()
  cache.put('data')
  cache.changed({ tag: 'Product', id: 'b' })
  expect(await cache.read()).not.toBeNull()
  cache.put('data', cache.mark(), { tags: ['Product'] })
  cache.changed({ tag: 'Product', id: 'b' })
  expect(await cache.read()).toBeNull()
})

test('a change that names no row removes the responses about each row, also those that are being made', async () => {
  const cache = await openCache()
  cache.put('data')
  cache.changed({ tag: 'Page' })
  expect(await cache.read()).not.toBeNull()
  const mark = cache.mark()
  cache.changed({ tag: 'Product' })
  expect(await cache.read()).toBeNull()
  cache.put('data', mark)
  expect(await cache.read()).toBeNull()
})

test('a page is renewed once, before it expires, and only when it is requested', async () => {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const cache = await openCache()
  const renew = vi.fn()
  cache.put('page', cache.mark(), { renew })
  cache.changed(sold)
  await cache.read()
  expect(renew).not.toHaveBeenCalled()
  now += 800
  expect(renew).not.toHaveBeenCalled()
  expect([await cache.read(), await cache.read()]).not.toContain(null)
  await pause(10)
  expect(renew).toHaveBeenCalledOnce()
})

test('a response without tags expires after a minute, since no change removes it', async () => {
  // A whole number, so that the sums below are exact.
  let now = Math.ceil(performance.now())
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const cache = await openCache()
  for (const kind of ['page', 'data'] as const) {
    cache.put(kind, cache.mark(), { tags: [] })
    now += MINUTE - 1
    expect(await cache.read()).not.toBeNull()
    now += 1
    expect(await cache.read()).toBeNull()
  }
  cache.put('page')
  now += 60 * MINUTE
  expect(await cache.read()).not.toBeNull()
})

test('more changes than the log can record do not make outdated responses look current', async () => {
  const cache = await openCache()
  const mark = cache.mark()
  cache.changed(edited)
  for (let id = 0; id < 25_000; id++) cache.changed({ tag: 'Product', id: String(id) })
  cache.put('data', mark)
  expect(await cache.read()).toBeNull()
  cache.put('data')
  expect(await cache.read()).not.toBeNull()
})

test('a response is current while only stock has changed', async () => {
  const cache = await openCache()
  const mark = cache.mark()
  cache.changed(sold)
  expect(cache.isCurrent(mark)).toBe(true)
  cache.changed(edited)
  expect(cache.isCurrent(mark)).toBe(false)
})
