// Slow, not in `npm run check`: backups of whole shops.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/kernel/db/schema.ts'
import { closedShop, openBackups, type Backups } from '#test/backups.ts'
import { onPostgres, openPlace, type TestPlace } from '#test/database.ts'
import { violations } from '#test/invariants.ts'
import { placed } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { snapshot, type Snapshot } from '#test/unchanged.ts'
import { unpack } from './archive.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'
import { KEPT_TABLES } from '#server/kernel/db/schema.ts'

let backups: Backups
let shop: TestShop
let owner: SignedInVisitor
beforeAll(async () => {
  backups = await openBackups()
  shop = backups.shop
  owner = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
})
afterAll(() => backups.close())

/** Downloads a backup as an admin, and returns the path of the file. */
async function save(name: string): Promise<string> {
  const { cookie } = owner
  const answer = await shop.app.inject({ method: 'GET', url: '/api/backup', headers: { cookie } })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  return backups.written(name, answer.rawPayload)
}

/** The rows of all tables in a backup, without the change log's lines about backups. */
async function rowsOf(db: Db): Promise<Snapshot> {
  const all = await snapshot(db)
  const record = (all['record_lines'] ?? '').split('\n').filter((line) => !line.includes('Took a backup'))
  return {
    ...Object.fromEntries(KEPT_TABLES.map((table) => [table, all[table]!])),
    record_lines: record.join('\n'),
  }
}

async function rowsAt(where: TestPlace): Promise<Snapshot> {
  const { db, close } = await openPlace(where)
  try {
    expect(await violations(db)).toEqual([])
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
    return await rowsOf(db)
  } finally {
    await close()
  }
}

async function filesOf(dataDir: string): Promise<Record<string, Buffer>> {
  const names = await readdir(join(dataDir, 'uploads'))
  const files = names.map(async (name) => [name, await readFile(join(dataDir, 'uploads', name))] as const)
  return Object.fromEntries(await Promise.all(files))
}

test('an admin downloads a backup named with its date, and the change log records it', async () => {
  const answer = await owner.get('/api/backup')
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/gzip',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="frame-\d{4}-\d\d-\d\d-\d{6}\.tar\.gz"$/,
    ),
    'cache-control': 'no-store',
  })
  const { body } = await owner.get('/api/record?subject=shop')
  expect(body.lines).toMatchObject([{ by: 'Olive Owner', action: 'Took a backup', subjectName: 'Shop' }])
})

describe('a restored backup', () => {
  test('contains every row of every table, and every file byte by byte', async () => {
    const before = await rowsOf(shop.db)
    const empty = Object.keys(before).filter((table) => !before[table])
    expect(empty, 'Make test/full-shop.ts add rows to').toEqual([])
    const there = await backups.place()
    const { keptAside, manifest } = await restoreBackup(there, await save('full.tar.gz'), false)
    expect(await rowsAt(there)).toEqual(before)
    const files = await filesOf(there.dataDir)
    expect(files).toEqual(await filesOf(shop.shop.config.dataDir))
    expect(Object.keys(files)).toHaveLength(9)
    expect(keptAside).toEqual([])
    expect(manifest).toMatchObject({
      leftOut: [
        'sessions',
        'api_tokens',
        'account_links',
        'used_challenges',
        'secret_keys',
        'invitations',
        'week_links',
        'link_keys',
        'imports',
        'import_parts',
        'import_items',
        'import_categories',
        'requested_accounts',
        'sold_names',
        'order_recipients',
        'label_batches',
        'label_batch_rows',
        'express_checkouts',
        'picture_copies',
        'webhook_events',
        'webhook_deliveries',
        'rate_limits',
        'known_networks',
        'order_networks',
        'placing_turns',
        'job_runs',
      ],
      uploads: { files: 9, missing: [] },
    })
  })

  test.runIf(onPostgres)('can move to the other database and back', async () => {
    const file = await save('crossing.tar.gz')
    const before = await rowsOf(shop.db)
    const onSqlite = await backups.place(false)
    await restoreBackup(onSqlite, file, false)
    expect(await rowsAt(onSqlite)).toEqual(before)
    const { content } = await takeBackup(closedShop(onSqlite))
    const again = await backups.written('again.tar.gz', content)
    const back = await backups.place(true)
    await restoreBackup(back, again, false)
    expect(await rowsAt(back)).toEqual(before)
    expect(await filesOf(back.dataDir)).toEqual(await filesOf(shop.shop.config.dataDir))
  })

  test('contains no session', async () => {
    const { cookie } = await signedIn(shop)
    for await (const { name, content } of unpack(await save('sessions.tar.gz'))) {
      expect(name).not.toContain('sessions')
      const entryText = await text(Readable.from(content))
      if (name.startsWith('tables/')) expect(entryText).not.toContain(cookie)
    }
  })
})

test('a backup taken during orders contains each order completely or not at all', async () => {
  const product = await shop.sell({ stock: 100_000 })
  const buyers = await Promise.all(Array.from({ length: 8 }, () => signedIn(shop)))
  const acknowledged: string[] = []
  const work = { running: true }
  const buying = buyers.map(async (buyer) => {
    while (work.running) acknowledged.push(await placed(buyer, [{ _id: product, qty: 1 }]))
  })
  while (acknowledged.length < 20) await new Promise((resolve) => setTimeout(resolve, 5))
  const before = [...acknowledged]
  const file = await save('loaded.tar.gz')
  const after = new Set(acknowledged)
  work.running = false
  await Promise.all(buying)
  expect(after.size).toBeGreaterThan(before.length)

  const there = await backups.place()
  await restoreBackup(there, file, false)
  const restored = await rowsAt(there)
  for (const id of before) expect(restored['orders']).toContain(`"id":"${id}"`)
  const all = await rowsOf(shop.db)
  for (const table of ['orders', 'order_lines', 'stock_moves', 'order_history'] as const) {
    const known = new Set(all[table]!.split('\n'))
    expect(restored[table]!.split('\n').filter((row) => !known.has(row))).toEqual([])
  }
})
