/** The pictures of a shop whose owner has connected a bucket: copied there, used there, and copied back. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startJobs } from '#server/start/jobs/jobs.ts'
import { isoIn, MINUTE } from '#server/kernel/time/clock.ts'
import { copyPictures } from '#server/platform/services/copy-pictures.ts'
import { openBucket, type TestBucket } from '#server/platform/storage/store.testing.ts'
import { s3Store } from '#server/platform/storage/s3.ts'
import { onPostgres } from '#test/database.ts'
import { aPicture, formOf } from '#test/form.ts'
import { openInstance } from '#test/instance.ts'
import { mailboxOf } from '#test/mailbox.ts'
import { visitor } from '#test/visitor.ts'
import { connectionOf } from './services.testing.ts'
import {
  folderOf,
  namesIn,
  openWithPictures,
  picturesAt,
  restarted,
  saveBucket,
  STORAGE,
  upload,
} from './storage.testing.ts'

const closing: (() => unknown)[] = []
let bucket: TestBucket
beforeEach(async () => {
  bucket = await openBucket()
  closing.push(() => bucket.close())
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const inBucket = () => Array.fromAsync(s3Store(bucket).list(), ({ name }) => name)

describe('a bucket that is saved', () => {
  test('gets a copy of all pictures, and is used after that; nothing is removed from the folder', async () => {
    const { shop, owner, images } = await openWithPictures(closing, 3)
    const before = await namesIn(folderOf(shop))
    const saved = await saveBucket(owner, bucket)
    expect([saved.status, saved.body]).toMatchObject([
      200,
      {
        source: 'screen',
        mode: 'live',
        secrets: { key: '', secret: '' },
        pictures: { place: 'folder', copy: { to: 'bucket', copied: 0, total: 0, problem: '' } },
      },
    ])
    expect(saved.body.fields).not.toHaveProperty('secret')
    expect(await inBucket()).toEqual([])
    await copyPictures(shop.shop)
    expect(await picturesAt(owner)).toEqual({ place: 'bucket', copy: null })
    expect((await inBucket()).toSorted()).toEqual(before)
    expect(await namesIn(folderOf(shop))).toEqual(before)
    bucket.before = () => 500
    expect((await owner.get(images[0]!)).status).toBe(200)
    bucket.before = () => {}
    await rm(folderOf(shop), { recursive: true })
    for (const image of images) expect((await owner.get(image)).status).toBe(200)
    const after = await upload(owner)
    expect(await inBucket()).toContain(after.slice('/uploads/'.length))
    expect((await owner.get(after)).status).toBe(200)
    const { body } = await owner.get('/api/record')
    const lines = body.lines.map(({ subjectName, action }: Record<string, string>) => [subjectName, action])
    expect(lines).toContainEqual(['Bucket', 'Pictures are in the bucket'])
  })

  test('gets the pictures that are uploaded while it is filled, also in the last moment', async () => {
    const { shop, owner, images } = await openWithPictures(closing, 3)
    await saveBucket(owner, bucket)
    const during: string[] = []
    let puts = 0
    bucket.before = async (method) => {
      if (method === 'PUT' && ++puts === 2) during.push(await upload(owner))
    }
    await copyPictures(shop.shop)
    const [image] = during
    expect(await inBucket()).toContain(image!.slice('/uploads/'.length))
    expect(await picturesAt(owner)).toMatchObject({ place: 'bucket' })
    // A server that did not know of the switch yet has stored one in the folder only.
    const late = images[0]!.slice('/uploads/'.length)
    await s3Store(bucket).remove(await namesIn(folderOf(shop)))
    expect((await owner.get(images[0]!)).status).toBe(200)
    await copyPictures(shop.shop)
    expect(await inBucket()).not.toContain(late)
    shop.clock.advance(2 * MINUTE)
    await copyPictures(shop.shop)
    expect(await inBucket()).toContain(late)
    expect(await shop.db.selectFrom('picture_copies').selectAll().execute()).toEqual([])
  })

  test('is filled further after a restart in the middle', async () => {
    const { shop, owner, images } = await openWithPictures(closing, 4)
    await saveBucket(owner, bucket)
    const stopping = new AbortController()
    let puts = 0
    bucket.before = (method) => {
      if (method === 'PUT' && ++puts === 4) stopping.abort()
    }
    await copyPictures(shop.shop, stopping.signal)
    const { copied, total } = (await picturesAt(owner)).copy
    expect([copied > 0, copied < 4, total]).toEqual([true, true, 4])
    const copiedFiles = await inBucket()
    // A server that was killed has not let the copying go, so others wait for two minutes.
    await shop.db
      .updateTable('picture_copies')
      .set({ next_at: isoIn(shop.clock, 2 * MINUTE) })
      .execute()
    const next = await restarted(closing, shop)
    if (onPostgres) {
      await copyPictures(next.shop)
      expect((await picturesAt(owner)).copy.copied).toBe(copied)
      shop.clock.advance(2 * MINUTE)
    }
    const written: string[] = []
    bucket.before = (method, path) => {
      if (method === 'PUT') written.push(path.split('/').at(-1)!)
    }
    expect((await picturesAt(owner)).place).toBe('folder')
    await copyPictures(next.shop)
    expect(written.filter((name) => copiedFiles.includes(name))).toEqual([])
    const at = visitor(next.app)
    at.cookie = owner.cookie
    expect(await picturesAt(at)).toEqual({ place: 'bucket', copy: null })
    await rm(folderOf(shop), { recursive: true })
    for (const image of images) expect((await at.get(image)).status).toBe(200)
  })

  test('stops if it fails, says why, and goes on with Try again; uploads and pictures work meanwhile', async () => {
    const { shop, owner, images } = await openWithPictures(closing, 3)
    await saveBucket(owner, bucket)
    let puts = 0
    bucket.before = (method) => (method === 'PUT' && ++puts > 1 ? 500 : undefined)
    await copyPictures(shop.shop)
    const stopped = await picturesAt(owner)
    expect(stopped).toMatchObject({
      place: 'folder',
      copy: { copied: 0, total: 3, problem: expect.stringMatching(/bucket/), nextTryAt: expect.any(String) },
    })
    expect(JSON.stringify(stopped)).not.toMatch(/500|"no"/)
    const { items } = (await owner.get('/api/setup/going-live')).body
    expect(items).toContainEqual({ item: 'storage', isDone: false, note: expect.stringMatching(/stopped/) })
    expect((await owner.get(images[0]!)).status).toBe(200)
    await upload(owner)
    bucket.before = () => {}
    await copyPictures(shop.shop)
    expect((await picturesAt(owner)).place).toBe('folder')
    const again = await owner.post(`${STORAGE}/copy`)
    expect([again.status, again.body.pictures.copy.problem]).toEqual([200, ''])
    await copyPictures(shop.shop)
    expect((await picturesAt(owner)).place).toBe('bucket')
  })

  test('is filled by the regular jobs', async () => {
    const { shop, owner } = await openWithPictures(closing, 1)
    await saveBucket(owner, bucket)
    closing.push(await startJobs(shop))
    await expect.poll(async () => (await picturesAt(owner)).place, { timeout: 20_000 }).toBe('bucket')
  })

  test('takes another access key at once, and another bucket only before it is used', async () => {
    const { shop, owner } = await openWithPictures(closing, 1)
    await saveBucket(owner, bucket)
    const other = await openBucket()
    closing.push(() => other.close())
    expect((await saveBucket(owner, { fields: { ...other.fields, secret: '' } }, 1)).body.field).toBe(
      'secret',
    )
    expect((await saveBucket(owner, other, 1)).body.pictures.copy).toMatchObject({ copied: 0 })
    expect((await saveBucket(owner, bucket, 2)).status).toBe(200)
    await copyPictures(shop.shop)
    expect(await Array.fromAsync(s3Store(other).list())).toEqual([])
    const moved = await saveBucket(owner, other, 3)
    expect([moved.status, moved.body.field]).toEqual([400, 'endpoint'])
    const same = await saveBucket(owner, { fields: { ...bucket.fields, key: '', secret: '' } }, 3)
    expect([same.status, same.body.pictures]).toEqual([200, { place: 'bucket', copy: null }])
  })
})

describe('a connection that is removed', () => {
  test('ends at once while the folder is still used', async () => {
    const { shop, owner, images } = await openWithPictures(closing, 1)
    await saveBucket(owner, bucket)
    const removed = await owner.post(`${STORAGE}/remove`, { version: 1 })
    expect([removed.status, removed.body]).toMatchObject([
      200,
      { source: 'none', pictures: { place: 'folder', copy: null } },
    ])
    await copyPictures(shop.shop)
    expect([await inBucket(), (await owner.get(images[0]!)).status]).toEqual([[], 200])
  })

  test('copies the pictures back first, with those that are uploaded meanwhile', async () => {
    const { shop, owner } = await openWithPictures(closing, 1)
    await saveBucket(owner, bucket)
    await copyPictures(shop.shop)
    const images = [await upload(owner), await upload(owner)]
    const box = mailboxOf(shop)
    const removing = await owner.post(`${STORAGE}/remove`, { version: 1 })
    const subjects = (await box.newMails()).map(({ subject }) => subject)
    expect(subjects).toContain('Bucket: pictures are copied back')
    expect([removing.status, removing.body.pictures]).toMatchObject([
      200,
      { place: 'bucket', copy: { to: 'folder' } },
    ])
    bucket.before = (method) => (method === 'GET' ? 500 : undefined)
    await copyPictures(shop.shop)
    expect((await picturesAt(owner)).copy.problem).not.toBe('')
    bucket.before = () => {}
    images.push(await upload(owner))
    expect(await namesIn(folderOf(shop))).toContain(images[2]!.slice('/uploads/'.length))
    await owner.post(`${STORAGE}/copy`)
    await copyPictures(shop.shop)
    expect(await connectionOf(owner, 'storage')).toMatchObject({
      source: 'none',
      pictures: { place: 'folder', copy: null },
    })
    await bucket.close()
    for (const image of images) expect((await owner.get(image)).status).toBe(200)
    bucket = await openBucket()
  })

  test('stays if the pictures would not fit on the disk of the folder, which the refusal says', async () => {
    const { shop, owner } = await openWithPictures(closing, 1)
    await saveBucket(owner, bucket)
    await copyPictures(shop.shop)
    bucket.before = () => '<Contents><Key>large.jpg</Key><Size>9000000000000000</Size></Contents>'
    const refused = await owner.post(`${STORAGE}/remove`, { version: 1 })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/9000000.0 GB.*Make room/),
    ])
    expect(await picturesAt(owner)).toEqual({ place: 'bucket', copy: null })
  })

  test('stays with the bucket if that is saved again meanwhile', async () => {
    const { shop, owner } = await openWithPictures(closing, 1)
    await saveBucket(owner, bucket)
    await copyPictures(shop.shop)
    await owner.post(`${STORAGE}/remove`, { version: 1 })
    expect((await saveBucket(owner, bucket, 1)).body.pictures).toEqual({ place: 'bucket', copy: null })
    await copyPictures(shop.shop)
    expect(await connectionOf(owner, 'storage')).toMatchObject({ source: 'screen', version: 2 })
  })

  test('is given up without the pictures that only a lost bucket has, if the owner says so', async () => {
    const { shop, owner, images } = await openWithPictures(closing, 1)
    await saveBucket(owner, bucket)
    await copyPictures(shop.shop)
    bucket.before = () => 403
    const refused = await owner.post(`${STORAGE}/remove`, { version: 1 })
    expect([refused.status, refused.body.message]).toEqual([503, expect.stringMatching(/copied back/)])
    const removed = await owner.post(`${STORAGE}/remove`, { version: 1, withoutPictures: true })
    expect([removed.status, removed.body.source]).toEqual([200, 'none'])
    expect((await owner.get(images[0]!)).status).toBe(200)
  })
})

test('without the key of its credentials, pictures of the folder are shown and nothing is stored elsewhere', async () => {
  const { shop, owner, images } = await openWithPictures(closing, 1)
  await saveBucket(owner, bucket)
  await copyPictures(shop.shop)
  await rm(join(shop.shop.config.dataDir, 'secrets.key'))
  const next = await restarted(closing, shop)
  const at = Object.assign(visitor(next.app), { cookie: owner.cookie })
  expect(await connectionOf(at, 'storage')).toMatchObject({
    mode: 'none',
    problem: expect.stringContaining('SECRETS_KEY'),
  })
  expect((await at.get(images[0]!)).status).toBe(200)
  const { payload, headers } = formOf('image', [{ bytes: await aPicture() }])
  expect((await at.post('/api/upload/productimage', payload, headers)).status).toBe(503)
  const removed = await at.post(`${STORAGE}/remove`, { version: 1 })
  expect([removed.status, removed.body.message]).toEqual([409, expect.stringMatching(/copied back/)])
})

async function openTwo(env: Record<string, string> = {}) {
  const opened = await openWithPictures(closing, 2, env)
  const { shop, owner } = opened
  const other = await openInstance(shop, shop.shop.config.databaseUrl!)
  closing.push(() => other.close())
  const there = visitor(other.app)
  there.cookie = owner.cookie
  return { ...opened, other, there }
}

describe.runIf(onPostgres)('several servers', () => {
  test('need SECRETS_KEY, which the refusal names', async () => {
    const { owner, other } = await openTwo()
    const refused = await saveBucket(owner, bucket)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('SECRETS_KEY')])
    await other.close()
    closing.pop()
    await expect.poll(async () => (await saveBucket(owner, bucket)).status, { timeout: 5000 }).toBe(200)
  })

  test('all use the bucket within a second, and copy nothing back while there are several', async () => {
    const { shop, owner, there, other, images } = await openTwo({
      SECRETS_KEY: 'the key of all instances of this shop',
    })
    expect((await saveBucket(owner, bucket)).status).toBe(200)
    await Promise.all([copyPictures(shop.shop), copyPictures(other.shop)])
    const SECOND = { timeout: 1000, interval: 20 }
    for (const at of [owner, there])
      await expect.poll(async () => (await picturesAt(at)).place, SECOND).toBe('bucket')
    expect(other.shop.uploads.store.where).toContain('the bucket pictures')
    await rm(folderOf(shop), { recursive: true })
    for (const image of images) expect((await there.get(image)).status).toBe(200)
    const refused = await owner.post(`${STORAGE}/remove`, { version: 1 })
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/Several servers/)])
  })
})
