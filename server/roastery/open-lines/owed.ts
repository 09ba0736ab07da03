import type { Db } from '#server/kernel/db/schema.ts'
import { isReal } from '#server/platform/invented.ts'
import { owedOf, type Owed } from '#server/platform/settings/parts.ts'
import { openLines } from './open-lines.ts'

/**
 * What keeps the roastery from being off: batches that are planned or weighed, and orders that still need a roast. Invented
 * ones do not count.
 */
export async function owedRoastery(db: Db): Promise<Owed[]> {
  const batches = await db
    .selectFrom('batches')
    .where('state', '<>', 'roasted')
    .where(isReal('batches', 'batches.id'))
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  // An order that waits for its payment needs its roast when it is paid.
  const orders = db
    .selectFrom('orders')
    .select('orders.id')
    .where('state', 'in', ['pending', 'capturing', 'paid'])
    .where(isReal('orders', 'orders.id'))
  const toRoast = await openLines(db, orders)
    .select((eb) => eb.fn.count<number | string>('line.order_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return [
    ...owedOf(Number(batches.count), ['batch to roast', 'batches to roast'], '/admin/roastery'),
    ...owedOf(Number(toRoast.count), ['order to roast for', 'orders to roast for'], '/admin/roast-day'),
  ]
}
