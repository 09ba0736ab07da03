/**
 * Measures the plan of a roast day with 2,000 orders of 40 coffees, of which ten are blends, and 500 subscriptions: how
 * long it takes to read the plan, and to plan the day automatically.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Insertable } from 'kysely'
import { connectDatabase } from '#server/db/connect.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { newId } from '#server/time/clock.ts'
import { COFFEE_BEANS } from '#shared/categories.ts'
import { Client, request } from './client.ts'
import type { Sizes } from './fill.ts'
import type { Filled } from './filled.ts'
import { startProduct } from './server.ts'
import { median, type Row } from './table.ts'

export const ROAST_PLAN_SIZES: Sizes = {
  products: 500,
  users: 1_000,
  orders: 5_000,
  messages: 100,
  changes: 100,
  reviews: 500,
}

const COFFEES = 40
const BLENDS = 10
const ORDERS = 2_000
const SUBSCRIPTIONS = 500
const REPEATS = 9
/** Rows per statement. */
const BATCH = 200
const DAY_MS = 24 * 3600 * 1000

/** `filled` must have at least ORDERS orders and COFFEES coffees. Changes them. */
export async function measureRoastPlan(filled: Filled): Promise<Row[]> {
  await prepare(filled)
  const shop = await startProduct(filled.dataDir, { databaseUrl: filled.databaseUrl })
  const client = new Client(shop.port)
  const { cookie } = filled
  const send = async (path: string, method: 'GET' | 'POST' = 'GET') => {
    const start = performance.now()
    const { status, body } = await client.ask(request({ path, method, cookie, encodings: 'identity' }))
    if (status !== 200) throw new Error(`${path} returned ${status}: ${body.toString()}`)
    return { milliseconds: performance.now() - start, body: body.toString() }
  }
  try {
    const { days } = JSON.parse((await send('/api/roastery/plan')).body) as {
      days: { day: string; orders: number }[]
    }
    const { day, orders } = days.toSorted((one, other) => other.orders - one.orders)[0]!
    const read: number[] = []
    const planned: number[] = []
    for (let repeat = 0; repeat <= REPEATS; repeat++) {
      read.push((await send(`/api/roastery/plan/${day}`)).milliseconds)
      planned.push((await send(`/api/roastery/plan/${day}/automatic`, 'POST')).milliseconds)
      await pause(100)
    }
    const target = { of: 'figure', limit: 'at most', value: 200 } as const
    const of = `${orders.toLocaleString('en-US')} orders of ${COFFEES} coffees`
    return [
      { name: `Read the plan of ${of}`, figures: [median(read.slice(1))], unit: 'ms', target },
      { name: `Plan them automatically`, figures: [median(planned.slice(1))], unit: 'ms', target },
    ]
  } finally {
    client.close()
    await shop.stop()
  }
}

async function prepare({ dataDir, databaseUrl }: Filled): Promise<void> {
  const { db, close } = await connectDatabase({ dataDir, databaseUrl, databasePool: 1 }, (error) => {
    throw error
  })
  try {
    const coffees = await addCoffees(db)
    await moveOrders(db, coffees)
    await addSubscriptions(db, coffees)
  } finally {
    await close()
  }
}

type Coffee = { product: string; size: string }

/** Gives each coffee a recipe: its own roast, or for a blend, the roasts of three other coffees. */
async function addCoffees(db: Db): Promise<Coffee[]> {
  const sizes = await db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['product_id as product', 'product_sizes.id as size'])
    .where('category', '=', COFFEE_BEANS)
    .where('deleted_at', 'is', null)
    .where('position', '=', 0)
    .limit(COFFEES)
    .execute()
  if (sizes.length < COFFEES) throw new Error(`The shop has only ${sizes.length} coffees`)
  const products = sizes.map(({ product }) => product)
  await db.updateTable('products').set({ is_roasted_to_order: 1 }).where('id', 'in', products).execute()
  await db.updateTable('product_sizes').set({ grams: 340 }).where('product_id', 'in', products).execute()
  const dates = { created_at: now(), updated_at: now() }
  for (const [index, { product }] of sizes.entries()) {
    const id = `roast-${index}`
    if (index >= BLENDS) await addRoast(db, id, index)
    await db
      .insertInto('recipes')
      .values({ product_id: product, notes: '', ...dates })
      .execute()
  }
  for (const [index, { product }] of sizes.entries()) {
    const parts = index < BLENDS ? [index + 10, index + 20, index + 30] : [index]
    const percents = parts.length === 1 ? [100] : [50, 30, 20]
    await db
      .insertInto('recipe_roasts')
      .values(
        parts.map((part, position) => {
          return { product_id: product, position, roast_id: `roast-${part}`, percent: percents[position]! }
        }),
      )
      .execute()
  }
  return sizes
}

