// On SQLite only: the owner’s tests of outside services, which are the same code on both databases.
// Slow, not in `npm run check`: services that never answer, fail, or are down for minutes.
/** "Test connection" of the storage writes, reads and deletes, in a folder and in a bucket. */
import { readdir, rm, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBucket } from '#server/platform/storage/store.testing.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'

let shop: TestShop | undefined
const cleanups: (() => unknown)[] = []
beforeEach(() => {
  shop = undefined
})
afterEach(async () => {
  await shop?.close()
  for (const close of cleanups.splice(0)) await close()
})

const check = async (service: string) => {
  const admin = await signedIn(shop!, { isAdmin: true })
  return (await admin.post(`/api/desk/services/${service}/test`)).body
}
const stateOf = async (index: number) =>
  (await (await signedIn(shop!, { isAdmin: true })).get('/api/desk')).body.services[index]

describe('the test of the storage', () => {
  test('writes, reads and deletes a file in a folder, and leaves no file', async () => {
    shop = await openShop()
    expect(await check('storage')).toMatchObject({ state: 'working', problem: '' })
    expect(await readdir(shop.shop.uploads.store.where)).toEqual([])
  })

  test('fails if the folder cannot be created', async () => {
    shop = await openShop()
    const { where } = shop.shop.uploads.store
    await writeFile(where, 'a file in place of the folder')
    expect(await check('storage')).toMatchObject({
      state: 'failing',
      problem: expect.stringMatching(/EEXIST|ENOTDIR/),
    })
    await rm(where)
    expect(await check('storage')).toMatchObject({ state: 'working' })
  })

  test('writes, reads and deletes a file in a bucket, and leaves no file', async () => {
    const bucket = await openBucket()
    cleanups.push(() => bucket.close())
    shop = await openShop({ env: envOf(bucket) })
    expect(await check('storage')).toMatchObject({ mode: 'live', state: 'working', problem: '' })
    for await (const left of shop.shop.uploads.store.list()) expect(left).toBeNull()
  })

  test.each([
    ['a bucket that does not exist', { S3_BUCKET: 'elsewhere' }, 'NoSuchBucket'],
    ['a wrong key', { S3_SECRET: 'not-the-secret' }, 'SignatureDoesNotMatch'],
  ])('fails in %s with the bucket’s message, without the key', async (_, changed, words) => {
    const bucket = await openBucket()
    cleanups.push(() => bucket.close())
    shop = await openShop({ env: envOf(bucket, changed) })
    const found = await check('storage')
    expect(found).toMatchObject({ state: 'failing', problem: expect.stringContaining(words) })
    expect(found.problem).not.toContain('not-the-secret')
    expect(await stateOf(4)).toEqual(found)
  })

  test('fails if the bucket does not answer, and the admin home still works', async () => {
    const bucket = await openBucket()
    await bucket.close()
    shop = await openShop({ env: envOf(bucket) })
    expect(await check('storage')).toMatchObject({
      state: 'failing',
      problem: expect.stringContaining('ECONNREFUSED'),
    })
    expect((await stateOf(4)).state).toBe('failing')
  })
})

const envOf = (bucket: Awaited<ReturnType<typeof openBucket>>, changed: Record<string, string> = {}) => ({
  STORAGE: 's3',
  S3_ENDPOINT: bucket.endpoint,
  S3_BUCKET: bucket.bucket,
  S3_KEY: bucket.key,
  S3_SECRET: bucket.secret,
  ...changed,
})
