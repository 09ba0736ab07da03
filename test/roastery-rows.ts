/**
 * Rows of the roastery, from green coffee to batches, for tests that start after the roast day; bag-rows.ts has lots and
 * bags. Each function takes the coffee from the place that it comes
 * from, so that the balance of the tables is kept (decisions/070-roastery.md).
 */
import { type Insertable, sql } from 'kysely'
import { isoNow, newId } from '#server/time/clock.ts'
import { nowAt } from '#server/time/shop-days.ts'
import type { GreenLots } from '#server/db/tables/roastery.ts'
import type { TestShop } from './shop.ts'

let made = 0

/** A lot of green coffee that has arrived; 60 kg if `bought_grams` is left out. Returns its id. */
export async function greenLot(shop: TestShop, fields: Partial<Insertable<GreenLots>> = {}): Promise<string> {
  const { db, clock } = shop
  const at = isoNow(clock)
  const grams = fields.bought_grams ?? 60_000
  const lot = {
    id: newId(clock),
    code: `G-${newId(clock)}`,
    name: `Green coffee ${++made}`,
    supplier: 'Harbor Imports',
    producer: 'Aricha station',
    origin: 'Ethiopia, Yirgacheffe',
    process: 'Washed',
    variety: 'Kurume',
    altitude: '1,950 m',
    crop: '2025/26',
    story: 'Six hundred families bring their cherries to the station.',
    due_on: '',
    arrived_on: nowAt(clock).day,
    bags: 1,
    bought_grams: grams,
    cost_cents: 50_000,
    reorder_grams: null,
    notes: '',
    grams_left: grams,
    created_at: at,
    updated_at: at,
    ...fields,
  }
  await db.insertInto('green_lots').values(lot).execute()
  await db
    .insertInto('coffee_adjustments')
    .values({
      id: newId(clock),
      green_lot_id: lot.id,
      batch_id: null,
      coffee_lot_id: null,
      bags_id: null,
      change: grams,
      reason: 'arrival',
      at,
      actor: 'Olive Owner',
    })
    .execute()
  return lot.id
}

/** A roast of these lots of green coffee in percent. Returns its id. */
export async function roastOf(
  shop: TestShop,
  greens: readonly { lot: string; percent: number }[],
  name = `Roast ${++made}`,
): Promise<string> {
  const { db, clock } = shop
  const id = newId(clock)
  const at = isoNow(clock)
  const row = {
    id,
    name,
    profile: 'Filter 3',
    loss_thousandths: 150,
    notes: '',
    created_at: at,
    updated_at: at,
  }
  await db
    .insertInto('roasts')
    .values({ ...row, smallest_grams: null, largest_grams: null })
    .execute()
  await db
    .insertInto('roast_greens')
    .values(
      greens.map(({ lot, percent }, position) => ({ roast_id: id, position, green_lot_id: lot, percent })),
    )
    .execute()
  return id
}

/** Makes these roasts in percent the recipe of a product, and marks the product as roasted to order. */
export async function recipeOf(
  { db, clock }: TestShop,
  product: string,
  roasts: readonly { roast: string; percent: number }[],
): Promise<void> {
  const at = isoNow(clock)
  await db
    .insertInto('recipes')
    .values({ product_id: product, notes: '', created_at: at, updated_at: at })
    .execute()
  await db
    .insertInto('recipe_roasts')
    .values(
      roasts.map(({ roast, percent }, position) => ({
        product_id: product,
        position,
        roast_id: roast,
        percent,
      })),
    )
    .execute()
  await db.updateTable('products').set({ is_roasted_to_order: 1 }).where('id', '=', product).execute()
}

/** Switches a coffee to roasting to order, or to counted stock. */
export async function setRoastedToOrder(
  { db, shop }: TestShop,
  product: string,
  isOn: boolean,
): Promise<void> {
  await db
    .updateTable('products')
    .set({ is_roasted_to_order: isOn ? 1 : 0 })
    .where('id', '=', product)
    .execute()
  shop.changed({ tag: 'Product', id: product })
}

type NewBatch = {
  roast: string
  greens: readonly { lot: string; grams: number }[]
  /** The roast day; today if left out. */
  on?: string
  /** In thousandths. */
  loss?: number
}

/** A roasted batch. Returns its id, its code and the weight after roasting in grams. */
export async function batchOf(
  shop: TestShop,
  { roast, greens, on = nowAt(shop.clock).day, loss = 150 }: NewBatch,
): Promise<{ id: string; code: string; grams: number }> {
  const { db, clock } = shop
  const id = newId(clock)
  const at = `${on}T15:00:00.000Z`
  const code = `${shortDay(on)}-${String(++made).padStart(2, '0')}`
  const green = greens.reduce((sum, { grams }) => sum + grams, 0)
  const grams = Math.floor((green * (1000 - loss)) / 1000)
  await db
    .insertInto('batches')
    .values({
      id,
      code,
      roast_id: roast,
      roasts_on: on,
      position: made,
      state: 'roasted',
      green_grams: green,
      roasted_grams: grams,
      grams_left: grams,
      roast_seconds: 640,
      weighed_at: at,
      weighed_by: 'Ben Roaster',
      roasted_at: at,
      roasted_by: 'Ben Roaster',
      created_at: at,
      updated_at: at,
    })
    .execute()
  await db
    .insertInto('batch_greens')
    .values(greens.map(({ lot, grams: some }) => ({ batch_id: id, green_lot_id: lot, grams: some })))
    .execute()
  for (const { lot, grams: some } of greens) await take(shop, 'green_lots', lot, some)
  return { id, code, grams }
}

/** Takes coffee from a place. The database refuses more than is left. */
export async function take(
  { db }: TestShop,
  table: 'green_lots' | 'batches' | 'coffee_lots',
  id: string,
  grams: number,
): Promise<void> {
  await sql`update ${sql.table(table)} set grams_left = grams_left - ${grams} where id = ${id}`.execute(db)
}

/** '2026-11-27' as '261127'. */
export function shortDay(day: string): string {
  return day.slice(2).replaceAll('-', '')
}
