/** A roastery for tests: lots of green coffee, roasts, recipes, batches and paid orders, as rows. */
import { isoNow, newId } from '#server/time/clock.ts'
import type { Clock } from '#server/time/clock.ts'
import type { Db } from '#server/db/schema.ts'
import { WHOLE_BEAN } from '#shared/grinds.ts'
import { VIENNA } from './purchase.ts'

/** What the functions need of a shop; a campaign has only the database of a stopped one. */
export type Roastery = { db: Db; clock: Clock }

/** A lot of green coffee that has arrived, in grams. Returns its id. */
export async function addGreen(
  { db, clock }: Roastery,
  { code = `G-${newId(clock)}`, grams = 60_000, arrived = true } = {},
): Promise<string> {
  const id = newId(clock)
  const now = isoNow(clock)
  await db
    .insertInto('green_lots')
    .values({
      id,
      code,
      name: `Green ${code}`,
      supplier: '',
      producer: '',
      origin: '',
      process: '',
      variety: '',
      altitude: '',
      crop: '',
      story: '',
      due_on: '',
      arrived_on: arrived ? now.slice(0, 10) : null,
      bags: null,
      bought_grams: grams,
      cost_cents: 50_000,
      reorder_grams: null,
      notes: '',
      grams_left: arrived ? grams : 0,
      created_at: now,
      updated_at: now,
    })
    .execute()
  if (arrived)
    await db
      .insertInto('coffee_adjustments')
      .values({
        id: newId(clock),
        green_lot_id: id,
        batch_id: null,
        coffee_lot_id: null,
        bags_id: null,
        change: grams,
        reason: 'arrival',
        at: now,
        actor: 'Olive',
      })
      .execute()
  return id
}

/** A roast of green coffee in percent. Returns its id. */
export async function addRoast(
  { db, clock }: Roastery,
  { name = 'Guji', greens }: { name?: string; greens: { lot: string; percent: number }[] },
): Promise<string> {
  const id = newId(clock)
  const now = isoNow(clock)
  await db
    .insertInto('roasts')
    .values({
      id,
      name,
      profile: `${name} 3`,
      loss_thousandths: 150,
      smallest_grams: null,
      largest_grams: null,
      notes: '',
      created_at: now,
      updated_at: now,
    })
    .execute()
  const rows = greens.map(({ lot, percent }, position) => ({
    roast_id: id,
    position,
    green_lot_id: lot,
    percent,
  }))
  await db.insertInto('roast_greens').values(rows).execute()
  return id
}

/** Marks a product as roasted to order from these roasts, in percent. */
export async function addRecipe(
  { db, clock }: Roastery,
  product: string,
  roasts: { roast: string; percent: number }[],
): Promise<void> {
  const now = isoNow(clock)
  await db.updateTable('products').set({ is_roasted_to_order: 1 }).where('id', '=', product).execute()
  await db
    .insertInto('recipes')
    .values({ product_id: product, notes: '', created_at: now, updated_at: now })
    .execute()
  const rows = roasts.map(({ roast, percent }, position) => ({
    product_id: product,
    position,
    roast_id: roast,
    percent,
  }))
  await db.insertInto('recipe_roasts').values(rows).execute()
}

let codes = 0

/** A planned batch. Returns its id. */
export async function addBatch(
  { db, clock }: Roastery,
  { roast, day, grams = 12_000 }: { roast: string; day: string; grams?: number },
): Promise<string> {
  const id = newId(clock)
  const now = isoNow(clock)
  await db
    .insertInto('batches')
    .values({
      id,
      code: `${day.slice(2).replaceAll('-', '')}-t${++codes}-${process.pid}`,
      roast_id: roast,
      roasts_on: day,
      position: codes,
      state: 'planned',
      green_grams: grams,
      roasted_grams: null,
      roast_seconds: null,
      weighed_at: null,
      weighed_by: null,
      roasted_at: null,
      roasted_by: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

export type Ordered = { product: string; sizeId?: string; grind?: string; qty: number; grams?: number }

/**
 * A paid order of coffee that is roasted to order. Its first size has the id of the product. Returns its id.
 * @param replaces the id of an order, for a replacement, which costs nothing
 */
export async function addOrder(
  { db, clock }: Roastery,
  {
    day,
    lines,
    state = 'paid',
    replaces,
  }: { day: string; lines: Ordered[]; state?: 'paid' | 'shipped'; replaces?: string },
): Promise<string> {
  const id = newId(clock)
  const now = isoNow(clock)
  const cents = replaces ? 0 : lines.length * 1000
  const { state: ship_state, postalCode: postal_code, ...address } = VIENNA
  await db
    .insertInto('orders')
    .values({
      id,
      number: id,
      user_id: null,
      is_guest: 1,
      buyer_name: 'Ann Buyer',
      buyer_email: `${id}@example.com`,
      state,
      ...address,
      ship_state,
      postal_code,
      payment_method: 'PayPal',
      replaces_order_id: replaces ?? null,
      shipment_id: '',
      rate_id: '',
      shipping_service: 'USPS Ground Advantage',
      items_cents: cents,
      shipping_cents: 0,
      tax_cents: 0,
      total_cents: cents,
      quoted_cents: 0,
      roasts_on: day,
      ships_on: day,
      arrives_from: day,
      arrives_to: day,
      created_at: now,
      reserved_until: now,
      paid_at: now,
      shipped_at: state === 'shipped' ? now : null,
      delivered_at: null,
      closed_at: null,
    })
    .execute()
  const rows = lines.map(({ product, sizeId = product, grind = WHOLE_BEAN, qty, grams = 340 }, position) => ({
    order_id: id,
    position,
    product_id: product,
    size_id: sizeId,
    name: 'Test Beans',
    image: '',
    category: 'Coffee Beans',
    size_label: '',
    size_grams: grams,
    sku: '',
    grind,
    price_cents: replaces ? 0 : 1000,
    qty,
    discount_cents: replaces ? 0 : 1000 * (qty - 1),
  }))
  await db.insertInto('order_lines').values(rows).execute()
  await db.insertInto('roast_bookings').values({ order_id: id, day, green_grams: 400 }).execute()
  return id
}

/** How many answers have each status. */
export function countOf(answers: readonly { status: number }[]): Record<string, number> {
  const byStatus = Map.groupBy(answers, ({ status }) => status)
  return Object.fromEntries([...byStatus].map(([status, all]) => [status, all.length]))
}
