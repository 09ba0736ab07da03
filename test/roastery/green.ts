/**
 * Rows of the roastery for tests: green coffee, roasts and recipes. batches.ts, bags.ts and orders.ts have what comes
 * after them. Each function takes the coffee from the place that it comes from, so that the balance of the tables is kept
 * (decisions/070-roastery.md). by-admin.ts does the same with requests.
 */
import type { TestShop } from '../shop.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'
import type { GreenLots, Roasts } from '#server/kernel/db/tables/roastery.ts'
import { type Clock, isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { insert } from '../table-rows.ts'

/** What the functions need of a shop; a campaign has only the database of a stopped one. */
export type Roastery = { db: Db; clock: Clock }

/** Percents of a roast or a recipe add up to 100. */
export type GreenPart = { lot: string; percent: number }
export type RoastPart = { roast: string; percent: number }

/** A lot of green coffee, of which 60 kg have arrived today if the fields do not say otherwise. Returns its id. */
export async function greenLot(
  { db, clock }: Roastery,
  fields: Partial<Insertable<GreenLots>> = {},
): Promise<string> {
  const at = isoNow(clock)
  const { id = newId(clock), code = `G-${id}`, bought_grams = 60_000 } = fields
  const { arrived_on = nowAt(clock).day, grams_left = arrived_on === null ? 0 : bought_grams } = fields
  const origin = { origin: 'Ethiopia, Yirgacheffe', process: 'Washed', variety: 'Kurume', crop: '2025/26' }
  const lot = {
    name: `Green coffee ${code}`,
    supplier: 'Harbor Imports',
    producer: 'Aricha station',
    ...origin,
    altitude: '1,950 m',
    story: 'Six hundred families bring their cherries to the station.',
    due_on: '',
    bags: 1,
    cost_cents: 50_000,
    notes: '',
    created_at: at,
    updated_at: at,
    ...fields,
    id,
    code,
    bought_grams,
    arrived_on,
    grams_left,
  }
  await insert(db, 'green_lots', lot)
  if (grams_left === 0) return id
  const arrival = { change: grams_left, reason: 'arrival' as const, at, actor: 'Olive Owner' }
  await insert(db, 'coffee_adjustments', { id: newId(clock), green_lot_id: id, ...arrival })
  return id
}

let roasts = 0

/** A roast of these lots of green coffee, with a loss of 15%. Returns its id. */
export async function roastOf(
  { db, clock }: Roastery,
  greens: readonly GreenPart[],
  fields: Partial<Insertable<Roasts>> = {},
): Promise<string> {
  const id = newId(clock)
  const at = isoNow(clock)
  const row = { id, name: `Roast ${++roasts}`, profile: 'Filter 3', loss_thousandths: 150, notes: '' }
  await insert(db, 'roasts', { ...row, created_at: at, updated_at: at, ...fields })
  const parts = greens.map(({ lot, percent }, position) => ({ position, green_lot_id: lot, percent }))
  await insert(
    db,
    'roast_greens',
    parts.map((part) => ({ roast_id: id, ...part })),
  )
  return id
}

/** Makes these roasts the recipe of a coffee. */
export async function recipeOf(
  { db, clock }: Roastery,
  product: string,
  roastParts: readonly RoastPart[],
): Promise<void> {
  const at = isoNow(clock)
  await insert(db, 'recipes', { product_id: product, notes: '', created_at: at, updated_at: at })
  const parts = roastParts.map(({ roast, percent }, position) => ({ position, roast_id: roast, percent }))
  await insert(
    db,
    'recipe_roasts',
    parts.map((part) => ({ product_id: product, ...part })),
  )
}

/** The same, and marks the coffee as roasted to order. */
export async function makeToOrder(
  at: Roastery,
  product: string,
  roastParts: readonly RoastPart[],
): Promise<void> {
  await at.db.updateTable('products').set({ is_roasted_to_order: 1 }).where('id', '=', product).execute()
  await recipeOf(at, product, roastParts)
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

/** Takes coffee from a place. The database refuses more than is left. */
export async function take(
  { db }: Roastery,
  table: 'green_lots' | 'batches' | 'coffee_lots',
  id: string,
  grams: number,
): Promise<void> {
  await sql`update ${sql.table(table)} set grams_left = grams_left - ${grams} where id = ${id}`.execute(db)
}
