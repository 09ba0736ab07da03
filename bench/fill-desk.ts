/** Fills in what the lists of the desk show beside orders, users and products. */
import { sql } from 'kysely'
import { itemRow, subscriptionRow } from '#test/subscription-rows.ts'
import { fold } from '#server/kernel/db/search.ts'
import { addDays } from '#shared/kernel/days.ts'
import type { Person, Product } from './fill-orders.ts'
import type { Rows } from './insert.ts'
import { evenlySpacedTimes, randomNumbers } from './years.ts'

export type DeskSizes = {
  subscriptions: number
  giftCards: number
  events: number
  batches: number
  greenLots: number
  codes: number
  newsletters: number
}

type Shop = { people: Person[]; products: Product[] }

export async function addDesk(rows: Rows, shop: Shop, sizes: DeskSizes): Promise<void> {
  await addSubscriptions(rows, shop, sizes.subscriptions)
  await addGiftCards(rows, shop, sizes.giftCards)
  await addEvents(rows, sizes.events)
  await addRoastery(rows, shop, sizes)
  await addCodes(rows, sizes.codes)
  await addNewsletters(rows, sizes.newsletters)
}

/**
 * The searched text of a third of the orders, as of those of guests and of gifts; one in 25 orders is for pickup; and all but
 * the last month’s paid orders were delivered.
 */
export async function markOrders(rows: Rows): Promise<void> {
  await rows.flush()
  const { rows: orders } = await sql<{ id: string; text: string }>`
    select id, buyer_name || ' ' || buyer_email as text from orders`.execute(rows.db)
  for (const [index, { id, text }] of orders.entries())
    if (index % 3 === 0) await rows.add('former_buyers', { order_id: id, search_text: fold(text) })
  await rows.flush()
  const monthAgo = new Date(Date.now() - 30 * 24 * 3600 * 1000).toISOString()
  await rows.db
    .updateTable('orders')
    .set((eb) => ({ state: 'delivered', shipped_at: eb.ref('paid_at'), delivered_at: eb.ref('paid_at') }))
    .where('state', '=', 'paid')
    .where('created_at', '<', monthAgo)
    .execute()
  const pickups = orders.filter((_, index) => index % 25 === 1).map(({ id }) => id)
  for (let start = 0; start < pickups.length; start += 500)
    await rows.db
      .updateTable('orders')
      .set({ is_pickup: 1 })
      .where('id', 'in', pickups.slice(start, start + 500))
      .execute()
}

/** Most are active, each to one coffee. */
async function addSubscriptions(rows: Rows, { people, products }: Shop, count: number): Promise<void> {
  const random = randomNumbers(8)
  const today = new Date().toISOString().slice(0, 10)
  let number = 0
  for (const { at, id } of evenlySpacedTimes(count)) {
    const { id: user_id, name, email } = people[(number++ * 7) % people.length]!
    const isRunning = random(4) > 0
    const row = subscriptionRow(id, at, {
      user_id,
      is_guest: 0,
      buyer_name: name,
      buyer_email: email,
      status: isRunning ? 'active' : 'canceled',
      canceled_at: isRunning ? null : at,
      next_on: isRunning ? addDays(today, 1 + random(28)) : null,
    })
    await rows.add('subscriptions', row)
    const { id: product, cents } = products[random(products.length)]!
    const of = { subscription_id: id, product_id: product, size_id: product, price_cents: cents }
    await rows.add('subscription_items', itemRow(id, at, of))
  }
}

async function addGiftCards(rows: Rows, { people }: Shop, count: number): Promise<void> {
  const random = randomNumbers(9)
  for (const { at, id } of evenlySpacedTimes(count)) {
    const cents = 1000 * (1 + random(10))
    const { name, email } = people[random(people.length)]!
    await rows.add('gift_cards', {
      id,
      code_hash: id,
      sealed_code: null,
      last_four: id.slice(-4).toUpperCase(),
      state: 'active',
      cents,
      balance_cents: random(2) * random(cents),
      order_id: null,
      replaced_by: null,
      recipient_name: name,
      recipient_email: email,
      send_on: null,
      mailed_at: at,
      sold_by: null,
      created_at: at,
      issued_at: at,
    })
  }
}

/** Each event is 60 days after it was added, so those added in the last 60 days are still to come. */
async function addEvents(rows: Rows, count: number): Promise<void> {
  const random = randomNumbers(10)
  for (const { at, id } of evenlySpacedTimes(count)) {
    const day = addDays(at.slice(0, 10), 60)
    await rows.add('events', {
      id,
      title: `Cupping ${random(40)}`,
      slug: id,
      starts: `${day}T18:00`,
      ends: `${day}T20:00`,
      place: 'The bar',
      seats: 12,
      price_cents: null,
      image: '',
      description: '',
      is_draft: 0,
      taken: random(12),
      cancelled_at: null,
      created_at: at,
      updated_at: at,
    })
  }
}

