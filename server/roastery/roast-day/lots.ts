/** Lots: roasted coffee of one product, from one or several batches. */
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { badRequest, conflict, notFound, type Refusal } from '#server/kernel/errors.ts'
import { roastedOn } from '#server/kernel/time/roasted-on.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nextLotCode } from './lot-code.ts'
import { textOfParts, unlikeParts, type Part } from './parts.ts'
import { weightsOf, whoAndWhen, wrongField, type Weigh } from './texts.ts'
import { runStep, type By, type Done } from './step.ts'

/** The largest accepted difference between a share in the blend and in its recipe, in percentage points. */
const TOLERANCE = 2

/** The grams that a lot takes from a batch. */
export type Taken = { batchId: string; grams: number }

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
export async function requireProduct(tx: Tx, id: string) {
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
    throw conflict('This coffee has no recipe. Enter it under Recipes first', { code: 'no recipe' })
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
  await logChange(tx, shop, user, {
    subject: 'coffeeLot',
    id: lot.id,
    name: `Lot ${lot.code} of ${product.name}`,
    action: `Made from ${from.join(', ')}`,
  })
  return { ...lot, roastedOn: lot.roasted_on }
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
      .returning(['batch_id', 'grams'])
      .execute()
    const { numDeletedRows } = await tx
      .deleteFrom('coffee_lots')
      .where('id', '=', id)
      .whereRef('grams_left', '=', 'grams')
      .executeTakeFirst()
    if (numDeletedRows !== 1n)
      throw conflict(`Lot ${lot.code} was just changed by someone else. Reload the page`)
    for (const { batch_id, grams } of parts.toSorted((one, other) =>
      one.batch_id < other.batch_id ? -1 : 1,
    ))
      await tx
        .updateTable('batches')
        .set((eb) => ({ grams_left: eb('grams_left', '+', grams), updated_at: isoNow(shop.clock) }))
        .where('id', '=', batch_id)
        .execute()
    await logChange(tx, shop, by.user, {
      subject: 'coffeeLot',
      id,
      name: `Lot ${lot.code} of ${lot.name}`,
      action: `Undone: ${weigh(lot.grams)} returned to ${parts.length === 1 ? 'its batch' : 'its batches'}`,
    })
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