async function addRoast(db: Db, id: string, index: number): Promise<void> {
  const dates = { created_at: now(), updated_at: now() }
  const texts = { supplier: '', producer: '', origin: '', process: '', variety: '', altitude: '', crop: '' }
  await db
    .insertInto('green_lots')
    .values({
      id: `green-${index}`,
      code: `G-${index}`,
      name: `Lot ${index}`,
      ...texts,
      story: '',
      due_on: '',
      arrived_on: dayIn(-30),
      bags: 10,
      bought_grams: 600_000,
      cost_cents: 500_000,
      reorder_grams: null,
      notes: '',
      grams_left: 600_000,
      ...dates,
    })
    .execute()
  const limits = { smallest_grams: null, largest_grams: null }
  await db
    .insertInto('roasts')
    .values({
      id,
      name: `Roast ${index}`,
      loss_thousandths: 140 + index,
      profile: '',
      notes: '',
      ...limits,
      ...dates,
    })
    .execute()
  await db
    .insertInto('roast_greens')
    .values({ roast_id: id, position: 0, green_lot_id: `green-${index}`, percent: 100 })
    .execute()
}

/**
 * Turns old orders into paid orders of coffees that are roasted to order. They are late, so they are all for the next
 * roast day.
 */
async function moveOrders(db: Db, coffees: readonly Coffee[]): Promise<void> {
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('paid_at', 'is not', null)
    .limit(ORDERS)
    .execute()
  for (let from = 0; from < orders.length; from += BATCH) {
    const ids = orders.slice(from, from + BATCH).map(({ id }) => id)
    await db.deleteFrom('stock_moves').where('order_id', 'in', ids).execute()
    await db
      .updateTable('orders')
      .set({ state: 'paid', roasts_on: dayIn(-1), shipped_at: null, delivered_at: null })
      .where('id', 'in', ids)
      .execute()
  }
  const ids = orders.map(({ id }) => id)
  const lines = await db.selectFrom('order_lines').select(['order_id', 'position']).execute()
  const chosen = new Set(ids)
  const moved = lines.filter(({ order_id: id }) => chosen.has(id))
  // An order has each size and grind only once, even between two of these statements.
  await db
    .updateTable('order_lines')
    .set({ grind: sql<string>`'Line ' || position` })
    .execute()
  for (const [index, { order_id: id, position }] of moved.entries()) {
    const { product, size } = coffees[index % coffees.length]!
    await db
      .updateTable('order_lines')
      .set({ product_id: product, size_id: size, size_grams: 340 })
      .where('order_id', '=', id)
      .where('position', '=', position)
      .execute()
  }
}

async function addSubscriptions(db: Db, coffees: readonly Coffee[]): Promise<void> {
  for (let index = 0; index < SUBSCRIPTIONS; index++) {
    const { row, item } = subscription(index, coffees[index % coffees.length]!)
    await db.insertInto('subscriptions').values(row).execute()
    await db.insertInto('subscription_items').values(item).execute()
  }
}

const WEEKS = [1, 2, 3, 4] as const

function subscription(index: number, { product, size }: Coffee) {
  const id = newId(clock)
  const row: Insertable<Schema['subscriptions']> = {
    id,
    user_id: null,
    is_guest: 1,
    buyer_name: `Ann Silva ${index}`,
    buyer_email: `subscriber${index}@example.com`,
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
    payment_method_id: null,
    next_number: 2,
    next_on: dayIn(3 + (index % 10)),
    last_on: dayIn(-7),
    charge_after: null,
    announced_shipping_cents: null,
    consent_text: 'I agree.',
    consented_at: now(),
    reminded_at: now(),
    canceled_at: null,
    created_at: now(),
    updated_at: now(),
  }
  const item: Insertable<Schema['subscription_items']> = {
    id: newId(clock),
    subscription_id: id,
    product_id: product,
    size_id: size,
    taste: null,
    grind: '',
    qty: 1,
    price_cents: 1800,
    new_price_cents: null,
    new_price_from: null,
    new_price_announced_at: null,
    created_at: now(),
  }
  return { row, item }
}

const clock = { now: () => new Date() }

function now(): string {
  return new Date().toISOString()
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
}
