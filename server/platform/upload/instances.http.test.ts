// On PostgreSQL only: several instances, which only a database server can have.
/** Several instances share a PostgreSQL database and a bucket; on SQLite there is only one process. */
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, type Built } from '#server/app.ts'
import { connectDatabase, type Database } from '#server/kernel/db/connect.ts'
import { onPostgres } from '#test/database.ts'
import { createFeaturedArtist } from '#test/featured-artist.ts'
import { aPicture, formOf } from '#test/form.ts'
import { noPictures, openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { visitor } from '#test/visitor.ts'
import { openBucket } from '../storage/store.testing.ts'
import { openStore } from '../storage/open-store.ts'

describe.runIf(onPostgres)('a picture uploaded at one instance', () => {
  let bucket: Awaited<ReturnType<typeof openBucket>>
  let here: TestShop
  let there: Built
  let database: Database
  /** Queries of the other instance. */
  let queries = 0
  let admin: SignedInVisitor
  beforeAll(async () => {
    bucket = await openBucket()
    const env = {
      STORAGE: 's3',
      S3_ENDPOINT: bucket.endpoint,
      S3_BUCKET: bucket.bucket,
      S3_KEY: bucket.key,
      S3_SECRET: bucket.secret,
    }
    here = await openShop({ env })
    const { config, providers, clock } = here.shop
    database = await connectDatabase(config, () => {})
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    there = await buildApp({
      db: database.db.withPlugin(counter),
      providers,
      config,
      clock,
      pictures: noPictures,
      store: await openStore(config),
      pages: null,
    })
    admin = await signedIn(here, { isAdmin: true })
  })
  afterAll(async () => {
    await there.app.close()
    await database.close()
    await here.close()
    await bucket.close()
  })

  async function upload(): Promise<string> {
    const { payload, headers } = formOf('image', [{ bytes: await aPicture() }])
    return (await admin.post('/api/upload/productimage', payload, headers)).body.image
  }

  const elsewhere = () => Object.assign(visitor(there.app), { cookie: admin.cookie })

  test('is served by another instance at once', async () => {
    const answer = await elsewhere().get(await upload())
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
  })

  test('is in the first product response of another instance, with its URL and size', async () => {
    const image = await upload()
    const id = await here.sell()
    await admin.put(`/api/products/${id}`, {
      name: 'Guji',
      price: 19,
      category: 'Goods',
      countInStock: 1,
      image,
    })
    const { body } = await elsewhere().get(`/api/products/${id}`)
    expect(body.pictures.image).toMatchObject({ src: image, width: 24 })
  })

  test('can be used at another instance', async () => {
    const image = await upload()
    const id = await createFeaturedArtist(here, { main_images: '[]' })
    const edit = { name: 'Odile', main_images: [image.slice('/uploads/'.length)] }
    const { status, body } = await elsewhere().put(`/api/artshow/${id}`, edit)
    expect(status).toBe(200)
    expect(body.pictures.main[0].facts).toMatchObject({ src: image })
  })

  test('is shown at once even if another picture of the same artist is permanently missing', async () => {
    const id = await createFeaturedArtist(here, { main_images: '["0aaaaaaa-0123456789ab-24.jpg"]' })
    await elsewhere().get(`/api/artshow/${id}`)
    for (let round = 0; round < 3; round++) {
      const image = await upload()
      const main = JSON.stringify(['0aaaaaaa-0123456789ab-24.jpg', image.slice('/uploads/'.length)])
      const shown = await createFeaturedArtist(here, { main_images: main })
      const { body } = await elsewhere().get(`/api/artshow/${shown}`)
      expect(body.pictures.main.map(({ facts }: any) => facts?.src)).toEqual([undefined, image])
    }
  })

  test('can be imported with a product at another instance', async () => {
    const image = await upload()
    const csv = `Name,Price,Category,Count in stock,First Image\nGuji,19,Goods,1,${image}\n`
    const { status, body } = await elsewhere().post('/api/products/import', { csv, dryRun: true })
    expect([status, body.problems]).toEqual([200, []])
  })

  test('that does not exist does not cause a database query for every request', async () => {
    queries = 0
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => elsewhere().get(`/uploads/${n}aaaaaaaa-0123456789ab-24.jpg`)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect(queries).toBeGreaterThan(0)
    expect(queries).toBeLessThan(answers.length / 2)
  })
})
