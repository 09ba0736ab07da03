/** Lots: roasted coffee of one product, from one or several batches. */
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { badRequest, conflict, notFound, type Refusal, wrongField } from '#server/kernel/errors.ts'
import { roastedOn } from '#server/kernel/time/shop-days.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { type Part, textOfParts, unlikeParts, type Weigh, weightsOf, whoAndWhen } from './texts.ts'
import { type By, type Done, runStep } from './step.ts'
import { dayOf } from '#shared/kernel/dates.ts'

/** The largest accepted difference between a share in the blend and in its recipe, in percentage points. */
const TOLERANCE = 2

/** The grams that a lot takes from a batch. */
type Taken = { batchId: string; grams: number }

/**
 * Makes a lot of a coffee from roasted batches. Throws 400 if a batch is not in the recipe, or if the shares differ from
 * the recipe. Throws 409 if the coffee has no recipe, or if a batch does not have enough coffee left.
 */
export async function makeLot(shop: Shop, by: By, wanted: Body<typeof roastDay.makeLot>): Promise<Done> {
  const weigh = await weightsOf(shop)
  return runStep(shop, by, roastDay.makeLot, async (tx) => {
    const product = await requireProduct(tx, wanted.productId)
    await requireRecipe(tx, wanted)
    const lot = await addLot(tx, shop, by, weigh, { ...wanted, product })
    return { _id: lot.id, message: `Lot ${lot.code} is ready: ${weigh(lot.grams)} of ${product.name}` }
  })
}

/** Reads the id and name of a coffee. Throws 404. */
async function requireProduct(tx: Tx, id: string) {
  const product = await tx
    .selectFrom('products')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!product) throw notFound('Coffee')
  return product
}

/** The recipe of a coffee: its roasts with their shares in percent. Empty if it has no recipe. */
export function recipeOf(tx: Tx, productId: string): Promise<Part[]> {
  return tx
    .selectFrom('recipe_roasts')
    .innerJoin('roasts', 'roasts.id', 'roast_id')
    .select(['roasts.id', 'roasts.name', 'percent'])
    .where('product_id', '=', productId)
    .orderBy('position')
    .execute()
}

async function requireRecipe(tx: Tx, { productId, batches }: Body<typeof roastDay.makeLot>): Promise<void> {
  const ids = new Set(batches.map(({ batchId }) => batchId))
  if (ids.size !== batches.length) throw badRequest('Enter each batch once')
  const recipe = await recipeOf(tx, productId)
  if (recipe.length === 0)
    throw conflict('This coffee has no recipe. Enter it under Roasts and blends first', { code: 'no recipe' })
  const rows = await tx
    .selectFrom('batches')
    .innerJoin('roasts', 'roasts.id', 'roast_id')
    .select(['batches.id', 'batches.code', 'roast_id', 'roasts.name'])
    .where('batches.id', 'in', [...ids])
    .execute()
  if (rows.length !== ids.size) throw badRequest('One of these batches does not exist. Reload the page')
  const grams = new Map<string, number>()
  for (const { id, code, roast_id: roast, name } of rows) {
    if (recipe.every((part) => part.id !== roast))
      throw wrongField('batches', `Batch ${code} is ${name}, which is not in the recipe of this coffee`)
    grams.set(roast, (grams.get(roast) ?? 0) + batches.find(({ batchId }) => batchId === id)!.grams)
  }
  const made = unlikeParts(recipe, grams, TOLERANCE)
  if (made)
    throw wrongField(
      'batches',
      `This would be ${textOfParts(made)}. The recipe is ${textOfParts(recipe)}. Change the weights`,
    )
}

type NewLot = { product: { id: string; name: string }; day: string; batches: readonly Taken[] }

