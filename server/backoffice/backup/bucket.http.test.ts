/** A backup of a shop whose owner has connected a bucket for pictures, and its restore. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '#server/kernel/config/config.ts'
import { systemClock } from '#server/kernel/time/clock.ts'
import { copyPictures } from '#server/platform/services/copy-pictures.ts'
import { openStoreForCommand } from '#server/platform/services/store-for-command.ts'
import { openBucket } from '#server/platform/storage/store.testing.ts'
import { newPlace, openPlace } from '#test/database.ts'
import { folderOf, openWithPictures, saveBucket, upload } from '../services/storage.testing.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function openInBucket() {
  const bucket = await openBucket()
  closing.push(() => bucket.close())
  const opened = await openWithPictures(closing, 1)
  await saveBucket(opened.owner, bucket)
  await copyPictures(opened.shop.shop)
  return { ...opened, bucket, later: await upload(opened.owner) }
}

test('the command backs up the pictures of the bucket, and a restored shop uses its folder until the bucket is filled again', async () => {
  const { shop, images, later } = await openInBucket()
  const { config } = shop.shop
  await rm(folderOf(shop), { recursive: true })
  const { content } = await takeBackup({
    config,
    clock: systemClock,
    store: await openStoreForCommand(config),
  })
  const folder = await mkdtemp(join(tmpdir(), 'frame-bucket-backup-'))
  const place = await newPlace()
  closing.push(() => Promise.all([folder, place.dataDir].map((each) => rm(each, { recursive: true }))))
  const file = join(folder, 'frame.tar.gz')
  await writeFile(file, content)
  const { manifest } = await restoreBackup({ ...place, store: null }, file, false)
  expect(manifest.uploads.missing).toEqual([])
  const restored = await readdir(join(place.dataDir, 'uploads'))
  for (const image of [...images, later]) expect(restored).toContain(image.slice('/uploads/'.length))
  const { db, close } = await openPlace(place)
  const [copy] = await db.selectFrom('picture_copies').selectAll().execute()
  expect(copy).toMatchObject({ direction: 'bucket', copied: 0, switched_at: null })
  await close()
  const there = readConfig({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' })
  expect((await openStoreForCommand(there)).where).toBe(join(place.dataDir, 'uploads'))
})

test('the command makes no backup without the key of the bucket, and says so', async () => {
  const { shop } = await openInBucket()
  await rm(join(shop.shop.config.dataDir, 'secrets.key'))
  await expect(openStoreForCommand({ ...shop.shop.config })).rejects.toThrow(/SECRETS_KEY/)
})
