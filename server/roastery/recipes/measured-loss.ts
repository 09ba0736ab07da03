/** The weight loss of each roast: measured from its last batches, or the expected loss. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { FEWEST_MEASURED, lossOf, MEASURED_BATCHES } from '#shared/roastery/roastery.ts'

/** The loss in `thousandths` of the green weight. `measured` is the number of batches it was measured from; 0 if expected. */
export type RoastLoss = { thousandths: number; measured: number }

/**
 * The loss of each roast: the mean of its last `MEASURED_BATCHES` roasted batches, weighted by their green coffee. If
 * there are fewer than `FEWEST_MEASURED` batches, the expected loss of the roast. Ids of unknown roasts have no entry.
 */
export async function lossOfRoasts(db: Db | Tx, ids: readonly string[]): Promise<Map<string, RoastLoss>> {
  if (ids.length === 0) return new Map()
  const latest = db
    .selectFrom('batches')
    .where('state', '=', 'roasted')
    .where('roast_id', 'in', ids)
    .select([
      'roast_id',
      'green_grams',
      'roasted_grams',
      sql<number>`row_number() over (partition by roast_id order by roasted_at desc, id desc)`.as('place'),
    ])
  const sums = db
    .selectFrom(latest.as('latest'))
    .where('place', '<=', MEASURED_BATCHES)
    .groupBy('roast_id')
    .select(({ fn }) => [
      'roast_id',
      fn.countAll<number>().as('batches'),
      fn.sum<number>('green_grams').as('green'),
      fn.sum<number>('roasted_grams').as('roasted'),
    ])
  const rows = await db
    .selectFrom('roasts')
    .leftJoin(sums.as('sums'), 'sums.roast_id', 'roasts.id')
    .where('roasts.id', 'in', ids)
    .select(['roasts.id', 'roasts.loss_thousandths', 'sums.batches', 'sums.green', 'sums.roasted'])
    .execute()
  return new Map(
    rows.map(({ id, loss_thousandths, batches, green, roasted }) => {
      const measured = batches ?? 0
      if (measured < FEWEST_MEASURED) return [id, { thousandths: loss_thousandths, measured: 0 }]
      const sum = { greenGrams: green ?? 0, roastedGrams: roasted ?? 0 }
      return [id, { thousandths: lossOf(sum), measured }]
    }),
  )
}