/** Makes a new lot, and subtracts its coffee from the batches. Throws 409 if a batch does not have enough left. */
export async function addLot(
  tx: Tx,
  shop: Shop,
  { user }: By,
  weigh: Weigh,
  { product, day, batches }: NewLot,
): Promise<{ id: string; code: string; grams: number; roastedOn: string }> {
  const taken: { code: string; roastedOn: string; grams: number }[] = []
  for (const { batchId, grams } of batches.toSorted((one, other) => (one.batchId < other.batchId ? -1 : 1))) {
    const batch = await tx
      .updateTable('batches')
      .set((eb) => ({ grams_left: eb('grams_left', '-', grams), updated_at: isoNow(shop.clock) }))
      .where('id', '=', batchId)
      .where('state', '=', 'roasted')
      .where('grams_left', '>=', grams)
      .returning(['code', 'roasts_on', 'roasted_at'])
      .executeTakeFirst()
    if (!batch) throw await notEnough(tx, shop, weigh, batchId, grams)
    taken.push({ code: batch.code, roastedOn: roastedOn(batch), grams })
  }
  const lot = {
    id: newId(shop.clock),
    code: await nextLotCode(tx, day),
    product_id: product.id,
    roasted_on: taken.map((each) => each.roastedOn).toSorted()[0]!,
    made_on: day,
    grams: taken.reduce((sum, { grams }) => sum + grams, 0),
    made_at: isoNow(shop.clock),
    made_by: user.name,
  }
  await tx
    .insertInto('coffee_lots')
    .values({ ...lot, grams_left: lot.grams })
    .execute()
  await tx
    .insertInto('coffee_lot_batches')
    .values(batches.map(({ batchId, grams }) => ({ coffee_lot_id: lot.id, batch_id: batchId, grams })))
    .execute()
  const from = taken.map(({ code, grams }) => `${weigh(grams)} of ${code}`)
  await recordLot(tx, shop, user, { ...lot, name: product.name }, `Made from ${from.join(', ')}`)
  return { ...lot, roastedOn: lot.roasted_on }
}

type Named = { id: string; code: string; name: string }

/** Adds a line about a lot of the coffee `name` to the change log. */
export function recordLot(
  tx: Tx,
  shop: Shop,
  user: SignedIn,
  { id, code, name }: Named,
  action: string,
): Promise<void> {
  return logChange(tx, shop, user, { subject: 'coffeeLot', id, name: `Lot ${code} of ${name}`, action })
}

