/** The migration 022-guests.sql, on a database that has quotes and idempotency keys of users. */
import { expect, test } from 'vitest'
import { OLD_TIME, openOldDatabase } from '#test/old-database.ts'

const USER = {
  id: 'ann',
  name: 'Ann',
  email: 'ann@example.com',
  password_hash: '',
  search_text: 'ann',
  created_at: OLD_TIME,
  updated_at: OLD_TIME,
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
  created_at: OLD_TIME,
  expires_at: OLD_TIME,
}
const REPLY = {
  user_id: 'ann',
  route: 'POST /api/orders',
  key: 'key',
  body_hash: 'b',
  status: 201,
  reply: '{}',
  created_at: OLD_TIME,
}

/** A database with a quote and a stored reply of a user, from before the migration. */
async function openOldShop() {
  const { db, reopen } = await openOldDatabase('021-sizes')
  await db.insertInto('users').values(USER).execute()
  await db.insertInto('shipping_quotes').values(QUOTE).execute()
  await db.insertInto('idempotency_keys').values(REPLY).execute()
  return reopen()
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
