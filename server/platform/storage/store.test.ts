// Slow, not in `npm run check`: services that never answer, fail, or are down for minutes.
/** One test suite for both stores. */
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskStore } from './disk.ts'
import { s3Store } from './s3.ts'
import type { S3 } from './s3-calls.ts'
import type { Store } from './store.ts'
import { openBucket } from './store.testing.ts'

let folder: string
let bucket: Awaited<ReturnType<typeof openBucket>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frame-store-'))
  bucket = await openBucket()
})
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const NAME = 'a1b2-0123456789ab-540.jpg'
const listed = async (store: Store) =>
  (await Array.fromAsync(store.list())).toSorted((a, b) => (a.name < b.name ? -1 : 1))

const STORES: Record<string, () => Store> = {
  disk: () => diskStore(join(folder, 'uploads')),
  s3: () => s3Store(bucket),
}

describe.each(Object.keys(STORES))('%s', (kind) => {
  let store: Store
  beforeAll(() => {
    store = STORES[kind]!()
  })

  test('a new store is empty', async () => {
    expect(await listed(store)).toEqual([])
    expect(await store.get(NAME)).toBeNull()
    await store.remove([NAME])
  })

  test('stores files byte by byte, and lists their sizes and times', async () => {
    const files: [string, Buffer][] = [
      [NAME, randomBytes(300_000)],
      ['a1b2-0123456789ab-540.avif', randomBytes(1)],
      ['zz-0123456789ab-9.webp', Buffer.from('<Key>&amp;</Key>')],
    ]
    const before = Date.now()
    await store.put(files)
    for (const [name, data] of files) expect((await store.get(name))?.equals(data), name).toBe(true)
    const list = await listed(store)
    expect(list.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['a1b2-0123456789ab-540.avif', 1],
      [NAME, 300_000],
      ['zz-0123456789ab-9.webp', 16],
    ])
    for (const { at } of list) expect(Math.abs(at.getTime() - before)).toBeLessThan(60_000)
  })

  test('removes the given files only, and ignores missing ones', async () => {
    await store.remove([NAME, 'unknown-0123456789ab-1.jpg'])
    await store.remove([NAME])
    expect(await store.get(NAME)).toBeNull()
    expect(await listed(store)).toHaveLength(2)
  })

  test('lists more than one page of files', async () => {
    const names = Array.from({ length: 1100 }, (_, n) => `many${n}-0123456789ab-1.jpg`)
    for (let from = 0; from < names.length; from += 100) {
      await store.put(names.slice(from, from + 100).map((name) => [name, Buffer.from(name)]))
    }
    expect((await listed(store)).filter(({ name }) => name.startsWith('many'))).toHaveLength(1100)
  })
})

test('a folder that cannot be written to leaves no partial files', async () => {
  const locked = await mkdtemp(join(folder, 'locked-'))
  // A file in place of the folder fails even for root, which ignores permissions.
  await writeFile(join(locked, 'uploads'), '')
  const store = diskStore(join(locked, 'uploads'))
  await expect(store.put([[NAME, Buffer.from('x')]])).rejects.toThrow()
  await chmod(locked, 0o755)
  expect(await readdir(locked)).toEqual(['uploads'])
})

/** A server that answers every request with an error. */
async function failing(status: number): Promise<{ s3: S3; close: () => void; calls: () => number }> {
  let calls = 0
  const server = createServer((_request, response) => {
    calls++
    response.writeHead(status).end('<Error><Code>Trouble</Code></Error>')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    s3: { ...bucket, endpoint: `http://127.0.0.1:${port}` },
    close: () => server.close(),
    calls: () => calls,
  }
}

describe('a bucket that fails', () => {
  test('is retried, and then reported as unreachable', async () => {
    const { s3, close, calls } = await failing(500)
    await expect(s3Store(s3).get(NAME)).rejects.toMatchObject({ status: 503 })
    expect(calls()).toBe(3)
    await expect(s3Store(s3).put([[NAME, Buffer.from('x')]])).rejects.toMatchObject({ status: 503 })
    await expect(listed(s3Store(s3))).rejects.toMatchObject({ status: 503 })
    close()
  })

  test('is reported as full when it is full', async () => {
    const { s3, close } = await failing(507)
    await expect(s3Store(s3).put([[NAME, Buffer.from('x')]])).rejects.toMatchObject({ status: 507 })
    close()
  })

  test('is reported as unreachable when there is no server', async () => {
    const s3 = { ...bucket, endpoint: 'http://127.0.0.1:1' }
    await expect(s3Store(s3).get(NAME)).rejects.toMatchObject({ status: 503 })
  })

  test('is reported as unreachable when it refuses the secret', async () => {
    const store = s3Store({ ...bucket, secret: 'wrong' })
    await expect(store.put([[NAME, Buffer.from('x')]])).rejects.toMatchObject({ status: 503 })
    expect(await s3Store(bucket).get(NAME)).toBeNull()
  })
})
