// Slow, not in `npm run check`: backups of whole shops.
import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closedShop, openBackups, withStore, type Backups } from '#test/backups.ts'
import { onPostgres, openPlace, type TestPlace } from '#test/database.ts'
import { snapshot, type Snapshot } from '#test/unchanged.ts'
import { diskStore } from '#server/platform/storage/disk.ts'
import { s3Store } from '#server/platform/storage/s3.ts'
import { openBucket } from '#server/platform/storage/store.testing.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { checkBackup } from './check.ts'
import { MANIFEST } from './archive.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

let backups: Backups
beforeAll(async () => {
  backups = await openBackups()
})
afterAll(() => backups.close())

/** All rows at a place, and the hash of each file except those of the database. */
async function contentsOf(there: TestPlace): Promise<{ rows: Snapshot; files: Record<string, string> }> {
  const { db, close } = await openPlace(there)
  const rows = await snapshot(db)
  await close()
  const names = await readdir(there.dataDir, { recursive: true, withFileTypes: true })
  const files: Record<string, string> = {}
  for (const { name, parentPath } of names.filter(
    (entry) => entry.isFile() && !/^(shop\.sqlite|lock)/.test(entry.name),
  )) {
    files[name] = createHash('sha256')
      .update(await readFile(join(parentPath, name)))
      .digest('hex')
  }
  return { rows, files }
}

describe('a restore over an existing shop', () => {
  test('is refused without --replace; with it, the old shop is moved aside', async () => {
    const there = await backups.place()
    await restoreBackup(there, backups.whole, false)
    const changed = await openPlace(there)
    await changed.db.updateTable('users').set({ name: 'Somebody Else' }).execute()
    await changed.close()
    await writeFile(join(there.dataDir, 'admin-sign-in.txt'), 'owner@frame.example\nsecret\n')
    const before = await contentsOf(there)
    await expect(restoreBackup(there, backups.whole, false)).rejects.toThrow(/There is a shop in .+ already/)
    expect(await contentsOf(there)).toEqual(before)

    const { keptAside } = await restoreBackup(there, backups.whole, true)
    const { db, close } = await openPlace(there)
    expect(await db.selectFrom('users').selectAll().where('name', '=', 'Somebody Else').execute()).toEqual([])
    if (onPostgres) {
      const [schema] = keptAside[0]!.match(/replaced_\w+/) ?? []
      const { rows } = await sql`select name from ${sql.table(`${schema}.users`)}`.execute(db)
      expect(rows).toHaveLength(before.rows['users']!.split('\n').length)
      expect(rows).toContainEqual({ name: 'Somebody Else' })
    }
    await close()
    const aside = keptAside.at(-1)!
    expect((await readdir(aside)).filter((name) => !name.startsWith('shop.sqlite'))).toEqual([
      'admin-sign-in.txt',
      'uploads',
    ])
    if (onPostgres) return
    const old = await backups.place()
    await cp(aside, old.dataDir, { recursive: true })
    expect(await contentsOf(old)).toEqual(before)
  })

  test('is refused while that shop is running', async () => {
    const { dataDir, databaseUrl } = backups.shop.shop.config
    const before = await snapshot(backups.shop.db)
    await expect(restoreBackup({ dataDir, databaseUrl, store: null }, backups.whole, true)).rejects.toThrow(
      onPostgres ? 'A shop is running on this database' : /in use by another FRAME process/,
    )
    expect(await snapshot(backups.shop.db)).toEqual(before)
  })

  test('leaves the old shop unchanged if it fails', async () => {
    const there = await backups.place()
    await restoreBackup(there, backups.whole, false)
    const before = await contentsOf(there)
    const orphaned = await backups.repacked('orphaned.tar.gz', (name, data) => {
      if (name === MANIFEST) {
        const said = JSON.parse(data.toString())
        return Buffer.from(JSON.stringify({ ...said, tables: { ...said.tables, users: 0 } }))
      }
      return name === 'tables/users.jsonl' ? Buffer.alloc(0) : data
    })
    await expect(restoreBackup(there, orphaned, true)).rejects.toThrow(/foreign key/i)
    expect(await contentsOf(there)).toEqual(before)
  })
})

