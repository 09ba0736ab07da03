/** Sends buyers one mail when their order has been ready for pickup for a week. */
import { DAY, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { orderMails } from '#server/platform/outbox/order-mail.ts'
import type { Shop } from '#server/platform/shop.ts'
import { keepsMoney } from '#server/roastery/open-lines/money-back.ts'
import { waitingToHandOver } from './pickup-list.ts'

const AFTER = 7 * DAY
const AT_ONCE = 100

/** Queues the reminders that are due. */
export async function remindPickups(shop: Shop): Promise<void> {
  const due = await waitingToHandOver(shop.db)
    .select('id')
    .where('ready_at', '<=', isoIn(shop.clock, -AFTER))
    .where('pickup_reminded_at', 'is', null)
    .where(keepsMoney('orders.id'))
    .orderBy('ready_at')
    .limit(AT_ONCE)
    .execute()
  // Handed over, refunded or changed back in the meantime: then no row is updated.
  await orderMails(shop, 'order-reminder', due, (tx, id) =>
    tx
      .updateTable('orders')
      .set({ pickup_reminded_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('state', '=', 'paid')
      .where('ready_at', 'is not', null)
      .where('pickup_reminded_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
}
