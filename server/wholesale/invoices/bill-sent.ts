/**
 * Bills goods of accounts that left by parcel, or that staff marked as sent on the page of the order. The steps of labels and
 * orders know nothing of wholesale, so a job finds what they have sent.
 */
import { dayOf } from '#shared/kernel/dates.ts'
import { isOutage } from '#server/kernel/db/failures.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { Shop } from '#server/platform/shop.ts'
import { goodsLeft } from './depart.ts'

/** The most orders of a run. */
const MOST = 200

/** Each order is billed once, on the day on which it left, also if two instances find it. One that fails stops no other. */
export async function billSent(shop: Shop): Promise<void> {
  const sent = await shop.db
    .selectFrom('orders')
    .select(['id', 'shipped_at', 'delivered_at'])
    .where('company_id', 'is not', null)
    .where('state', 'in', ['shipped', 'delivered'])
    .where('pays_invoices', '=', 0)
    .where((eb) => {
      const left = eb.selectFrom('departures').select('id').whereRef('departures.order_id', '=', 'orders.id')
      // What was handed over at a door is billed there, also if all pieces of the order were short.
      const handed = eb
        .selectFrom('deliveries')
        .select('id')
        .whereRef('deliveries.order_id', '=', 'orders.id')
      return eb.not(eb.or([eb.exists(left), eb.exists(handed.where('outcome', '<>', 'nobody'))]))
    })
    .orderBy('created_at')
    .limit(MOST)
    .execute()
  for (const { id, shipped_at: shipped, delivered_at: delivered } of sent)
    try {
      await transact(shop.db, (tx) => goodsLeft(tx, shop, id, null, dayOf(new Date((shipped ?? delivered)!))))
    } catch (error) {
      if (isOutage(error)) throw error
      shop.log.error({ err: error, order: id }, 'an order of an account was not billed')
    }
  if (sent.length > 0) shop.mailSignal.raise()
}
