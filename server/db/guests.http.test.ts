/** The migration 022-guests.sql: quotes and idempotency keys of users from before. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { newPlace, onPostgres, openPlace, type TestPlace } from '#test/database.ts'
import { migrate, migrationNames } from './migrate.ts'
import { postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite/dialect.ts'

let place: TestPlace
afterEach(() => rm(place.dataDir, { recursive: true, force: true }))

const AT = '2026-01-01T00:00:00.000Z'
const USER = {
  id: 'ann',
  name: 'Ann',
  email: 'ann@example.com',
  password_hash: '',
  search_text: 'ann',
  created_at: AT,
  updated_at: AT,
}
const QUOTE = {
  id: 'quote',
  user_id: 'ann',
  cart_hash: 'c',
  address_hash: 'a',
  cents: 745,
  shipment_id: 's',
  rate_id: 'r',
  provider: 'USPS',
  service: 'Ground Advantage',
  service_token: 'usps_ground_advantage',
  parcel_grams: 400,
  created_at: AT,
  expires_at: AT,
}
const REPLY = {
  user_id: 'ann',
  route: 'POST /api/orders',
  key: 'key',
  body_hash: 'b',
  status: 201,
  reply: '{}',
  created_at: AT,
}

/** A database with a quote and a stored reply of a user, from before the migration. */
async function openOldShop() {
  place = await newPlace()
  const dialect = place.databaseUrl
    ? postgresDialect(place.databaseUrl, { poolSize: 2 })
    : sqliteDialect({ file: join(place.dataDir, 'shop.sqlite') })
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables of an earlier version
  const db = new Kysely<any>({ dialect })
  const kind = onPostgres ? 'postgres' : 'sqlite'
  await migrate(
    db,
    kind,
    migrationNames().findLast((name) => name < '022'),
  )
  await db.insertInto('users').values(USER).execute()
  await db.insertInto('shipping_quotes').values(QUOTE).execute()
  await db.insertInto('idempotency_keys').values(REPLY).execute()
  await migrate(db, kind)
  await db.destroy()
  return openPlace(place)
}

test('quotes and stored replies of users stay, and guests can have both', async () => {
  const { db, close } = await openOldShop()
  expect(await db.selectFrom('shipping_quotes').selectAll().execute()).toMatchObject([QUOTE])
  expect(await db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([REPLY])
  await db
    .insertInto('shipping_quotes')
    .values({ ...QUOTE, id: 'guest', user_id: null, estimated_days: null, price_cents: null })
    .execute()
  await db
    .insertInto('idempotency_keys')
    .values({ ...REPLY, user_id: 'guest gus@example.com' })
    .execute()
  await db.deleteFrom('users').execute()
  const left = await db.selectFrom('shipping_quotes').select('id').execute()
  expect(left).toEqual([{ id: 'guest' }])
  await close()
})

test('the previous release still stores quotes and replies', async () => {
  const { db, close } = await openOldShop()
  await db
    .insertInto('shipping_quotes')
    .values({ ...QUOTE, id: 'later', estimated_days: 3, price_cents: null })
    .execute()
  const again = db.insertInto('idempotency_keys').values(REPLY).execute()
  await expect(again).rejects.toThrow()
  await close()
})
