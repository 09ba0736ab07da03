/** The batches of a roast day, with the green coffee that is planned or weighed. */
import type { Batch } from '#shared/roastery/api/roast-day.ts'
import { roastedFrom, splitByPercent } from '#shared/roastery/roastery.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { readTogether } from '#server/kernel/db/together.ts'
import { lossOfRoasts } from '../recipes/measured-loss.ts'

type Green = Batch['greens'][number]

/** All batches of a day, in the order of the plan. */
export async function readBatches(db: Db, day: string): Promise<Batch[]> {
  const { batches, roasts, weighed, recipes, curves } = await readRows(db, day)
  const losses = await lossOfRoasts(
    db,
    roasts.map(({ id }) => id),
  )
  const withCurve = new Set(curves.map(({ batch_id }) => batch_id))
  return batches.map(({ roast_id: roastId, profile, is_by_hand: isByHand, ...batch }) => {
    const roast = roasts.find(({ id }) => id === roastId)!
    const greens = weighed
      .filter(({ batch_id }) => batch_id === batch._id)
      .map(({ id, code, name, grams }) => ({ lot: { _id: id, code, name }, grams }))
    const recipe = recipes.filter(({ roast_id }) => roast_id === roastId)
    return {
      ...batch,
      isByHand: isByHand === 1,
      // A batch keeps the profile with which it was roasted.
      roast: {
        _id: roast.id,
        name: roast.name,
        profile: batch.state === 'roasted' ? profile : roast.profile,
      },
      greens: batch.state === 'planned' ? plannedGreens(batch.greenGrams, recipe) : greens,
      expectedGrams: roastedFrom(batch.greenGrams, losses.get(roastId)!.thousandths),
      hasCurve: withCurve.has(batch._id),
    }
  })
}

async function readRows(db: Db, day: string) {
  const ofDay = db.selectFrom('batches').where('roasts_on', '=', day)
  const [batches, roasts, weighed, recipes, curves] = await readTogether(
    db,
    ofDay
      .select([
        'id as _id',
        'code',
        'position',
        'state',
        'notes',
        'version',
        'roast_id',
        'profile',
        'is_by_hand',
      ])
      .select(['green_grams as greenGrams', 'roasted_grams as roastedGrams', 'grams_left as gramsLeft'])
      .select(['weighed_by as weighedBy', 'weighed_at as weighedAt', 'roast_seconds as roastSeconds'])
      .select(['roasted_by as roastedBy', 'roasted_at as roastedAt'])
      .orderBy('position')
      .orderBy('code'),
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
  return { batches, roasts, weighed, recipes, curves }
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
