// On SQLite only: files and streams, the same code on both databases.
// Slow, not in `npm run check`: many or large pictures.
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variantUrls } from '#shared/kernel/picture.ts'
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import { aPicture, formOf } from '#test/form.ts'
import { placed } from '#test/purchase.ts'
import { createFeaturedArtist } from '#test/featured-artist.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { openBucket } from '../storage/store.testing.ts'
import { sweepPictures } from './sweep.ts'

const STORES = {
  disk: async () => ({ env: {}, close: async () => {} }),
  s3: async () => {
    const { endpoint, bucket, key, secret, close } = await openBucket()
    const env = { STORAGE: 's3', S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_KEY: key, S3_SECRET: secret }
    return { env, close }
  },
}

const path = (file: string | undefined) => `/uploads/${file}`

describe.each(Object.keys(STORES) as (keyof typeof STORES)[])('with pictures on %s', (kind) => {
  let shop: TestShop
  let admin: SignedInVisitor
  let closeStore: () => Promise<void>
  beforeAll(async () => {
    const { env, close } = await STORES[kind]()
    closeStore = close
    shop = await openShop({ env })
    admin = await signedIn(shop, { isAdmin: true })
  })
  afterAll(async () => {
    await shop.close()
    await closeStore()
  })

  async function upload(count: number): Promise<string[]> {
    const files = await Promise.all(Array.from({ length: count }, async () => ({ bytes: await aPicture() })))
    const { payload, headers } = formOf('images', files)
    return (await admin.post('/api/upload/artshowimage', payload, headers)).body.images
  }

  const isServed = async (file: string) => (await shop.visitor().get(`/uploads/${file}`)).status === 200
  const stored = async () =>
    new Set((await Array.fromAsync(shop.shop.uploads.store.list())).map(({ name }) => name))
  const rows = async () => {
    const found = await shop.db.selectFrom('uploads').select('file').execute()
    return new Set(found.map(({ file }) => file))
  }
  /** Runs the hourly job now, and again some days and an hour later. */
  async function daysLater(days: number) {
    await sweepPictures(shop.shop)
    shop.clock.advance(days * DAY + HOUR)
    admin = await signedIn(shop, { isAdmin: true })
    await sweepPictures(shop.shop)
  }

  const PRODUCT = { name: 'Guji', price: 19, category: 'Goods', countInStock: 9 }

  test('files without a row are deleted after a day; files of other programs and files older than the database are kept', async () => {
    const orphan = 'aaaa-0123456789ab-24.jpg'
    await shop.shop.uploads.store.put([
      [orphan, Buffer.from('x')],
      ['notes.txt', Buffer.from('notes')],
    ])
    await sweepPictures(shop.shop)
    expect(await stored()).toContain(orphan)
    await daysLater(1)
    expect(await stored()).not.toContain(orphan)
    expect(await stored()).toContain('notes.txt')

    await shop.shop.uploads.store.put([[orphan, Buffer.from('x')]])
    const migrations = sql`update kysely_migration set timestamp =`
    const { rows: born } = await sql<{
      at: string
    }>`select min(timestamp) as at from kysely_migration`.execute(shop.db)
    await sql`${migrations} ${new Date(Date.now() + HOUR).toISOString()}`.execute(shop.db)
    await daysLater(2)
    expect(await stored()).toContain(orphan)
    await sql`${migrations} ${born[0]!.at}`.execute(shop.db)
    await sweepPictures(shop.shop)
    expect(await stored()).not.toContain(orphan)
  })

  test('a referenced picture is kept; an unreferenced one is deleted after a day, with its files', async () => {
    const [front, back, sold, work, page, orphan] = await upload(6)
    const product = await shop.sell()
    await admin.put(`/api/products/${product}`, { ...PRODUCT, image: path(front), secondImage: path(back) })
    const gone = await shop.sell()
    await admin.put(`/api/products/${gone}`, { ...PRODUCT, image: path(sold) })
    await placed(await signedIn(shop), [{ _id: gone, qty: 1 }])
    await admin.delete(`/api/products/${gone}`)
    await shop.db
      .updateTable('artists')
      .set({ other_images: JSON.stringify([work]) })
      .where('id', '=', await createFeaturedArtist(shop))
      .execute()
    await admin.put('/api/upload/menu', { pages: [{ file: page, title: 'Bar', lines: [] }] })

    await daysLater(0.5)
    expect(await rows()).toEqual(new Set([front, back, sold, work, page, orphan]))
    await daysLater(1)
    expect(await rows()).toEqual(new Set([front, back, sold, work, page]))
    for (const file of [front, back, sold, work, page])
      expect([file, await isServed(file!)]).toEqual([file, true])
    expect(await isServed(orphan!)).toBe(false)
    const left = [...(await stored())].filter((name) => name.startsWith(orphan!.slice(0, 16)))
    expect(left).toEqual([])
    await admin.put('/api/upload/menu', { pages: [] })
    await admin.delete(`/api/products/${product}`)
    // A menu that was removed by mistake can be restored for a day.
    expect(await isServed(page!)).toBe(true)
    await daysLater(1)
    expect(await rows()).toEqual(new Set([sold, work]))
  })

  test('a picture that is referenced again within a day is kept', async () => {
    const [file] = await upload(1)
    await daysLater(0.9)
    const id = await createFeaturedArtist(shop, { main_images: '[]' })
    const edit = { name: 'Odile', main_images: [file] }
    expect((await admin.put(`/api/artshow/${id}`, edit)).status).toBe(200)
    await daysLater(2)
    expect(await isServed(file!)).toBe(true)
  })

  test('a deleted picture can no longer be referenced', async () => {
    const [file] = await upload(1)
    await daysLater(1)
    const id = await createFeaturedArtist(shop, { main_images: '[]' })
    expect((await admin.put(`/api/artshow/${id}`, { name: 'Odile', main_images: [file] })).status).toBe(400)
  })

  test('every row has all of its files', async () => {
    const names = await stored()
    for (const { facts } of await shop.db.selectFrom('uploads').select('facts').execute()) {
      for (const url of variantUrls(JSON.parse(facts))) expect(names).toContain(basename(url))
    }
  })

  test('temporary files of a killed process are deleted after an hour', async () => {
    const { incoming } = shop.shop.config
    await mkdir(incoming, { recursive: true })
    await writeFile(join(incoming, 'left'), 'x')
    await writeFile(join(incoming, 'coming'), 'x')
    const now = shop.clock.now().getTime() / 1000
    await utimes(join(incoming, 'left'), now - 4000, now - 4000)
    await utimes(join(incoming, 'coming'), now - 1000, now - 1000)
    await sweepPictures(shop.shop)
    expect(await readdir(incoming)).toEqual(['coming'])
  })
})
