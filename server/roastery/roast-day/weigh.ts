/** Weighing: takes the green coffee of a planned batch from its lots. */
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { badRequest, conflict, notFound, wrongField } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { ROASTING } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoIn, isoNow, SECOND } from '#server/kernel/time/clock.ts'
import { type Part, textOfParts, unlikeParts, type Weigh, weightsOf, whoAndWhen } from './texts.ts'
import { runStep, type By, type Done } from './step.ts'

type Greens = Body<typeof roastDay.weigh>['greens']

/** A batch may be this many times the largest batch of the machine. A larger one is a typing error. */
const MOST_TIMES = 2
/** The difference between recipe and scale from which the wrong coffee was weighed, in percentage points. */
const TOLERANCE = 5

/**
 * Takes green coffee from lots, in grams; their sum becomes the weight of the batch. The time is that of the step, also if a
 * tablet without a connection sent it later (`secondsAgo`). Throws 404, 400 for weights that do not fit the machine or the
 * recipe, and 409 if the batch is weighed already or a lot has too little.
 */
export async function weighBatch(
  shop: Shop,
  by: By,
  id: string,
  { greens, secondsAgo }: Body<typeof roastDay.weigh>,
): Promise<Done> {
  const weigh = await weightsOf(shop)
  const settings = await currentSettings(shop, ROASTING)
  return runStep(shop, by, roastDay.weigh, async (tx) => {
    const sum = greens.reduce((total, { grams }) => total + grams, 0)
    const batch = await tx
      .updateTable('batches')
      .set((eb) => ({
        state: 'weighed',
        green_grams: sum,
        weighed_at: isoIn(shop.clock, -SECOND * (secondsAgo ?? 0)),
        weighed_by: by.user.name,
        version: eb('version', '+', 1),
        updated_at: isoNow(shop.clock),
      }))
      .where('id', '=', id)
      .where('state', '=', 'planned')
      .returning(['code', 'roast_id'])
      .executeTakeFirst()
    if (!batch) throw await weighedBefore(tx, shop, id)
    await requireMachine(tx, weigh, batch.roast_id, sum, settings.largest)
    const codes = await takeGreens(tx, shop, weigh, greens)
    await requireRecipe(tx, batch.roast_id, greens)
    await tx
      .insertInto('batch_greens')
      .values(greens.map(({ lotId, grams }) => ({ batch_id: id, green_lot_id: lotId, grams })))
      .execute()
    const parts = greens.map(({ lotId, grams }) => `${weigh(grams)} of ${codes.get(lotId)}`)
    const action = `Weighed ${parts.join(', ')}`
    await logChange(tx, shop, by.user, { subject: 'batch', id, name: `Batch ${batch.code}`, action })
    return { _id: id, message: `Batch ${batch.code} is weighed: ${weigh(sum)}` }
  })
}

async function weighedBefore(tx: Tx, shop: Shop, id: string) {
  const batch = await tx
    .selectFrom('batches')
    .select(['code', 'green_grams', 'weighed_at as at', 'weighed_by as by'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!batch) return notFound('Batch')
  return conflict(`${whoAndWhen(shop, `weighed batch ${batch.code}`, batch)}. Nothing was changed`, {
    code: 'done',
  })
}

async function requireMachine(
  tx: Tx,
  weigh: Weigh,
  roastId: string,
  sum: number,
  largest: number,
): Promise<void> {
  const roast = await tx
    .selectFrom('roasts')
    .select('largest_grams')
    .where('id', '=', roastId)
    .executeTakeFirstOrThrow()
  const most = roast.largest_grams ?? largest
  if (sum > most * MOST_TIMES)
    throw wrongField('greens', `That is ${weigh(sum)}. The largest batch is ${weigh(most)}`)
}

/** Returns the codes of the lots by id. */
async function takeGreens(tx: Tx, shop: Shop, weigh: Weigh, greens: Greens): Promise<Map<string, string>> {
  if (new Set(greens.map(({ lotId }) => lotId)).size !== greens.length)
    throw badRequest('Enter each lot once')
  const codes = new Map<string, string>()
  for (const { lotId, grams } of greens.toSorted((one, other) => (one.lotId < other.lotId ? -1 : 1))) {
    const lot = await tx
      .updateTable('green_lots')
      .set((eb) => ({ grams_left: eb('grams_left', '-', grams), updated_at: isoNow(shop.clock) }))
      .where('id', '=', lotId)
      .where('grams_left', '>=', grams)
      .where('arrived_on', 'is not', null)
      .returning('code')
      .executeTakeFirst()
    if (!lot) throw await notEnough(tx, weigh, lotId, grams)
    codes.set(lotId, lot.code)
  }
  return codes
}

async function notEnough(tx: Tx, weigh: Weigh, id: string, grams: number) {
  const lot = await tx
    .selectFrom('green_lots')
    .select(['code', 'grams_left', 'arrived_on'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!lot) return badRequest('This lot of green coffee does not exist. Reload the page')
  if (lot.arrived_on === null)
    return conflict(`Lot ${lot.code} has not arrived yet. Enter its arrival under Green coffee`, {
      code: 'left',
    })
  const left = lot.grams_left === 0 ? 'is empty' : `has ${weigh(lot.grams_left)} left`
  return conflict(
    `Lot ${lot.code} ${left}, and ${weigh(grams)} were weighed. If there is more, correct its count first`,
    { code: 'left' },
  )
}

/**
 * A roaster may replace a lot that is used up by another one: lots outside of the recipe are not compared. If all lots are
 * those of the recipe, their shares must fit, because two lots may have been mixed up.
 */
async function requireRecipe(tx: Tx, roastId: string, greens: Greens): Promise<void> {
  const recipe: Part[] = await tx
    .selectFrom('roast_greens')
    .innerJoin('green_lots', 'green_lots.id', 'roast_greens.green_lot_id')
    .select(['green_lot_id as id', 'code as name', 'percent'])
    .where('roast_id', '=', roastId)
    .orderBy('position')
    .execute()
  if (greens.some(({ lotId }) => recipe.every(({ id }) => id !== lotId))) return
  const grams = new Map(greens.map(({ lotId, grams: each }) => [lotId, each]))
  const made = unlikeParts(recipe, grams, TOLERANCE)
  if (made)
    throw wrongField(
      'greens',
      `This would be ${textOfParts(made)}. The recipe is ${textOfParts(recipe)}. Check which coffee is which`,
    )
}
