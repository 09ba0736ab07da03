/** A batch with everything that is known about it, for its page. */
import { sql } from 'kysely'
import type { WholeBatch } from '#shared/roastery/api/batches.ts'
import { lossOf } from '#shared/roastery/roastery.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { roastedOn } from '#server/kernel/time/shop-days.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { ROASTING } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'

const COMPARABLE = 50

/** A batch. Throws 404. */
export async function getBatch(shop: Shop, id: string): Promise<WholeBatch> {
  const { db } = shop
  const row = await findBatch(db, id)
  const { inFahrenheit } = await currentSettings(shop, ROASTING)
  const { green_grams: greenGrams, roasted_grams: roastedGrams } = row
  return {
    _id: row.id,
    code: row.code,
    state: row.state,
    roastsOn: row.roasts_on,
    roastedOn: row.roasted_at === null ? null : roastedOn(row),
    roast: { _id: row.roast_id, name: row.roast_name, expectedLoss: row.loss_thousandths },
    profile: row.roasted_at === null ? row.roast_profile : row.profile,
    greenGrams,
    greens: await greensOf(db, id),
    roastedGrams,
    loss: roastedGrams === null ? null : lossOf({ greenGrams, roastedGrams }),
    gramsLeft: row.grams_left,
    roastSeconds: row.roast_seconds,
    notes: row.notes,
    weighed: row.weighed_at === null ? null : { at: row.weighed_at, by: row.weighed_by ?? '' },
    roasted: row.roasted_at === null ? null : { at: row.roasted_at, by: row.roasted_by ?? '' },
    lots: await lotsOf(db, id),
    coffees: await coffeesOf(db, row.roast_id),
    hasCurve: row.curve_of !== null,
    comparable: await comparableTo(db, { id, roastId: row.roast_id }),
    inFahrenheit,
  }
}

/** The row of a batch. Throws 404. */
export async function requireBatch(db: Db, id: string) {
  const row = await db.selectFrom('batches').where('id', '=', id).selectAll().executeTakeFirst()
  if (!row) throw notFound('Batch')
  return row
}

async function findBatch(db: Db, id: string) {
  const row = await db
    .selectFrom('batches')
    .innerJoin('roasts', 'roasts.id', 'batches.roast_id')
    .leftJoin('roast_curves', 'roast_curves.batch_id', 'batches.id')
    .where('batches.id', '=', id)
    .selectAll('batches')
    .select([
      'roasts.name as roast_name',
      'roasts.profile as roast_profile',
      'roasts.loss_thousandths',
      'roast_curves.batch_id as curve_of',
    ])
    .executeTakeFirst()
  if (!row) throw notFound('Batch')
  return row
}

async function greensOf(db: Db, id: string): Promise<WholeBatch['greens']> {
  const rows = await db
    .selectFrom('batch_greens')
    .innerJoin('green_lots', 'green_lots.id', 'batch_greens.green_lot_id')
    .where('batch_id', '=', id)
    .orderBy('grams', 'desc')
    .orderBy('green_lots.id')
    .select(['green_lots.id', 'code', 'name', 'grams'])
    .execute()
  return rows.map(({ id: _id, code, name, grams }) => ({ lot: { _id, code, name }, grams }))
}

async function lotsOf(db: Db, id: string): Promise<WholeBatch['lots']> {
  const rows = await db
    .selectFrom('coffee_lot_batches')
    .innerJoin('coffee_lots', 'coffee_lots.id', 'coffee_lot_batches.coffee_lot_id')
    .innerJoin('products', 'products.id', 'coffee_lots.product_id')
    .where('batch_id', '=', id)
    .orderBy('coffee_lots.id')
    .select(['coffee_lots.id', 'code', 'product_id', 'products.name', 'coffee_lot_batches.grams'])
    .execute()
  return rows.map(({ id: _id, code, product_id, name, grams }) => ({
    _id,
    code,
    product: { _id: product_id, name },
    grams,
  }))
}

async function coffeesOf(db: Db, roastId: string): Promise<WholeBatch['coffees']> {
  const rows = await db
    .selectFrom('recipe_roasts')
    .innerJoin('products', 'products.id', 'recipe_roasts.product_id')
    .where('roast_id', '=', roastId)
    .where('deleted_at', 'is', null)
    .orderBy('products.name')
    .select(['products.id', 'products.name', 'cupping_note'])
    .execute()
  return rows.map(({ id: _id, name, cupping_note: cuppingNote }) => ({ _id, name, cuppingNote }))
}

async function comparableTo(
  db: Db,
  { id, roastId }: { id: string; roastId: string },
): Promise<WholeBatch['comparable']> {
  const rows = await db
    .selectFrom('batches')
    .innerJoin('roast_curves', 'roast_curves.batch_id', 'batches.id')
    .where('roast_id', '=', roastId)
    .where('batches.id', '<>', id)
    .orderBy(sql`coalesce(roasted_at, roasts_on)`, 'desc')
    .orderBy('code', 'desc')
    .limit(COMPARABLE)
    .select(['batches.id', 'code', 'roasts_on', 'roasted_at'])
    .execute()
  return rows.map((row) => ({ _id: row.id, code: row.code, roastsOn: roastedOn(row) }))
}
