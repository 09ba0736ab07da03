/** Roasting: stores the weight of a weighed batch after roasting. */
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { lossOf } from '#shared/roastery/roastery.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { conflict, notFound, wrongField } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoIn, isoNow, SECOND } from '#server/kernel/time/clock.ts'
import { weightsOf, whoAndWhen, type Weigh } from './texts.ts'
import { runStep, type By, type Done } from './step.ts'

/** A loss outside of these limits, in thousandths, is a typing error. Roasts lose 11 to 20 percent. */
const LOSS = { least: 30, most: 350 } as const

/**
 * Stores weight in grams, duration and notes. The roast date is the day of the step, also if a tablet without a connection
 * sent it later (`secondsAgo`). Throws 404, 400 for a weight that no roast has, and 409 if the batch is not weighed or is
 * roasted already.
 */
export async function roastBatch(
  shop: Shop,
  by: By,
  id: string,
  { secondsAgo, ...roasted }: Body<typeof roastDay.roast>,
): Promise<Done> {
  const weigh = await weightsOf(shop)
  return runStep(shop, by, roastDay.roast, async (tx) => {
    const { code, green, profile, weighedAt } = await requireWeighed(tx, shop, weigh, id)
    const at = isoIn(shop.clock, -SECOND * (secondsAgo ?? 0))
    const { roastedGrams, roastSeconds, notes } = roasted
    const thousandths = requireLoss(weigh, green, roastedGrams)
    const { numUpdatedRows } = await tx
      .updateTable('batches')
      .set((eb) => ({
        state: 'roasted',
        roasted_grams: roastedGrams,
        grams_left: roastedGrams,
        roast_seconds: roastSeconds,
        notes,
        profile,
        roasted_at: weighedAt !== null && at < weighedAt ? weighedAt : at,
        roasted_by: by.user.name,
        version: eb('version', '+', 1),
        updated_at: isoNow(shop.clock),
      }))
      .where('id', '=', id)
      .where('state', '=', 'weighed')
      .where('green_grams', '=', green)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n)
      throw conflict(`Batch ${code} was just changed by someone else. Reload the page`)
    const result = `${weigh(roastedGrams)}, ${(thousandths / 10).toFixed(1)}% loss`
    const action = `Roasted: ${result}`
    await logChange(tx, shop, by.user, { subject: 'batch', id, name: `Batch ${code}`, action })
    return { _id: id, message: `Batch ${code} is roasted: ${result}` }
  })
}

async function requireWeighed(tx: Tx, shop: Shop, weigh: Weigh, id: string) {
  const batch = await tx
    .selectFrom('batches')
    .innerJoin('roasts', 'roasts.id', 'batches.roast_id')
    .select(['batches.code', 'batches.state', 'batches.green_grams as green', 'roasts.profile'])
    .select('weighed_at as weighedAt')
    .select(['batches.roasted_grams', 'batches.roasted_by as by', 'batches.roasted_at as at'])
    .where('batches.id', '=', id)
    .executeTakeFirst()
  if (!batch) throw notFound('Batch')
  if (batch.state === 'planned')
    throw conflict(`Batch ${batch.code} is not weighed. Weigh its green coffee first`, {
      code: 'not weighed',
    })
  if (batch.state === 'roasted') {
    const who = whoAndWhen(shop, `finished batch ${batch.code}`, batch)
    throw conflict(`${who}: ${weigh(batch.roasted_grams!)}. Nothing was changed`, { code: 'done' })
  }
  return batch
}

/** The loss in thousandths. */
function requireLoss(weigh: Weigh, green: number, roastedGrams: number): number {
  if (roastedGrams > green)
    throw wrongField(
      'roastedGrams',
      `The roasted coffee weighs more than the ${weigh(green)} of green coffee`,
    )
  const thousandths = lossOf({ greenGrams: green, roastedGrams })
  if (thousandths >= LOSS.least && thousandths <= LOSS.most) return thousandths
  const loss = `${(thousandths / 10).toFixed(1)}%`
  throw wrongField(
    'roastedGrams',
    `From ${weigh(green)} to ${weigh(roastedGrams)} is a loss of ${loss}. A roast loses between 3% and 35%. Check that kilograms and pounds are not mixed up`,
  )
}
