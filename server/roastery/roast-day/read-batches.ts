/** The batches of a roast day, with the green coffee that is planned or weighed. */
import type { Selectable } from 'kysely'
import type { Batch } from '#shared/roastery/api/roast-day.ts'
import { roastedFrom, splitByPercent } from '#shared/roastery/roastery.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Batches } from '#server/kernel/db/tables/roastery.ts'
import { readTogether } from '#server/kernel/db/all-or-none.ts'
import { lossOfRoasts } from '../recipes/measured-loss.ts'

type Green = Batch['greens'][number]

/** All batches of a day, in the order of the plan. */
export async function readBatches(db: Db, day: string): Promise<Batch[]> {
  const ofDay = db.selectFrom('batches').where('roasts_on', '=', day)
  const [batches, roasts, weighed, recipes, curves] = await readTogether(
    db,
    ofDay.selectAll().orderBy('position').orderBy('code'),
    db.selectFrom('roasts').select(['id', 'name', 'profile']).where('id', 'in', ofDay.select('roast_id')),
    db
      .selectFrom('batch_greens')
      .innerJoin('green_lots as lot', 'lot.id', 'green_lot_id')
      .select(['batch_id', 'lot.id', 'lot.code', 'lot.name', 'grams'])
      .where('batch_id', 'in', ofDay.select('id'))
      .orderBy('grams', 'desc')
      .orderBy('lot.code'),
    db
      .selectFrom('roast_greens')
      .innerJoin('green_lots as lot', 'lot.id', 'green_lot_id')
      .select(['roast_id', 'lot.id', 'lot.code', 'lot.name', 'percent'])
      .where('roast_id', 'in', ofDay.select('roast_id'))
      .orderBy('position'),
    db.selectFrom('roast_curves').select('batch_id').where('batch_id', 'in', ofDay.select('id')),
  )
  const losses = await lossOfRoasts(
    db,
    roasts.map(({ id }) => id),
  )
  const withCurve = new Set(curves.map(({ batch_id }) => batch_id))
  return batches.map((row) => {
    const roast = roasts.find(({ id }) => id === row.roast_id)!
    const greens = weighed
      .filter(({ batch_id }) => batch_id === row.id)
      .map(({ id, code, name, grams }) => ({ lot: { _id: id, code, name }, grams }))
    const recipe = recipes.filter(({ roast_id }) => roast_id === row.roast_id)
    return {
      ...fieldsOf(row),
      // A batch keeps the profile with which it was roasted.
      roast: {
        _id: roast.id,
        name: roast.name,
        profile: row.state === 'roasted' ? row.profile : roast.profile,
      },
      greens: row.state === 'planned' ? plannedGreens(row.green_grams, recipe) : greens,
      expectedGrams: roastedFrom(row.green_grams, losses.get(row.roast_id)!.thousandths),
      hasCurve: withCurve.has(row.id),
    }
  })
}

function plannedGreens(
  grams: number,
  recipe: readonly { id: string; code: string; name: string; percent: number }[],
): Green[] {
  const shares = splitByPercent(
    grams,
    recipe.map(({ percent }) => percent),
  )
  return recipe.map(({ id, code, name }, index) => ({ lot: { _id: id, code, name }, grams: shares[index]! }))
}

function fieldsOf(row: Selectable<Batches>): Omit<Batch, 'roast' | 'greens' | 'expectedGrams' | 'hasCurve'> {
  return {
    _id: row.id,
    code: row.code,
    position: row.position,
    state: row.state,
    greenGrams: row.green_grams,
    roastedGrams: row.roasted_grams,
    gramsLeft: row.grams_left,
    isByHand: row.is_by_hand === 1,
    roastSeconds: row.roast_seconds,
    notes: row.notes,
    weighedBy: row.weighed_by,
    weighedAt: row.weighed_at,
    roastedBy: row.roasted_by,
    roastedAt: row.roasted_at,
    version: row.version,
  }
}
