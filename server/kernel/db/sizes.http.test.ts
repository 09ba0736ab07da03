/** The migration 021-sizes.sql, for a shop that has sold products without sizes. */
import { expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { OLD_TIME, oldOrder, openOldDatabase } from '#test/old-database.ts'

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
  created_at: OLD_TIME,
  updated_at: OLD_TIME,
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
  at: OLD_TIME,
})

/** Beans of which two were sold and one was refunded and returned, a mug, and a deleted product. */
async function openOldShop() {
  const { db, reopen } = await openOldDatabase('019-growth')
  const products = [
    product('beans', { price_cents: 1800, size_grams: 340, count_in_stock: 9 }),
    product('mug', { price_cents: 2200, size_grams: null, count_in_stock: 4, category: 'Goods' }),
    product('gone', { price_cents: 900, size_grams: 250, count_in_stock: 0, deleted_at: OLD_TIME }),
  ]
  for (const row of products) await db.insertInto('products').values(row).execute()
  const sums = { items_cents: 5800, shipping_cents: 800, tax_cents: 0, total_cents: 6600 }
  const order = oldOrder({ id: 'order', ship_state: 'MD', ...sums })
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
    captured_at: OLD_TIME,
    created_at: OLD_TIME,
    updated_at: OLD_TIME,
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
    created_at: OLD_TIME,
    updated_at: OLD_TIME,
    completed_at: OLD_TIME,
    restocked_at: OLD_TIME,
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
    .values({ ...finding, found_at: OLD_TIME })
    .execute()
  return reopen()
}

test('the price, weight and stock of a product become its first size, and rows that referred to the product refer to the size', async () => {
  const { db, close } = await openOldShop()
  const sizes = await db.selectFrom('product_sizes').selectAll().orderBy('id').execute()
  const empty = { sku: '', shipping_grams: null, pack: null, for_accounts: 0, removed_at: null }
  const size = { label: '', position: 0, ...empty }
  expect(sizes).toEqual([
    { ...size, id: 'beans', product_id: 'beans', grams: 340, price_cents: 1800, count_in_stock: 9 },
    {
      ...size,
      id: 'gone',
      product_id: 'gone',
      grams: 250,
      price_cents: 900,
      count_in_stock: 0,
      removed_at: OLD_TIME,
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