const COFFEES = ['Kenya Nyeri', 'Brazil Cerrado', 'Ethiopia Guji', 'Colombia Huila', 'Costa Rica Tarrazú']

/** Lots of green coffee, and batches of them, each packaged as one lot. */
async function addRoastery(rows: Rows, { products }: Shop, { greenLots, batches }: DeskSizes): Promise<void> {
  const random = randomNumbers(11)
  const greens: string[] = []
  const roasts: string[] = []
  for (const { at, id } of evenlySpacedTimes(greenLots)) {
    const name = COFFEES[greens.length % COFFEES.length]!
    await rows.add('green_lots', greenLot({ id, at, name, code: `G-${1000 + greens.length}` }))
    greens.push(id)
  }
  for (const { at, id } of evenlySpacedTimes(20)) {
    const weights = { loss_thousandths: 150, smallest_grams: 2000, largest_grams: 10_000 }
    const stamps = { created_at: at, updated_at: at }
    await rows.add('roasts', {
      id,
      name: `Roast ${roasts.length}`,
      profile: '',
      notes: '',
      ...weights,
      ...stamps,
    })
    const green_lot_id = greens[greens.length - 1 - roasts.length]!
    await rows.add('roast_greens', { roast_id: id, position: 0, green_lot_id, percent: 100 })
    roasts.push(id)
  }
  let number = 0
  for (const { at, id } of evenlySpacedTimes(batches)) {
    const green_lot_id = greens[Math.floor((number * greens.length) / batches)]!
    const code = `${at.slice(2, 10).replaceAll('-', '')}-${String(number++ % 90).padStart(2, '0')}`
    await addBatch(rows, { id, at, code, roast_id: roasts[random(20)]!, green_lot_id })
    await rows.add('coffee_lots', {
      id,
      code: `${code}A${number}`,
      product_id: products[random(products.length)]!.id,
      roasted_on: at.slice(0, 10),
      made_on: at.slice(0, 10),
      grams: 8500,
      grams_left: 0,
      made_at: at,
      made_by: 'Ann O’Neil',
    })
    await rows.add('coffee_lot_batches', { coffee_lot_id: id, batch_id: id, grams: 8500 })
    // All of it is gone.
    const from = { green_lot_id: null, batch_id: null, coffee_lot_id: id, bags_id: null }
    await rows.add('coffee_adjustments', {
      ...from,
      id,
      change: -8500,
      reason: 'sample',
      note: '',
      at,
      actor: 'Ann O’Neil',
    })
  }
}

type Lot = { id: string; at: string; name: string; code: string }

function greenLot({ id, at, name, code }: Lot) {
  return {
    id,
    code,
    name,
    supplier: 'Coffee Imports',
    producer: '',
    origin: '',
    process: '',
    variety: '',
    altitude: '',
    crop: '',
    story: '',
    due_on: '',
    arrived_on: at.slice(0, 10),
    bags: 3,
    bought_grams: 180_000,
    cost_cents: 152_000,
    reorder_grams: null,
    notes: '',
    grams_left: 0,
    created_at: at,
    updated_at: at,
  }
}

type Batch = { id: string; at: string; code: string; roast_id: string; green_lot_id: string }

async function addBatch(rows: Rows, { id, at, code, roast_id, green_lot_id }: Batch): Promise<void> {
  await rows.add('batches', {
    id,
    code,
    roast_id,
    roasts_on: at.slice(0, 10),
    position: 0,
    state: 'roasted',
    green_grams: 10_000,
    roasted_grams: 8500,
    grams_left: 0,
    profile: '',
    roast_seconds: 612,
    notes: '',
    weighed_at: at,
    weighed_by: 'Ann O’Neil',
    roasted_at: at,
    roasted_by: 'Ann O’Neil',
    created_at: at,
    updated_at: at,
  })
  await rows.add('batch_greens', { batch_id: id, green_lot_id, grams: 10_000 })
}

async function addCodes(rows: Rows, count: number): Promise<void> {
  let number = 0
  for (const { at, id } of evenlySpacedTimes(count)) {
    await rows.add('discount_codes', {
      id,
      code: `CODE${number++}`,
      note: 'Newsletter',
      kind: 'percent',
      percent: 10,
      amount_cents: 0,
      categories: '[]',
      products: '[]',
      minimum_cents: null,
      starts_on: '',
      ends_on: '',
      first_order_only: 0,
      per_person: null,
      total: null,
      is_off: 0,
      used: 0,
      created_at: at,
      updated_at: at,
    })
  }
}

async function addNewsletters(rows: Rows, count: number): Promise<void> {
  for (const { at, id } of evenlySpacedTimes(count)) {
    const times = { created_at: at, updated_at: at, started_at: at, ended_at: at }
    const text = { subject: `News of ${at.slice(0, 10)}`, blocks: '[]' }
    await rows.add('newsletters', { id, ...text, state: 'sent', send_on: null, ...times })
  }
}
