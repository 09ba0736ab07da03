/** Asks the buyer of a delivered order for reviews, once, by mail. */
import { DAY, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { orderMails } from '#server/platform/outbox/order-mail.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Time to open the bag. */
const AFTER = 7 * DAY
/** Older orders get no mail: not those delivered before the shop sent such mails, and none after a long pause. */
const UNTIL = 30 * DAY
const AT_ONCE = 100

/** Queues the mails that are due: one for each order that was delivered a week ago to a buyer with an account. */
export async function requestReviews(shop: Shop): Promise<void> {
  const due = await shop.db
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'delivered')
    .where('review_requested_at', 'is', null)
    .where('delivered_at', '<=', isoIn(shop.clock, -AFTER))
    .where('delivered_at', '>', isoIn(shop.clock, -UNTIL))
    .where('user_id', 'is not', null)
    .orderBy('delivered_at')
    .limit(AT_ONCE)
    .execute()
  await orderMails(shop, 'order-review', due, (tx, id) =>
    tx
      .updateTable('orders')
      .set({ review_requested_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('state', '=', 'delivered')
      .where('review_requested_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
}
