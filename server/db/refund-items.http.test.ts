/** The migration 014-refund-items.sql: refunds that were made before refunds had parts. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { newPlace, onPostgres, openPlace, type TestPlace } from '#test/database.ts'
import { migrate } from './migrate.ts'
import { postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite/dialect.ts'

let place: TestPlace
afterEach(() => rm(place.dataDir, { recursive: true, force: true }))

const AT = '2026-01-01T00:00:00.000Z'

/** A paid order of a $22.00 mug, $8.16 shipping and $0.22 tax, and a surplus payment. */
async function openOldShop(
  refunds: { id: string; amount_cents: number; state: string; payment_id?: string }[],
) {
  place = await newPlace()
  const dialect = place.databaseUrl
    ? postgresDialect(place.databaseUrl, { poolSize: 2 })
    : sqliteDialect({ file: join(place.dataDir, 'shop.sqlite') })
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables of an earlier version
  const db = new Kysely<any>({ dialect })
  await migrate(db, onPostgres ? 'postgres' : 'sqlite', '012-kept-mail')
  const address = { address: '', address2: '', city: '', ship_state: 'VA', postal_code: '', country: 'US' }
  const sums = { items_cents: 2200, shipping_cents: 816, tax_cents: 22, total_cents: 3038 }
  const order = {
    user_id: null,
    buyer_name: 'Ann',
    buyer_email: 'a@example.com',
    state: 'paid',
    ...address,
    ...sums,
  }
  const parcel = { payment_method: 'PayPal', shipment_id: '', rate_id: '', shipping_service: '' }
  const moments = { created_at: AT, reserved_until: AT, paid_at: AT }
  await db
    .insertInto('orders')
    .values({ id: 'order', ...order, ...parcel, ...moments })
    .execute()
  const payment = { order_id: 'order', provider: 'paypal', amount_cents: 3038, currency: 'USD', attempt: 1 }
  const captured = { captured_cents: 3038, captured_at: AT, created_at: AT, updated_at: AT }
  const taken = (id: string, state: string) => ({
    ...payment,
    ...captured,
    id,
    state,
    provider_order_id: id,
    create_request_id: id,
    capture_id: id,
  })
  await db
    .insertInto('payments')
    .values([taken('sale', 'completed'), taken('beside', 'refund_due')])
    .execute()
  const rows = refunds.map(({ id, amount_cents, state, payment_id = 'sale' }) => ({
    id,
    payment_id,
    amount_cents,
    of_sale: payment_id === 'sale' ? 1 : 0,
    state,
    reason: '',
    request_id: id,
    actor: 'Olive Owner',
    created_at: AT,
    updated_at: AT,
    completed_at: state === 'completed' ? AT : null,
  }))
  await db.insertInto('refunds').values(rows).execute()
  await db.destroy()
}

async function partsAfterwards() {
  const { db, close } = await openPlace(place)
  const rows = await db.selectFrom('refunds').selectAll().orderBy('id').execute()
  await close()
  return rows.map((row) => [row.id, row.goods_cents, row.tax_cents, row.shipping_cents, row.goodwill_cents])
}

test('an earlier refund gets a proportional share of its order, as in the sales export, and the last refund gets the rest', async () => {
  await openOldShop([
    { id: 'a', amount_cents: 2200, state: 'completed' },
    { id: 'b', amount_cents: 500, state: 'failed' },
    { id: 'c', amount_cents: 100, state: 'started' },
    { id: 'd', amount_cents: 738, state: 'completed' },
    { id: 'e', amount_cents: 3038, state: 'completed', payment_id: 'beside' },
  ])
  const parts = await partsAfterwards()
  expect(parts).toEqual([
    ['a', 1593, 16, 591, 0],
    ['b', 362, 4, 134, 0],
    ['c', 72, 1, 27, 0],
    ['d', 535, 5, 198, 0],
    ['e', 0, 0, 0, 0],
  ])
  const live = parts.filter(([id]) => ['a', 'c', 'd'].includes(id as string))
  const sum = (column: number) => live.reduce((all, row) => all + (row[column] as number), 0)
  expect([sum(1), sum(2), sum(3)]).toEqual([2200, 22, 816])
})

test('an earlier refund of one cent gets its parts too', async () => {
  await openOldShop([{ id: 'a', amount_cents: 1, state: 'completed' }])
  expect(await partsAfterwards()).toEqual([['a', 1, 0, 0, 0]])
})
