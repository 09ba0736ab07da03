/** The test of a bucket that an owner enters: refused, not reached, wrong, or in a private network. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { s3Store } from '#server/platform/storage/s3.ts'
import { openBucket, type TestBucket } from '#server/platform/storage/store.testing.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { connectionOf } from './services.testing.ts'
import { openWithPictures, saveBucket, STORAGE } from './storage.testing.ts'

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
const tried = (owner: Visitor, fields: Record<string, string>) => owner.post(`${STORAGE}/test`, { fields })

describe('the test of a bucket', () => {
  test('writes, reads and deletes a file, and leaves nothing', async () => {
    const { owner } = await openWithPictures(closing, 0)
    const tested = await tried(owner, bucket.fields)
    expect([tested.status, tested.body]).toMatchObject([200, { outcome: 'works' }])
    expect(await inBucket()).toEqual([])
    expect(await connectionOf(owner, 'storage')).toMatchObject({
      source: 'none',
      pictures: { place: 'folder' },
    })
  })

  test.each([
    [{ secret: 'not-the-secret' }, 'secret'],
    [{ key: 'UNKNOWN' }, 'key'],
    [{ bucket: 'elsewhere' }, 'bucket'],
  ])('is refused, at the field: %j', async (wrong, field) => {
    const { owner } = await openWithPictures(closing, 0)
    const fields = { ...bucket.fields, ...wrong }
    const tested = await tried(owner, fields)
    expect(tested.body).toMatchObject({ outcome: 'refused', field })
    const saved = await saveBucket(owner, { fields: fields }, 0)
    expect([saved.status, saved.body.outcome, saved.body.field]).toEqual([400, 'refused', field])
    expect(tested.text + saved.text).not.toContain('not-the-secret')
    expect(await connectionOf(owner, 'storage')).toMatchObject({ source: 'none', version: 0 })
  })

  test.each([
    [403, 'refused', 'key'],
    [301, 'refused', 'region'],
    [405, 'refused', 'endpoint'],
    [200, 'refused', 'endpoint'],
    [500, 'unreached', undefined],
  ])(
    'tells an answer with the status %d from others, without showing it: %s',
    async (status, outcome, field) => {
      const { owner } = await openWithPictures(closing, 0)
      bucket.before = () => status
      const { body, text } = await tried(owner, bucket.fields)
      expect([body.outcome, body.field]).toEqual([outcome, field])
      expect(text).not.toMatch(/\d{3}|"no"|answered/)
    },
  )

  test('is not reached if nothing answers, which is another answer', async () => {
    const { owner } = await openWithPictures(closing, 0)
    await bucket.close()
    expect((await tried(owner, bucket.fields)).body).toMatchObject({ outcome: 'unreached' })
    const saved = await saveBucket(owner, bucket)
    expect([saved.status, saved.body.outcome]).toEqual([503, 'unreached'])
    bucket = await openBucket()
  })

  test.each([
    'https://127.0.0.1:9000',
    'https://localhost:9000',
    'https://10.0.0.7',
    'https://[::1]',
    'https://169.254.169.254',
    'https://0x7f.1:8443',
  ])('reaches no private network without leave of the environment: %s', async (endpoint) => {
    const { owner } = await openWithPictures(closing, 0, { ALLOW_PRIVATE_HOSTS: '' })
    const { body } = await tried(owner, { ...bucket.fields, endpoint })
    expect(body).toMatchObject({ outcome: 'unreached', message: expect.stringMatching(/private network/) })
  })

  test.each([
    [{ endpoint: 'http://s3.example.com' }, 'endpoint'],
    [{ endpoint: 'https://s3.example.com:22' }, 'endpoint'],
    [{ endpoint: 'ftp://s3.example.com' }, 'endpoint'],
    [{ endpoint: 'https://user:word@s3.example.com' }, 'endpoint'],
    [{ bucket: 'Two Words' }, 'bucket'],
    [{ region: '' }, 'region'],
    [{ secret: '' }, 'secret'],
    [{ addressing: 'both' }, 'addressing'],
  ])('does not begin with a wrong value: %j', async (wrong, field) => {
    const { owner } = await openWithPictures(closing, 0, { ALLOW_PRIVATE_HOSTS: '' })
    const fields = { ...bucket.fields, endpoint: 'https://s3.example.com', ...wrong }
    const { status, body } = await tried(owner, fields)
    expect([status, body.field]).toEqual([400, field])
  })
})

describe('the connection', () => {
  test('keeps its secrets out of answers, the database and the change log', async () => {
    const { shop, owner } = await openWithPictures(closing, 0)
    const saved = await saveBucket(owner, bucket)
    const rows = await shop.db.selectFrom('service_connections').selectAll().execute()
    expect(rows).toHaveLength(1)
    const lines = await shop.db.selectFrom('record_lines').selectAll().execute()
    const seen = JSON.stringify([saved.body, rows, lines, (await owner.get('/api/services')).body])
    expect(seen).not.toContain('S3RVER')
  })

  test('belongs to owners with a recent proof, and to the environment if that sets it', async () => {
    const { shop, owner } = await openWithPictures(closing, 0)
    const manager = await signedIn(shop, { role: 'manager' })
    expect((await saveBucket(manager, bucket)).status).toBe(403)
    shop.clock.advance(11 * 60_000)
    expect((await saveBucket(owner, bucket)).body.code).toBe('proof')
    const env = {
      STORAGE: 's3',
      S3_ENDPOINT: bucket.endpoint,
      S3_BUCKET: bucket.bucket,
      S3_KEY: 'S3RVER',
      S3_SECRET: 'S3RVER',
    }
    const fixed = await openWithPictures(closing, 0, env)
    expect(await connectionOf(fixed.owner, 'storage')).toMatchObject({
      source: 'environment',
      variables: ['STORAGE', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_KEY', 'S3_SECRET'],
      fields: { endpoint: bucket.endpoint, region: 'us-east-1', bucket: 'pictures', addressing: 'path' },
      secrets: {},
      pictures: { place: 'bucket', copy: null },
    })
    const refused = await saveBucket(fixed.owner, bucket)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('S3_BUCKET')])
  })
})