test('a backup of an older database is restored and migrated', async () => {
  const old = await backups.place()
  const { sqliteDialect } = await import('#server/kernel/db/sqlite/dialect.ts')
  const { postgresDialect } = await import('#server/kernel/db/postgres.ts')
  const dialect = old.databaseUrl
    ? postgresDialect(old.databaseUrl, { poolSize: 2 })
    : sqliteDialect({ file: join(old.dataDir, 'shop.sqlite') })
  const db = new Kysely<any>({ dialect })
  await migrate(db, onPostgres ? 'postgres' : 'sqlite', { last: '002-house' })
  const at = new Date().toISOString()
  const mail = {
    id: 'm',
    dedupe_key: 'm',
    recipient: 'r',
    subject: 's',
    body_text: 't',
    body_html: 'h',
    state: 'waiting',
  }
  await db
    .insertInto('outbox')
    .values({ ...mail, next_at: at, message_id: 'i', created_at: at })
    .execute()
  const words = {
    name: 'Ann',
    email: 'a@example.com',
    phone: '',
    type_of_business: '',
    qty: 12.5,
    social: '',
    message: 'Hi',
  }
  await db
    .insertInto('messages')
    .values({ id: 'm', kind: 'contact', ...words, outbox_id: 'm', created_at: at })
    .execute()
  await db.destroy()

  const file = await backups.written('old.tar.gz', (await takeBackup(closedShop(old))).content)
  expect((await checkBackup(file)).manifest.migration).toBe('002-house')
  const there = await backups.place()
  await restoreBackup(there, file, false)
  const { db: now, close } = await openPlace(there)
  expect(await now.selectFrom('messages').selectAll().execute()).toMatchObject([{ ...words, status: 'new' }])
  await close()
})

test('a backup succeeds when a referenced picture is missing, and lists it as missing', async () => {
  const [gone] = (await readdir(join(backups.shop.shop.config.dataDir, 'uploads'))).sort()
  await rm(join(backups.shop.shop.config.dataDir, 'uploads', gone!))
  const file = await backups.written('gap.tar.gz', (await takeBackup(withStore(backups.shop))).content)
  expect((await checkBackup(file)).manifest.uploads).toMatchObject({ files: 8, missing: [gone] })
})

test('a backup that is started and never read leaves no files', async () => {
  const { content } = await takeBackup(withStore(backups.shop))
  const closed = new Promise((resolve) => content.once('close', resolve))
  content.destroy()
  await closed
  await expect
    .poll(async () =>
      (await readdir(backups.shop.shop.config.dataDir)).filter((name) => name.startsWith('.backup')),
    )
    .toEqual([])
})

test('an empty folder cannot be backed up', async () => {
  const empty = { ...(await backups.place()), databaseUrl: null }
  await expect(takeBackup(closedShop(empty))).rejects.toThrow(/There is no shop in/)
})

test('pictures in an external store are added to existing ones, which are neither overwritten nor moved', async () => {
  const elsewhere = await backups.place(false)
  const store = diskStore(elsewhere.dataDir)
  await store.put([['old-picture.jpg', Buffer.from('old')]])
  const there = { ...(await backups.place()), store }
  await expect(restoreBackup(there, backups.whole, false)).rejects.toThrow(/There is a shop in .+ already/)
  const { manifest, mixedWith } = await restoreBackup(there, backups.whole, true)
  expect(mixedWith).toBe(elsewhere.dataDir)
  const names = await readdir(elsewhere.dataDir)
  expect(names).toHaveLength(manifest.uploads.files + 1)
  expect(await store.get('old-picture.jpg')).toEqual(Buffer.from('old'))
  expect(await readdir(there.dataDir)).not.toContain('uploads')
})

test('pictures can be restored into a bucket, and backed up from it', async () => {
  const bucket = await openBucket()
  const inBucket = { ...(await backups.place()), store: s3Store(bucket) }
  await restoreBackup(inBucket, backups.whole, false)
  expect(await readdir(inBucket.dataDir)).not.toContain('uploads')
  const { content } = await takeBackup({ ...closedShop(inBucket), store: inBucket.store })
  const onDisk = await backups.place()
  await restoreBackup(onDisk, await backups.written('bucket.tar.gz', content), false)
  expect(await contentsOf(onDisk)).toEqual(await contentsOfWhole())
  await bucket.close()
})

/** The contents of the complete backup, restored unchanged. */
async function contentsOfWhole() {
  const there = await backups.place()
  await restoreBackup(there, backups.whole, false)
  return contentsOf(there)
}
