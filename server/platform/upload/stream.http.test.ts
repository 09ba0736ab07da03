// On SQLite only: files and streams, the same code on both databases.
// Slow, not in `npm run check`: slow connections.
/** Forms that are too large, too slow or interrupted, over real connections. */
import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_PICTURE_BYTES } from '#shared/platform/api/upload.ts'
import { onPostgres } from '#test/database.ts'
import { aPicture, formOf } from '#test/form.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { stream } from '#test/stream.ts'
import { changedBy } from '#test/unchanged.ts'

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
})
afterAll(() => shop.close())

const MB = 1024 * 1024
const MENU = '/api/upload/menu'
const incomingFiles = () => readdir(shop.shop.config.incoming).catch(() => [])

/** @param length for a content-length header; without it the body is sent in HTTP chunks */
function headOf(cookie: string, length?: number): string {
  return [
    `POST ${MENU} HTTP/1.1`,
    'host: localhost',
    'content-type: multipart/form-data; boundary=b',
    ...(cookie ? [`cookie: ${cookie}`] : []),
    length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`,
  ].join('\n')
}

const PART = '--b\r\ncontent-disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n'
const BLOCK = Buffer.alloc(64 * 1024, 'x')

function* parts(count: number, bytes: number): Generator<Buffer | string> {
  for (let part = 0; part < count; part++) {
    yield PART
    for (let at = 0; at < bytes; at += BLOCK.length)
      yield BLOCK.subarray(0, Math.min(BLOCK.length, bytes - at))
    yield '\r\n'
  }
  yield '--b--\r\n'
}

function* inChunks(blocks: Iterable<Buffer | string>): Generator<Buffer | string> {
  for (const block of blocks) {
    yield `${Buffer.byteLength(block).toString(16)}\r\n`
    yield block
    yield '\r\n'
  }
  yield '0\r\n\r\n'
}

const sizeOf = (blocks: Iterable<Buffer | string>) =>
  [...blocks].reduce((sum, block) => sum + Buffer.byteLength(block), 0)

test('a client without permission is refused before two gigabytes are read', async () => {
  const customer = await signedIn(shop)
  for (const [cookie, status] of [
    ['', 401],
    [customer.cookie, 403],
  ] as const) {
    for (const isAnnounced of [true, false]) {
      const blocks = parts(1, 2048 * MB)
      const answer = await stream(
        shop.app,
        headOf(cookie, isAnnounced ? 2048 * MB : undefined),
        isAnnounced ? blocks : inChunks(blocks),
      )
      expect([answer.status, answer.body]).toEqual([status, { message: expect.any(String) }])
      expect(answer.read).toBeLessThan(MB)
    }
  }
})

test('two gigabytes are refused at once if the request has a content-length, otherwise at the size limit', async () => {
  const changed = await changedBy(shop.db, async () => {
    const announced = await stream(shop.app, headOf(admin.cookie, 2048 * MB), parts(1, 2048 * MB))
    expect([announced.status, announced.body]).toEqual([413, { message: 'A picture may have 15 MB at most' }])
    expect(announced.read).toBeLessThan(MB)

    const hidden = await stream(shop.app, headOf(admin.cookie), inChunks(parts(1, 2048 * MB)))
    expect(hidden.status).toBe(413)
    expect(hidden.read).toBeLessThan(MAX_PICTURE_BYTES + 4 * MB)

    // The body is only a preamble: bytes before the first part, to which the limits per part do not apply.
    const preamble = await stream(
      shop.app,
      headOf(admin.cookie),
      inChunks(Array.from({ length: 32 * 1024 }, () => BLOCK)),
    )
    expect(preamble.status).toBe(413)
    expect(preamble.read).toBeLessThan(20 * MAX_PICTURE_BYTES + 4 * MB)
  })
  expect(changed).toEqual([])
  expect(await incomingFiles()).toEqual([])
})

test('300 MB that are not pictures are not kept in memory or on disk', async () => {
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
  const answer = await stream(
    shop.app,
    headOf(admin.cookie, sizeOf(parts(20, MAX_PICTURE_BYTES))),
    parts(20, MAX_PICTURE_BYTES),
  )
  clearInterval(watch)
  expect([answer.status, answer.body.message]).toEqual([400, 'Picture 1: Images only!'])
  expect(answer.read).toBeGreaterThan(20 * MAX_PICTURE_BYTES)
  expect(most - before).toBeLessThan(100 * MB)
  expect(await incomingFiles()).toEqual([])
})

test('an interrupted upload leaves no files and no rows', async () => {
  const changed = await changedBy(shop.db, async () => {
    const half = async function* () {
      yield PART
      yield BLOCK
      while ((await incomingFiles()).length === 0) await pause(5)
      throw new Error('The sender is gone')
    }
    await expect(stream(shop.app, headOf(admin.cookie, 10 * MB), half())).rejects.toThrow('gone')
    while ((await incomingFiles()).length > 0) await pause(5)
  })
  expect(changed).toEqual([])
})

// Connection timeouts use the machine's clock, so this test takes as long as these timeouts. It runs on one database
// only.
test.skipIf(onPostgres)(
  'an upload may take longer than other requests, as long as data keeps arriving',
  async () => {
    const { payload, headers } = formOf('images', [{ bytes: await aPicture({ width: 300, height: 200 }) }])
    const slowly = async function* (step: number) {
      for (let at = 0; at < payload.length; at += step) {
        yield payload.subarray(at, at + step)
        await pause(650)
      }
    }
    const head = headOf(admin.cookie, payload.length).replace(
      'multipart/form-data; boundary=b',
      headers['content-type']!,
    )
    const step = Math.ceil(payload.length / 20)
    const [picture, order] = await Promise.all([
      stream(shop.app, head, slowly(step)),
      stream(
        shop.app,
        head.replace(MENU, '/api/orders').replace(/multipart[^\n]*/, 'application/json'),
        slowly(step),
      ),
    ])
    expect([picture.status, picture.body]).toEqual([
      200,
      expect.objectContaining({ message: 'Menu uploaded successfully' }),
    ])
    expect([order.status, order.body]).toEqual([408, { message: 'The request took too long' }])
  },
)
