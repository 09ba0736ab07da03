/** The migration 021-sizes.sql, for a shop that has sold products without sizes. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { newPlace, onPostgres, openPlace, type TestPlace } from '#test/database.ts'
import { violations } from '#test/invariants.ts'
import { migrate } from './migrate.ts'
import { postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite/dialect.ts'

let place: TestPlace
afterEach(() => rm(place.dataDir, { recursive: true, force: true }))

const AT = '2026-01-01T00:00:00.000Z'

const product = (id: string, columns: object) => ({
  id,
  name: id,
  image: '',
  second_image: '',
  brand: '',
  category: 'Coffee Beans',
  description: '',
  origin: '',
  cupping_note: '',
  roasting_level: 0,
  is_draft: 0,
  search_text: id,
  created_at: AT,
  updated_at: AT,
  ...columns,
})

const line = (product_id: string, position: number, columns: object) => ({
  order_id: 'order',
  product_id,
  position,
  name: product_id,
  image: '',
  category: '',
  ...columns,
})

const move = (id: string, product_id: string, qty: number, reason: string) => ({
  id,
  product_id,
  order_id: ['order', 'return'].includes(reason) ? 'order' : null,
  qty,
  reason,
  at: AT,
})

/** Beans of which two were sold and one was refunded and returned, a mug, and a deleted product. */
async function openOldShop() {
  place = await newPlace()
  const dialect = place.databaseUrl
    ? postgresDialect(place.databaseUrl, { poolSize: 2 })
    : sqliteDialect({ file: join(place.dataDir, 'shop.sqlite') })
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables of an earlier version
  const db = new Kysely<any>({ dialect })
  await migrate(db, onPostgres ? 'postgres' : 'sqlite', '019-growth')
  const products = [
    product('beans', { price_cents: 1800, size_grams: 340, count_in_stock: 9 }),
    product('mug', { price_cents: 2200, size_grams: null, count_in_stock: 4, category: 'Goods' }),
    product('gone', { price_cents: 900, size_grams: 250, count_in_stock: 0, deleted_at: AT }),
  ]
  for (const row of products) await db.insertInto('products').values(row).execute()
  const address = { address: '', address2: '', city: '', ship_state: 'MD', postal_code: '', country: 'US' }
  const sums = { items_cents: 5800, shipping_cents: 800, tax_cents: 0, total_cents: 6600 }
  const parcel = { payment_method: 'PayPal', shipment_id: '', rate_id: '', shipping_service: '' }
  const buyer = { user_id: null, buyer_name: 'Ann', buyer_email: 'a@example.com' }
  const moments = { created_at: AT, reserved_until: AT, paid_at: AT }
  const order = { id: 'order', state: 'paid', ...buyer, ...address, ...sums, ...parcel, ...moments }
  await db.insertInto('orders').values(order).execute()
  const lines = [
    line('mug', 0, { size_grams: null, price_cents: 2200, qty: 1 }),
    line('beans', 1, { size_grams: 340, price_cents: 1800, qty: 2 }),
  ]
  for (const row of lines) await db.insertInto('order_lines').values(row).execute()
  const moves = [
    move('1', 'beans', 10, 'opening'),
    move('2', 'mug', 5, 'opening'),
    move('3', 'beans', -2, 'order'),
    move('4', 'mug', -1, 'order'),
    move('5', 'beans', 1, 'return'),
  ]
  for (const row of moves) await db.insertInto('stock_moves').values(row).execute()
  const payment = {
    id: 'payment',
    order_id: 'order',
    provider: 'paypal',
    provider_order_id: 'P',
    state: 'completed',
    amount_cents: 6600,
    currency: 'USD',
    create_request_id: 'c',
    capture_id: 'C',
    captured_cents: 6600,
    returned_cents: 1800,
    captured_at: AT,
    created_at: AT,
    updated_at: AT,
  }
  await db.insertInto('payments').values(payment).execute()
  const refund = {
    id: 'refund',
    payment_id: 'payment',
    amount_cents: 1800,
    of_sale: 1,
    state: 'completed',
    reason: '',
    request_id: 'r',
    actor: 'Olive',
    created_at: AT,
    updated_at: AT,
    completed_at: AT,
    restocked_at: AT,
    goods_cents: 1800,
    is_itemized: 1,
  }
  await db.insertInto('refunds').values(refund).execute()
  const back = { refund_id: 'refund', product_id: 'beans', qty: 1 }
  await db.insertInto('refund_lines').values(back).execute()
  await db
    .insertInto('refund_items')
    .values({ ...back, goods_cents: 1800 })
    .execute()
  const finding = {
    id: 'f',
    key: 'f',
    kind: 'count',
    product_id: 'beans',
    capture_id: '',
    ours: 9,
    theirs: 8,
  }
  await db
    .insertInto('money_findings')
    .values({ ...finding, found_at: AT })
    .execute()
  await db.destroy()
}

test('the price, weight and stock of a product become its first size, and everything that named the product names the size', async () => {
  await openOldShop()
  const { db, close } = await openPlace(place)
  const sizes = await db.selectFrom('product_sizes').selectAll().orderBy('id').execute()
  const size = { label: '', position: 0, sku: '', removed_at: null }
  expect(sizes).toEqual([
    { ...size, id: 'beans', product_id: 'beans', grams: 340, price_cents: 1800, count_in_stock: 9 },
    {
      ...size,
      id: 'gone',
      product_id: 'gone',
      grams: 250,
      price_cents: 900,
      count_in_stock: 0,
      removed_at: AT,
    },
    { ...size, id: 'mug', product_id: 'mug', grams: null, price_cents: 2200, count_in_stock: 4 },
  ])
  const lines = await db.selectFrom('order_lines').selectAll().orderBy('position').execute()
  const asSold = { size_label: '', sku: '', grind: '' }
  expect(lines).toMatchObject([
    { position: 0, product_id: 'mug', size_id: 'mug', size_grams: null, ...asSold },
    { position: 1, product_id: 'beans', size_id: 'beans', size_grams: 340, qty: 2, ...asSold },
  ])
  const moves = await db.selectFrom('stock_moves').select(['id', 'size_id', 'qty']).orderBy('id').execute()
  expect(moves.map(({ size_id, qty }) => `${size_id} ${qty}`)).toEqual([
    'beans 10',
    'mug 5',
    'beans -2',
    'mug -1',
    'beans 1',
  ])
  const back = { refund_id: 'refund', line: 1, qty: 1 }
  expect(await db.selectFrom('refund_lines').selectAll().execute()).toEqual([back])
  expect(await db.selectFrom('refund_items').selectAll().execute()).toEqual([{ ...back, goods_cents: 1800 }])
  const [finding] = await db.selectFrom('money_findings').select(['product_id', 'size_id']).execute()
  expect(finding).toEqual({ product_id: 'beans', size_id: 'beans' })
  expect(await violations(db)).toEqual([])
  await close()
})
