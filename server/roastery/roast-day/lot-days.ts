/** Corrects the roast dates of lots that earlier releases made. */
import { dayOf } from '#shared/kernel/dates.ts'
import type { Db } from '#server/kernel/db/schema.ts'

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
