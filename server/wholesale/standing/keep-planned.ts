/** Keeps the dates of all standing orders planned, and tells ahead what changes: a closed day, a coffee that ends, a price. */
import { isOutage } from '#server/kernel/db/failures.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { Shop } from '#server/platform/shop.ts'
import { planDates, planningOf } from './plan-dates.ts'
import { readStanding } from './read.ts'
import { tellEndings, tellMoved, tellPrices } from './tell-ahead.ts'

/** Plans the dates of every standing order again. One that fails does not stop the others. */
export async function keepPlanned(shop: Shop, stopping?: AbortSignal): Promise<void> {
  const orders = await shop.db
    .selectFrom('standing_orders')
    .select('id')
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  if (orders.length === 0) return
  const planning = await planningOf(shop)
  for (const { id } of orders) {
    if (stopping?.aborted) return
    try {
      const found = await readStanding(shop.db, id)
      if (!found || found.company.status === 'closed') continue
      await transact(shop.db, (tx) => planDates(tx, shop, planning, found))
      await tellMoved(shop, found)
      await tellEndings(shop, found)
      await tellPrices(shop, found)
    } catch (error) {
      if (isOutage(error)) throw error
      shop.log.error({ err: error, standing: id }, 'a standing order could not be planned')
    }
  }
  shop.mailSignal.raise()
}
