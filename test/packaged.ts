/** Lots of roasted coffee and bags for tests. */
import { isoNow, newId } from '#server/time/clock.ts'
import { nowAt } from '#server/time/shop-days.ts'
import type { Core } from './roasted.ts'

/** A lot of roasted coffee from one batch. Returns its id. */
export async function lotOf(
  { db, clock }: Core,
  { batch, product, grams }: { batch: string; product: string; grams: number },
): Promise<string> {
  const id = newId(clock)
  const { day } = nowAt(clock)
  await db
    .insertInto('coffee_lots')
    .values({
      id,
      code: `L-${id}`,
      product_id: product,
      roasted_on: day,
      made_on: day,
      grams,
      grams_left: grams,
      made_at: isoNow(clock),
      made_by: 'Olive',
    })
    .execute()
  await db.insertInto('coffee_lot_batches').values({ coffee_lot_id: id, batch_id: batch, grams }).execute()
  await db
    .updateTable('batches')
    .set((eb) => ({ grams_left: eb('grams_left', '-', grams) }))
    .where('id', '=', batch)
    .execute()
  return id
}

/** Bags of the first size of a product. Returns their id. */
export async function bagsOf(
  { db, clock }: Core,
  { lot, product, qty, grams = 340 }: { lot: string; product: string; qty: number; grams?: number },
): Promise<string> {
  const id = newId(clock)
  await db
    .insertInto('bags')
    .values({
      id,
      coffee_lot_id: lot,
      product_id: product,
      size_id: product,
      grind: 'Whole bean',
      grams,
      qty,
      qty_left: qty,
      made_on: nowAt(clock).day,
      made_at: isoNow(clock),
      made_by: 'Olive',
    })
    .execute()
  await db
    .updateTable('coffee_lots')
    .set((eb) => ({ grams_left: eb('grams_left', '-', qty * grams) }))
    .where('id', '=', lot)
    .execute()
  return id
}
