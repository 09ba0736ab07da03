/** Lots of green coffee, roasts and recipes that an admin adds with requests, for tests. */
import { samplesOf } from '#shared/platform/resources/described.ts'
import { greenLotFields } from '#shared/roastery/resources/green-lot.ts'
import { roastFields } from '#shared/roastery/resources/roast.ts'
import type { TestShop } from '../shop.ts'
import { signedIn } from '../signed-in.ts'
import type { Visitor } from '../visitor.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'

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
