/** Which counter day counts a tender. */
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { TenderRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { lockDay } from './days.ts'

/**
 * The last steps of a sale and of a refund by hand, if the shop has counter days: they count its tenders in the open day,
 * and open one if there is none.
 * @param tenders at least one, all of one member of staff
 */
export function daySteps(shop: Shop, tenders: readonly Pick<TenderRow, 'id' | 'actor'>[]): Step[] {
  const { db } = shop
  const open = db.selectFrom('counter_days').select('id').where('closed_at', 'is', null)
  const ids = tenders.map(({ id }) => id)
  return [
    ...lockDay(shop, tenders[0]!.actor),
    { query: db.updateTable('tenders').set({ counter_day_id: open }).where('id', 'in', ids) },
  ]
}
