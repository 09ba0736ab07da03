/** The migration 029-after-the-purchase.sql: existing totals stay, and only a replacement has the total 0. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newPlace, onPostgres, type TestPlace } from '#test/database.ts'
import { migrate, migrationNames } from './migrate.ts'
import { postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite/dialect.ts'

let place: TestPlace
afterAll(() => rm(place.dataDir, { recursive: true, force: true }))

const LAST_BEFORE = migrationNames()[migrationNames().indexOf('029-after-the-purchase') - 1]
const AT = '2026-01-01T00:00:00.000Z'

const orderOf = (id: string, sums: object) => ({
  id,
  buyer_name: 'Ann',
  buyer_email: 'a@example.com',
  state: 'pending',
  address: '',
  address2: '',
  city: '',
  ship_state: 'VA',
  postal_code: '',
  country: 'US',
  payment_method: 'PayPal',
  shipment_id: '',
  rate_id: '',
  shipping_service: '',
  created_at: AT,
  reserved_until: AT,
  ...sums,
})
const SOLD = { items_cents: 2200, shipping_cents: 816, tax_cents: 22, total_cents: 3038 }
const FREE = { items_cents: 0, shipping_cents: 0, tax_cents: 0, total_cents: 0 }

test('existing totals stay, the previous release can still place orders, and only replacements are free', async () => {
  place = await newPlace()
  const dialect = place.databaseUrl
    ? postgresDialect(place.databaseUrl, { poolSize: 2 })
    : sqliteDialect({ file: join(place.dataDir, 'shop.sqlite') })
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables of an earlier version
  const db = new Kysely<any>({ dialect })
  try {
    const kind = onPostgres ? 'postgres' : 'sqlite'
    await migrate(db, kind, LAST_BEFORE)
    const insert = (id: string, sums: object) => db.insertInto('orders').values(orderOf(id, sums)).execute()
    await insert('old', SOLD)
    await migrate(db, kind)
    await insert('new', SOLD)
    await insert('free', { ...FREE, replaces_order_id: 'old' })
    for (const wrong of [FREE, { ...SOLD, total_cents: 3037 }, { ...SOLD, replaces_order_id: 'old' }])
      await expect(insert('wrong', wrong)).rejects.toThrow()
    const rows = await db.selectFrom('orders').select(['id', 'total_cents']).orderBy('id').execute()
    expect(rows).toEqual([
      { id: 'free', total_cents: 0 },
      { id: 'new', total_cents: 3038 },
      { id: 'old', total_cents: 3038 },
    ])
  } finally {
    await db.destroy()
  }
})