async function notEnough(tx: Tx, shop: Shop, weigh: Weigh, id: string, grams: number): Promise<Refusal> {
  const batch = await tx
    .selectFrom('batches')
    .select(['code', 'state', 'grams_left'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!batch) return badRequest('One of these batches does not exist. Reload the page')
  const { code } = batch
  if (batch.state !== 'roasted') return conflict(`Batch ${code} is not roasted yet`, { code: 'left' })
  const left = batch.grams_left === 0 ? 'Nothing' : `Only ${weigh(batch.grams_left)}`
  const lot = await tx
    .selectFrom('coffee_lot_batches')
    .innerJoin('coffee_lots', 'coffee_lots.id', 'coffee_lot_id')
    .select(['code', 'made_by as by', 'made_at as at'])
    .where('batch_id', '=', id)
    .orderBy('made_at', 'desc')
    .orderBy('coffee_lots.id', 'desc')
    .executeTakeFirst()
  const last = lot ? `. ${whoAndWhen(shop, `made lot ${lot.code} from it`, lot)}` : ''
  return conflict(`${left} of the ${weigh(grams)} is left in batch ${code}${last}`, { code: 'left' })
}

/**
 * Deletes a lot and returns its coffee to the batches. Throws 404. Throws 409 if bags were packaged from the lot or its
 * weight was corrected.
 */
export async function undoLot(shop: Shop, by: By, id: string): Promise<Done> {
  const weigh = await weightsOf(shop)
  return runStep(shop, by, roastDay.undoLot, async (tx) => {
    const lot = await tx
      .selectFrom('coffee_lots')
      .innerJoin('products', 'products.id', 'product_id')
      .select(['code', 'grams', 'grams_left', 'products.name'])
      .where('coffee_lots.id', '=', id)
      .executeTakeFirst()
    if (!lot) throw notFound('Lot')
    await requireUnused(tx, shop, id, lot.code)
    const parts = await tx
      .deleteFrom('coffee_lot_batches')
      .where('coffee_lot_id', '=', id)
      .returning(['batch_id as id', 'grams'])
      .execute()
    const { numDeletedRows } = await tx
      .deleteFrom('coffee_lots')
      .where('id', '=', id)
      .whereRef('grams_left', '=', 'grams')
      .executeTakeFirst()
    if (numDeletedRows !== 1n)
      throw conflict(`Lot ${lot.code} was just changed by someone else. Reload the page`)
    for (const { id: batchId, grams } of parts.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
      await tx
        .updateTable('batches')
        .set((eb) => ({ grams_left: eb('grams_left', '+', grams), updated_at: isoNow(shop.clock) }))
        .where('id', '=', batchId)
        .execute()
    const places = parts.length === 1 ? 'its batch' : 'its batches'
    await recordLot(tx, shop, by.user, { id, ...lot }, `Undone: ${weigh(lot.grams)} returned to ${places}`)
    return { _id: id, message: `Lot ${lot.code} is undone. Its coffee was returned to the batches` }
  })
}

async function requireUnused(tx: Tx, shop: Shop, id: string, code: string): Promise<void> {
  const bags = await tx
    .selectFrom('bags')
    .select(['made_by as by', 'made_at as at'])
    .where('coffee_lot_id', '=', id)
    .orderBy('made_at', 'desc')
    .executeTakeFirst()
  if (bags) {
    const who = whoAndWhen(shop, `packaged bags from lot ${code}`, bags)
    throw conflict(`${who}. Undo these bags first`, { code: 'used' })
  }
  const corrected = await tx
    .selectFrom('coffee_adjustments')
    .select('id')
    .where('coffee_lot_id', '=', id)
    .executeTakeFirst()
  if (corrected)
    throw conflict(`The weight of lot ${code} was corrected, so the lot cannot be undone`, { code: 'used' })
}

const LETTERS = 26

/**
 * The next code of a day, such as '261127-A': A to Z, then AA. A code is not used again after its lot was undone, because
 * there may be stickers with it. The caller must hold a lock, so that two transactions do not get the same code.
 */
async function nextLotCode(tx: Tx, day: string): Promise<string> {
  const prefix = day.slice(2).replaceAll('-', '')
  const key = `lot-codes:${prefix}`
  const used = await tx.selectFrom('shop_facts').select('value').where('key', '=', key).executeTakeFirst()
  const codes = await tx
    .selectFrom('coffee_lots')
    .select('code')
    .where('code', 'like', `${prefix}-%`)
    .execute()
  const highest = Math.max(Number(used?.value ?? 0), ...codes.map(({ code }) => numberOf(code)))
  const value = String(highest + 1)
  await tx
    .insertInto('shop_facts')
    .values({ key, value })
    .onConflict((taken) => taken.column('key').doUpdateSet({ value }))
    .execute()
  return `${prefix}-${lettersOf(highest + 1)}`
}

/** 1 -> A, 26 -> Z, 27 -> AA. */
function lettersOf(number: number): string {
  if (number === 0) return ''
  const last = (number - 1) % LETTERS
  return lettersOf((number - 1 - last) / LETTERS) + String.fromCodePoint('A'.codePointAt(0)! + last)
}

/** The number of a code's letters; 0 for a code of another kind, such as one from an import. */
function numberOf(code: string): number {
  const letters = /^\d{6}-([A-Z]+)$/.exec(code)?.[1] ?? ''
  return letters
    .split('')
    .reduce((sum, letter) => sum * LETTERS + letter.codePointAt(0)! - 'A'.codePointAt(0)! + 1, 0)
}

/**
 * Earlier releases stored the planned day of a lot's batches as its roast date. Sets the day on which the first of them was
 * weighed out. Does nothing for other lots. Returns the number of corrected lots.
 */
export async function correctLotDays(db: Db): Promise<number> {
  const lots = await db
    .selectFrom('coffee_lots as lot')
    .innerJoin('coffee_lot_batches as part', 'part.coffee_lot_id', 'lot.id')
    .innerJoin('batches', 'batches.id', 'part.batch_id')
    .where('roasted_at', 'is not', null)
    .groupBy(['lot.id', 'lot.roasted_on'])
    .select((eb) => ['lot.id', 'lot.roasted_on as stored', eb.fn.min('roasted_at').as('first')])
    .execute()
  const wrong = lots
    .map(({ id, stored, first }) => ({ id, stored, day: dayOf(new Date(first!)) }))
    .filter(({ stored, day }) => stored !== day)
  for (const { id, day } of wrong)
    await db.updateTable('coffee_lots').set({ roasted_on: day }).where('id', '=', id).execute()
  return wrong.length
}
