/** Rows of the roastery for tests: lots of green coffee, roasts, batches, curves and cuppings. */
import { isoNow, newId } from '#server/time/clock.ts'
import { nowAt } from '#server/time/shop-days.ts'
import type { TestShop } from './shop.ts'

export type Core = Pick<TestShop, 'db' | 'clock'>

/** A lot of green coffee that has arrived. Returns its id. */
export async function greenLot(
  { db, clock }: Core,
  options: {
    code?: string
    boughtGrams?: number
    costCents?: number
    gramsLeft?: number
    /** Null for a contract. */
    arrivedOn?: string | null
  } = {},
): Promise<string> {
  const { code = `G-${newId(clock).slice(-8)}`, boughtGrams = 60_000, costCents = 60_000 } = options
  const { gramsLeft = boughtGrams, arrivedOn = nowAt(clock).day } = options
  const id = newId(clock)
  const now = isoNow(clock)
  await db
    .insertInto('green_lots')
    .values({
      id,
      code,
      name: `Lot ${code}`,
      supplier: 'Green Import',
      producer: '',
      origin: 'Guatemala',
      process: 'Washed',
      variety: '',
      altitude: '',
      crop: '2026',
      story: '',
      due_on: '',
      arrived_on: arrivedOn,
      bags: null,
      bought_grams: boughtGrams,
      cost_cents: costCents,
      reorder_grams: null,
      notes: '',
      grams_left: gramsLeft,
      created_at: now,
      updated_at: now,
    })
    .execute()
  if (gramsLeft !== 0 && arrivedOn !== null)
    await db
      .insertInto('coffee_adjustments')
      .values({
        id: newId(clock),
        green_lot_id: id,
        batch_id: null,
        coffee_lot_id: null,
        bags_id: null,
        change: gramsLeft,
        reason: 'arrival',
        at: now,
        actor: 'Olive',
      })
      .execute()
  return id
}

/** A roast of green lots in percent. Returns its id. */
export async function roastOf(
  { db, clock }: Core,
  greens: readonly { lot: string; percent: number }[],
  { name = `Roast ${newId(clock).slice(-6)}`, loss = 150 } = {},
): Promise<string> {
  const id = newId(clock)
  const now = isoNow(clock)
  await db
    .insertInto('roasts')
    .values({
      id,
      name,
      profile: 'City',
      loss_thousandths: loss,
      smallest_grams: null,
      largest_grams: null,
      notes: '',
      created_at: now,
      updated_at: now,
    })
    .execute()
  await db
    .insertInto('roast_greens')
    .values(
      greens.map(({ lot, percent }, position) => ({ roast_id: id, position, green_lot_id: lot, percent })),
    )
    .execute()
  return id
}

/** The recipe of a coffee. */
export async function recipeOf(
  { db, clock }: Core,
  productId: string,
  roasts: readonly { roast: string; percent: number }[],
): Promise<void> {
  const now = isoNow(clock)
  await db
    .insertInto('recipes')
    .values({ product_id: productId, notes: '', created_at: now, updated_at: now })
    .execute()
  await db
    .insertInto('recipe_roasts')
    .values(
      roasts.map(({ roast, percent }, position) => ({
        product_id: productId,
        position,
        roast_id: roast,
        percent,
      })),
    )
    .execute()
}

type BatchOptions = {
  roast?: string
  /** What is weighed in, by lot. */
  greens?: { lot: string; grams: number }[]
  state?: 'planned' | 'weighed' | 'roasted'
  roastedGrams?: number
}

/** A batch, roasted now if no state is given. Its green coffee is taken from its lots. Returns its id. */
export async function batchOf(shop: Core, options: BatchOptions = {}): Promise<string> {
  const { db, clock } = shop
  const greens = options.greens ?? [{ lot: await greenLot(shop), grams: 10_000 }]
  const roast = options.roast ?? (await roastOf(shop, [{ lot: greens[0]!.lot, percent: 100 }]))
  const { state = 'roasted' } = options
  const id = newId(clock)
  const now = isoNow(clock)
  const green = greens.reduce((sum, { grams }) => sum + grams, 0)
  const roasted = state === 'roasted' ? (options.roastedGrams ?? Math.round(green * 0.85)) : null
  await db
    .insertInto('batches')
    .values({
      id,
      code: `B-${id}`,
      roast_id: roast,
      roasts_on: nowAt(clock).day,
      position: 0,
      state,
      green_grams: green,
      roasted_grams: roasted,
      grams_left: roasted ?? 0,
      profile: 'City',
      roast_seconds: state === 'roasted' ? 630 : null,
      weighed_at: state === 'planned' ? null : now,
      weighed_by: state === 'planned' ? null : 'Olive',
      roasted_at: state === 'roasted' ? now : null,
      roasted_by: state === 'roasted' ? 'Olive' : null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  if (state === 'planned') return id
  for (const { lot, grams } of greens) {
    await db.insertInto('batch_greens').values({ batch_id: id, green_lot_id: lot, grams }).execute()
    await db
      .updateTable('green_lots')
      .set((eb) => ({ grams_left: eb('grams_left', '-', grams) }))
      .where('id', '=', lot)
      .execute()
  }
  return id
}

/** A roasted batch with a curve. Returns its id. */
export async function batchWithCurve(shop: Core): Promise<string> {
  const id = await batchOf(shop)
  const curve = {
    title: 'Test roast',
    machine: 'Test machine',
    seconds: [0, 60, 120],
    bean: [190, 95, 120],
    environment: [200, 170, 180],
    events: [{ kind: 'charge', seconds: 0, bean: 190 }],
  }
  await shop.db
    .insertInto('roast_curves')
    .values({
      batch_id: id,
      file_name: 'roast.alog',
      curve: JSON.stringify(curve),
      attached_at: isoNow(shop.clock),
      attached_by: 'Olive',
    })
    .execute()
  return id
}

/** A cupping of a roasted batch. Returns its id. */
export async function cuppingOf(shop: Core): Promise<string> {
  const batch = await batchOf(shop)
  const id = newId(shop.clock)
  const now = isoNow(shop.clock)
  await shop.db
    .insertInto('cuppings')
    .values({
      id,
      batch_id: batch,
      form: 'short',
      cupped_on: nowAt(shop.clock).day,
      cupper: 'Olive',
      scores: JSON.stringify({ aroma: 7, acidity: 7, sweetness: 7, body: 7, finish: 7, overall: 7 }),
      total_hundredths: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/** A row for each path of the API with its id (test/rows.ts). */
export const ROASTED_ROWS = {
  '/api/roastery/batches/:id': (shop: Core) => batchOf(shop),
  '/api/roastery/batches/:id/curve': (shop: Core) => batchWithCurve(shop),
  '/api/roastery/batches/:id/cuppings': (shop: Core) => batchOf(shop),
  '/api/roastery/cuppings/:id': (shop: Core) => cuppingOf(shop),
}
