/** Undoes the last step of a batch, and gives its coffee back. */
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { weightsOf, whoAndWhen, type Weigh } from './texts.ts'
import { runStep, type By, type Done } from './step.ts'

/**
 * A roasted batch becomes weighed again, and a weighed one planned: its green coffee returns to its lots, and it keeps its
 * weight. Throws 404, and 409 if the batch is not in `state` or its roasted coffee is used.
 */
export async function undoBatch(
  shop: Shop,
  by: By,
  id: string,
  { state }: { state: 'weighed' | 'roasted' },
): Promise<Done> {
  const weigh = await weightsOf(shop)
  return runStep(shop, by, roastDay.undoBatch, async (tx) => {
    const code = await (state === 'roasted' ? undoRoast : undoWeighing)(tx, shop, id)
    if (code === null) throw await whyNot(tx, shop, weigh, id, state)
    const undone = state === 'roasted' ? 'Undid the roasting' : 'Undid the weighing'
    await logChange(tx, shop, by.user, { subject: 'batch', id, name: `Batch ${code}`, action: undone })
    return { _id: id, message: `Batch ${code} is ${state === 'roasted' ? 'weighed' : 'planned'} again` }
  })
}

/** The code of the batch; null if nothing was changed. */
async function undoRoast(tx: Tx, shop: Shop, id: string): Promise<string | null> {
  const batch = await tx
    .updateTable('batches')
    .set((eb) => ({
      state: 'weighed',
      roasted_grams: null,
      grams_left: 0,
      profile: '',
      roasted_at: null,
      roasted_by: null,
      version: eb('version', '+', 1),
      updated_at: isoNow(shop.clock),
    }))
    .where('id', '=', id)
    .where('state', '=', 'roasted')
    // Nothing was taken from it, and no correction is left.
    .whereRef('grams_left', '=', 'roasted_grams')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('coffee_lot_batches').select('batch_id').whereRef('batch_id', '=', 'batches.id'),
        ),
      ),
    )
    .returning('code')
    .executeTakeFirst()
  return batch?.code ?? null
}

async function undoWeighing(tx: Tx, shop: Shop, id: string): Promise<string | null> {
  const batch = await tx
    .updateTable('batches')
    .set((eb) => ({
      state: 'planned',
      weighed_at: null,
      weighed_by: null,
      version: eb('version', '+', 1),
      updated_at: isoNow(shop.clock),
    }))
    .where('id', '=', id)
    .where('state', '=', 'weighed')
    .returning('code')
    .executeTakeFirst()
  if (!batch) return null
  const greens = await tx
    .deleteFrom('batch_greens')
    .where('batch_id', '=', id)
    .returning(['green_lot_id as lot', 'grams'])
    .execute()
  for (const { lot, grams } of greens.toSorted((one, other) => (one.lot < other.lot ? -1 : 1)))
    await tx
      .updateTable('green_lots')
      .set((eb) => ({ grams_left: eb('grams_left', '+', grams), updated_at: isoNow(shop.clock) }))
      .where('id', '=', lot)
      .execute()
  return batch.code
}

async function whyNot(tx: Tx, shop: Shop, weigh: Weigh, id: string, state: string) {
  const batch = await tx.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst()
  if (!batch) return notFound('Batch')
  const { code } = batch
  if (batch.state === state) return used(tx, shop, weigh, batch)
  if (batch.state === 'roasted') {
    const who = whoAndWhen(shop, `finished batch ${code}`, { by: batch.roasted_by, at: batch.roasted_at })
    return conflict(`${who}. Undo the roasting first`, { code: 'state' })
  }
  return conflict(`Batch ${code} is ${batch.state} again already. Nothing was changed`, { code: 'state' })
}

type Used = { id: string; code: string; grams_left: number; roasted_grams: number | null }

/** A roasted batch whose coffee is in a lot, or was corrected. */
async function used(tx: Tx, shop: Shop, weigh: Weigh, batch: Used) {
  const lot = await tx
    .selectFrom('coffee_lot_batches')
    .innerJoin('coffee_lots', 'coffee_lots.id', 'coffee_lot_id')
    .select(['code', 'made_by as by', 'made_at as at'])
    .where('batch_id', '=', batch.id)
    .orderBy('made_at', 'desc')
    .executeTakeFirst()
  if (lot) {
    const who = whoAndWhen(shop, `made lot ${lot.code} from batch ${batch.code}`, lot)
    return conflict(`${who}. Undo this lot first`, { code: 'used' })
  }
  const change = weigh(batch.grams_left - batch.roasted_grams!)
  return conflict(`Batch ${batch.code} was corrected by ${change}. Enter the opposite correction first`, {
    code: 'used',
  })
}
