/** Rows of the tables of the roastery, for test/full-shop.ts. */
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { TestShop } from './shop.ts'
import { insert } from './table-rows.ts'

/**
 * Adds a row to each table of the roastery: a lot of green coffee, its roast and recipe, a batch with curve and cupping,
 * bags of it in an order, and a correction.
 * @param text the text of all fields that people type
 */
export async function addRoastery(shop: TestShop, text: string): Promise<void> {
  const size = await shop.db
    .selectFrom('product_sizes')
    .select(['id', 'product_id'])
    .executeTakeFirstOrThrow()
  const { greenLot, roast } = await addRecipe(shop, text, size.product_id)
  const batch = await addBatch(shop, text, { greenLot, roast })
  await addBags(shop, text, { batch, size: size.id, product: size.product_id })
  await insert(shop.db, 'packaging_costs', { size_id: size.id, cents: 45, updated_at: isoNow(shop.clock) })
}

async function addRecipe({ db, clock }: TestShop, text: string, product: string) {
  const stamps = { created_at: isoNow(clock), updated_at: isoNow(clock) }
  const ids = { greenLot: newId(clock), roast: newId(clock) }
  const origin = {
    supplier: text,
    producer: text,
    origin: text,
    process: text,
    variety: text,
    altitude: text,
  }
  await insert(db, 'green_lots', {
    id: ids.greenLot,
    code: text,
    name: text,
    ...origin,
    crop: text,
    story: text,
    due_on: '2026-10-01',
    arrived_on: '2026-10-03',
    bags: 3,
    bought_grams: 180_000,
    cost_cents: 152_000,
    reorder_grams: 20_000,
    notes: text,
    grams_left: 169_900,
    ...stamps,
  })
  await insert(db, 'coffee_adjustments', [
    { ...adjusted(clock, ids.greenLot, text), change: 180_000, reason: 'arrival' },
    { ...adjusted(clock, ids.greenLot, text), change: -100, reason: 'sample' },
  ])
  await insert(db, 'roasts', {
    id: ids.roast,
    name: text,
    profile: text,
    loss_thousandths: 152,
    smallest_grams: 2000,
    largest_grams: 10_000,
    notes: text,
    ...stamps,
  })
  await insert(db, 'roast_greens', {
    roast_id: ids.roast,
    position: 0,
    green_lot_id: ids.greenLot,
    percent: 100,
  })
  await insert(db, 'lots_to_shop', { lot_id: ids.greenLot, product_id: product, skipped: 'recipe' })
  await insert(db, 'recipes', { product_id: product, notes: text, ...stamps })
  await insert(db, 'recipe_roasts', { product_id: product, position: 0, roast_id: ids.roast, percent: 100 })
  return ids
}

function adjusted(clock: TestShop['clock'], greenLot: string, text: string) {
  const of = { green_lot_id: greenLot, batch_id: null, coffee_lot_id: null, bags_id: null }
  return { id: newId(clock), ...of, note: text, at: isoNow(clock), actor: text }
}

async function addBatch(
  { db, clock }: TestShop,
  text: string,
  { greenLot, roast }: { greenLot: string; roast: string },
): Promise<string> {
  const at = isoNow(clock)
  const id = newId(clock)
  await insert(db, 'batches', {
    id,
    code: '261119-01',
    roast_id: roast,
    roasts_on: '2026-11-19',
    position: 0,
    state: 'roasted',
    green_grams: 10_000,
    roasted_grams: 8480,
    grams_left: 80,
    profile: text,
    roast_seconds: 612,
    notes: text,
    weighed_at: at,
    weighed_by: text,
    roasted_at: at,
    roasted_by: text,
    created_at: at,
    updated_at: at,
  })
  await insert(db, 'batch_greens', { batch_id: id, green_lot_id: greenLot, grams: 10_000 })
  await insert(db, 'roast_curves', {
    batch_id: id,
    file_name: text,
    curve: '{}',
    attached_at: at,
    attached_by: text,
  })
  await insert(db, 'cuppings', {
    id: newId(clock),
    batch_id: id,
    form: 'short',
    cupped_on: '2026-11-20',
    cupper: text,
    scores: '{}',
    total_hundredths: 8550,
    notes: text,
    created_at: at,
    updated_at: at,
  })
  return id
}

/** A lot in bags, two of which an order has. */
async function addBags(
  { db, clock }: TestShop,
  text: string,
  { batch, size, product }: { batch: string; size: string; product: string },
): Promise<void> {
  const at = isoNow(clock)
  const [lot, bags] = [newId(clock), newId(clock)]
  const made = { made_on: '2026-11-19', made_at: at, made_by: text }
  const { id: order } = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  await insert(db, 'coffee_lots', {
    id: lot,
    code: 'L261119-1',
    product_id: product,
    roasted_on: '2026-11-19',
    grams: 8400,
    grams_left: 1600,
    ...made,
  })
  await insert(db, 'coffee_lot_batches', { coffee_lot_id: lot, batch_id: batch, grams: 8400 })
  await insert(db, 'bags', {
    id: bags,
    coffee_lot_id: lot,
    product_id: product,
    size_id: size,
    grind: text,
    grams: 340,
    qty: 20,
    qty_left: 18,
    ...made,
  })
  await insert(db, 'bag_uses', {
    order_id: order,
    position: 0,
    bags_id: bags,
    qty: 2,
    filled_at: at,
    filled_by: text,
  })
  await insert(db, 'roast_days', { day: '2026-11-24', capacity_grams: 60_000, note: text })
  await insert(db, 'roast_bookings', { order_id: order, day: '2026-11-24', green_grams: 802 })
}
