/** Rows of the roastery for tests: lots of green coffee, roasts, batches and recipes. */
import { samplesOf } from '#shared/resources/described.ts'
import { greenLotFields } from '#shared/resources/green-lot.ts'
import { roastFields } from '#shared/resources/roast.ts'
import type { TestShop } from './shop.ts'
import { signedIn } from './signed-in.ts'
import type { Visitor } from './visitor.ts'
import { isoNow, newId } from '#server/time/clock.ts'
import { nowAt } from '#server/time/shop-days.ts'

let lots = 0

/** The body of a new lot of 60 kg for $600. */
export function lotBody(changes: object = {}) {
  const code = `LOT-${++lots}-${process.pid}`
  return { ...samplesOf(greenLotFields), code, name: code, boughtGrams: 60_000, cost: 600, ...changes }
}

/** Adds a contract. Returns its id. */
export async function addLot(admin: Visitor, changes: object = {}): Promise<string> {
  return (await admin.post('/api/green', lotBody(changes))).body._id
}

/** Adds a lot that has arrived today. Returns its id. */
export async function addArrivedLot(
  shop: TestShop,
  admin: Visitor,
  grams: number,
  changes: object = {},
): Promise<string> {
  const id = await addLot(admin, { boughtGrams: grams, ...changes })
  await admin.post(`/api/green/${id}/arrival`, { arrivedOn: nowAt(shop.clock).day, grams, note: '' })
  return id
}

/** The body of a new roast. */
export function roastBody(greens: { id: string; percent: number }[], changes: object = {}) {
  return { ...samplesOf(roastFields), name: `Roast ${++lots}`, loss: 15, greens, ...changes }
}

/** Adds a roast of lots in percent. Returns its id. */
export async function addRoast(
  admin: Visitor,
  greens: { id: string; percent: number }[],
  changes: object = {},
): Promise<string> {
  return (await admin.post('/api/roasts', roastBody(greens, changes))).body._id
}

/** A new lot that has not arrived. Returns its id. */
export async function newLot(shop: TestShop): Promise<string> {
  return addLot(await signedIn(shop, { isAdmin: true }))
}

/** A new lot with 1 g. Returns its id. */
export async function newArrivedLot(shop: TestShop): Promise<string> {
  return addArrivedLot(shop, await signedIn(shop, { isAdmin: true }), 1)
}

/** A new roast. Returns its id. */
export async function newRoast(shop: TestShop): Promise<string> {
  return addRoast(await signedIn(shop, { isAdmin: true }), [{ id: await newLot(shop), percent: 100 }])
}

/** A coffee with a recipe. Returns the id of the product. */
export async function newRecipe(shop: TestShop): Promise<string> {
  const product = await shop.sell()
  const roasts = [{ id: await newRoast(shop), percent: 100 }]
  await (await signedIn(shop, { isAdmin: true })).put(`/api/recipes/${product}`, { roasts, notes: '' })
  return product
}

let batches = 0

/** A batch that was weighed in from one lot, and roasted if `roastedGrams` is given. Takes the coffee from the lot. */
export async function addBatch(
  { db, clock }: TestShop,
  { roast, lot, grams, roastedGrams, at = isoNow(clock) }: NewBatch,
): Promise<string> {
  const id = newId(clock)
  const code = `B-${++batches}-${process.pid}`
  await db
    .insertInto('batches')
    .values({
      id,
      code,
      roast_id: roast,
      roasts_on: at.slice(0, 10),
      position: batches,
      state: roastedGrams === undefined ? 'weighed' : 'roasted',
      green_grams: grams,
      roasted_grams: roastedGrams ?? null,
      grams_left: roastedGrams ?? 0,
      roast_seconds: null,
      weighed_at: at,
      weighed_by: 'Rosa Roaster',
      roasted_at: roastedGrams === undefined ? null : at,
      roasted_by: null,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await db.insertInto('batch_greens').values({ batch_id: id, green_lot_id: lot, grams }).execute()
  await db
    .updateTable('green_lots')
    .set((eb) => ({ grams_left: eb('grams_left', '-', grams) }))
    .where('id', '=', lot)
    .execute()
  return id
}

type NewBatch = { roast: string; lot: string; grams: number; roastedGrams?: number; at?: string }
