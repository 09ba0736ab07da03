/**
 * Measures a shop with 10,000 subscriptions: how long the due deliveries of four weeks take, and how much the day's 2,000
 * charges slow down the pages. The saved payment methods are unknown to PayPal's sandbox, which refuses each charge; the
 * shop makes the orders, takes the stock, calls PayPal and writes the mails all the same.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '#server/db/connect.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { COFFEE_BEANS } from '#shared/categories.ts'
import { newId } from '#server/time/clock.ts'
import type { Insertable } from 'kysely'
import { Client, request } from './client.ts'
import type { Sizes } from './fill.ts'
import type { Filled } from './filled.ts'
import { p99Of } from './probe.ts'
import { startProduct, type Product } from './server.ts'
import { median, type Row } from './table.ts'

export const SUBSCRIPTION_SIZES: Sizes = {
  products: 1_000,
  users: 1_000,
  orders: 5_000,
  messages: 100,
  changes: 100,
  reviews: 1_000,
}

const SUBSCRIPTIONS = 10_000
const CHARGES = 2_000
const REPEATS = 5
const PROBE = { paths: ['/', '/shop'], perSecond: 100 }
const IDLE_MS = 5_000
const BUSY_MS = 60_000
/** Rows per statement. */
const BATCH = 200
const DAY_MS = 24 * 3600 * 1000

export async function measureSubscriptions(filled: Filled): Promise<Row[]> {
  await withDatabase(filled, addSubscriptions)
  const [due, idle] = await whileRunning(filled, async (shop): Promise<[number[], number]> => [
    await timesOf(shop, '/api/subscriptions/due', filled.cookie),
    await pageP99(shop, IDLE_MS),
  ])
  // Between two runs, because only one process can use a data folder.
  await withDatabase(filled, makeDue)
  const busy = await whileRunning(filled, (shop) => pageP99(shop, BUSY_MS))
  const { made, charged } = await withDatabase(filled, countMade)
  const [subscriptions, charges, orders, done] = [SUBSCRIPTIONS, CHARGES, made, charged].map((each) =>
    each.toLocaleString('en-US'),
  )
  return [
    {
      name: `Due deliveries of ${subscriptions} subscriptions`,
      figures: due,
      unit: 'ms',
      target: { of: 'figure', limit: 'at most', value: 1000 },
    },
    {
      name: `p99 of pages during ${charges} deliveries (${orders} made, ${done} charged in a minute)`,
      figures: [busy],
      unit: 'ms',
      reference: { name: 'idle', figures: [idle], unit: 'ms' },
    },
  ]
}

async function whileRunning<T>(
  { dataDir, databaseUrl }: Filled,
  work: (shop: Product) => Promise<T>,
): Promise<T> {
  const shop = await startProduct(dataDir, { databaseUrl })
  try {
    return await work(shop)
  } finally {
    await shop.stop()
  }
}

async function pageP99({ port }: Product, milliseconds: number): Promise<number> {
  await p99Of({ ...PROBE, port, milliseconds: 1_000 })
  return p99Of({ ...PROBE, port, milliseconds })
}

async function timesOf(shop: Product, path: string, cookie: string): Promise<number[]> {
  const client = new Client(shop.port)
  const times: number[] = []
  for (let repeat = 0; repeat <= REPEATS; repeat++) {
    const start = performance.now()
    const { status } = await client.ask(request({ path, cookie }))
    times.push(performance.now() - start)
    if (status !== 200) throw new Error(`${path} returned ${status}`)
    await pause(100)
  }
  client.close()
  return [median(times.slice(1))]
}

async function withDatabase<T>({ dataDir, databaseUrl }: Filled, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await connectDatabase({ dataDir, databaseUrl, databasePool: 1 }, (error) => {
    throw error
  })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

async function addSubscriptions(db: Db): Promise<void> {
  const sizes = await db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .select(['product_sizes.id', 'product_id', 'price_cents'])
    .where('category', '=', COFFEE_BEANS)
    .where('removed_at', 'is', null)
    .execute()
  await db
    .updateTable('product_sizes')
    .set({ count_in_stock: 1_000_000 })
    .where('id', 'in', sizes.map(({ id }) => id).slice(0, BATCH))
    .execute()
  const all = Array.from({ length: SUBSCRIPTIONS }, (_, index) =>
    rowsOf(index, sizes[index % Math.min(sizes.length, BATCH)]!),
  )
  for (let from = 0; from < all.length; from += BATCH) {
    const some = all.slice(from, from + BATCH)
    await db
      .insertInto('payment_methods')
      .values(some.map(({ method }) => method))
      .execute()
    await db
      .insertInto('subscriptions')
      .values(some.map(({ row }) => row))
      .execute()
    await db
      .insertInto('subscription_items')
      .values(some.map(({ item }) => item))
      .execute()
  }
}

const clock = { now: () => new Date() }
const WEEKS = [1, 2, 3, 4, 6, 8] as const

function rowsOf(index: number, size: { id: string; product_id: string; price_cents: number }) {
  const now = new Date().toISOString()
  const [id, methodId] = [newId(clock), newId(clock)]
  const email = `subscriber${index}@example.com`
  const method: Insertable<Schema['payment_methods']> = {
    id: methodId,
    user_id: null,
    buyer_email: email,
    provider: 'paypal',
    state: 'active',
    token: `bench-${index}`,
    customer_id: null,
    label: email,
    order_id: null,
    setup_token: null,
    created_at: now,
    deleted_at: null,
    deleted_by: null,
  }
  const row: Insertable<Schema['subscriptions']> = {
    id,
    user_id: null,
    is_guest: 1,
    buyer_name: `Ann Silva ${index}`,
    buyer_email: email,
    status: 'active',
    weeks: WEEKS[index % WEEKS.length]!,
    discount_percent: 10,
    address: '120 Maple Avenue E',
    address2: '',
    city: 'Vienna',
    ship_state: 'VA',
    postal_code: '22180',
    country: 'US',
    recipient: null,
    gift_note: null,
    payment_method_id: methodId,
    next_number: 2,
    next_on: dayIn(15 + (index % 40)),
    last_on: dayIn(-7),
    charge_after: null,
    announced_shipping_cents: null,
    consent_text: 'I agree.',
    consented_at: now,
    reminded_at: now,
    canceled_at: null,
    created_at: now,
    updated_at: now,
  }
  const item: Insertable<Schema['subscription_items']> = {
    id: newId(clock),
    subscription_id: id,
    product_id: size.product_id,
    size_id: size.id,
    taste: null,
    // The usual grind of the coffee.
    grind: '',
    qty: 1 + (index % 3),
    price_cents: size.price_cents,
    new_price_cents: null,
    new_price_from: null,
    new_price_announced_at: null,
    created_at: now,
  }
  return { method, row, item }
}

const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** Makes deliveries due now, as if their mails had been sent days ago. */
async function makeDue(db: Db): Promise<void> {
  const first = db.selectFrom('subscriptions').select('id').orderBy('id').limit(CHARGES)
  await db
    .updateTable('subscriptions')
    .set({ next_on: dayIn(0), charge_after: new Date(Date.now() - DAY_MS).toISOString(), weeks: 8 })
    .where('id', 'in', first)
    .execute()
}

/** The deliveries that have an order, and those of them whose charge PayPal has refused. */
async function countMade(db: Db): Promise<{ made: number; charged: number }> {
  const rows = await db
    .selectFrom('subscription_deliveries')
    .select('attempts')
    .where('order_id', 'is not', null)
    .execute()
  return { made: rows.length, charged: rows.filter(({ attempts }) => attempts > 0).length }
}
