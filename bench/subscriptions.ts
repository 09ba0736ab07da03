/**
 * Measures a shop with 10,000 subscriptions: how long the due deliveries of four weeks take, and how much the day's 2,000
 * charges slow down the pages. PayPal's sandbox knows the saved payment methods, so the charges succeed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '#server/db/connect.ts'
import type { Db } from '#server/db/schema.ts'
import { addSubscriptions, coffeeSizes, dayIn } from '#test/many-subscriptions.ts'
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
/** The shop makes all deliveries, and then charges them. A busy machine needs minutes for each. */
const BUSY_MS = 5 * 60_000
/** The sizes of coffees that are subscribed. */
const SIZES = 200
const DAY_MS = 24 * 3600 * 1000

export async function measureSubscriptions(filled: Filled): Promise<Row[]> {
  await withDatabase(filled, (db) => fillSubscriptions(db, filled.dataDir))
  const [due, idle] = await whileRunning(filled, async (shop): Promise<[number[], number]> => [
    await timesOf(shop, '/api/subscriptions/due', filled.cookie),
    await pageP99(shop, IDLE_MS),
  ])
  // Runs while no shop uses the folder, because only one process can use a data folder.
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
      name: `p99 of pages during ${charges} deliveries (${orders} made, ${done} charged in five minutes)`,
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

async function fillSubscriptions(db: Db, sandboxFolder: string): Promise<void> {
  const sizes = await coffeeSizes(db, SIZES)
  const ids = sizes.map(({ id }) => id)
  await db.updateTable('product_sizes').set({ count_in_stock: 1_000_000 }).where('id', 'in', ids).execute()
  await addSubscriptions(db, sizes, {
    count: SUBSCRIPTIONS,
    nextOn: (index) => dayIn(15 + (index % 40)),
    sandboxFolder,
  })
}

/** Makes deliveries due now, as if their mails had been sent days ago. */
async function makeDue(db: Db): Promise<void> {
  const first = db.selectFrom('subscriptions').select('id').orderBy('id').limit(CHARGES)
  await db
    .updateTable('subscriptions')
    .set({ next_on: dayIn(0), charge_after: new Date(Date.now() - DAY_MS).toISOString(), weeks: 8 })
    .where('id', 'in', first)
    .execute()
}

/** The deliveries that have an order, and those of them that are paid. */
async function countMade(db: Db): Promise<{ made: number; charged: number }> {
  const rows = await db
    .selectFrom('subscription_deliveries')
    .select('state')
    .where('order_id', 'is not', null)
    .execute()
  return { made: rows.length, charged: rows.filter(({ state }) => state === 'paid').length }
}
