// On SQLite only: files and streams, the same code on both databases.
// Slow, not in `npm run check`: many or large pictures.
/** The disk is full, or becomes full at any step of an upload. */
import { readdir } from 'node:fs/promises'
import type * as Fs from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aPicture, formOf } from '#test/form.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'

/** The simulated disk: free bytes, and the number of files that can still be written. */
const disk = vi.hoisted(() => ({ free: Infinity, writesLeft: Infinity }))

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof Fs>()
  return {
    ...fs,
    statfs: async () => ({ bavail: disk.free, bsize: 1 }),
    open: async (path: string, flags: string) => {
      const file = await fs.open(path, flags)
      if (flags === 'wx' && disk.writesLeft-- <= 0) {
        file.writeFile = () => Promise.reject(Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' }))
      }
      return file
    },
  }
})

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
})
beforeEach(() => {
  Object.assign(disk, { free: Infinity, writesLeft: Infinity })
})
afterAll(() => shop.close())

const MB = 1024 * 1024

async function uploadMenu() {
  const bytes = await aPicture({ width: 300, height: 200 })
  const { payload, headers } = formOf('images', [{ bytes }, { bytes }])
  return admin.post('/api/upload/menu', payload, headers)
}

const files = async () => (await Array.fromAsync(shop.shop.uploads.store.list())).length
const incomingFiles = () => readdir(shop.shop.config.incoming).catch(() => [])

async function expectRefusal() {
  const before = await files()
  const changed = await changedBy(shop.db, async () => {
    const { status, body } = await uploadMenu()
    expect([status, body]).toEqual([507, { message: expect.stringMatching(/no space left for pictures/) }])
  })
  expect(changed).toEqual([])
  expect(await files()).toBe(before)
  expect(await incomingFiles()).toEqual([])
}

test('uploads are refused when little space is left, since orders need it', async () => {
  disk.free = 47 * MB
  await expectRefusal()
  disk.free = 60 * MB
  expect((await uploadMenu()).status).toBe(200)
})

test('no files remain when the disk becomes full while they are written', async () => {
  expect((await uploadMenu()).status).toBe(200)
  for (const writes of [0, 1, 4, 7, 9]) {
    disk.writesLeft = writes
    await expectRefusal()
  }
  disk.writesLeft = Infinity
  expect((await uploadMenu()).status).toBe(200)
})
