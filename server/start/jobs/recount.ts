/**
 * Corrects derived columns: `refunded_cents` of orders, `is_by_buyer` of reviews, and the search columns of products.
 * During an update, a release without these columns can write refunds, payments and products. A crash can separate a
 * payment from its mark.
 */
import { sql } from 'kysely'
import { fillSearch } from '#server/catalog/products/search/search-text.ts'
import { markByBuyers } from '#server/catalog/products/reviews/reviews.ts'
import type { Shop } from '#server/platform/shop.ts'
import { DAY, isoIn } from '#server/kernel/time/clock.ts'

/** Only rows that changed within this time, in milliseconds, are checked. */
const CHECKED = DAY

/** Derives the columns again for rows that changed in the last day, and writes those that differ. */
export async function recount(shop: Shop): Promise<void> {
  const { db, clock } = shop
  const since = isoIn(clock, -CHECKED)
  const refunded = sql`(
    select coalesce(sum(refunds.amount_cents), 0) from refunds join payments on payments.id = refunds.payment_id
    where payments.order_id = orders.id and refunds.state = 'completed' and refunds.of_sale = 1)`
  await sql`
    update orders set refunded_cents = ${refunded}
    where refunded_cents <> ${refunded} and id in (
      select payments.order_id from refunds join payments on payments.id = refunds.payment_id
      where refunds.updated_at >= ${since})`.execute(db)
  await db
    .updateTable('reviews')
    .set({ is_by_buyer: 0 })
    .where('user_id', 'is', null)
    .where('is_by_buyer', '=', 1)
    .execute()
  const products = await markByBuyers(
    db,
    sql`reviews.user_id in (select user_id from orders where paid_at >= ${since})`,
  )
  for (const id of products) shop.changed({ tag: 'Product', id })
  if ((await fillSearch(db, since)) > 0) shop.changed({ tag: 'Product' })
}
