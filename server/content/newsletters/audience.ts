/** Who gets a newsletter. */
import type { Db } from '#server/kernel/db/schema.ts'

/**
 * The confirmed subscribers of newsletters. A person who has unsubscribed is never among them. A newsletter to the
 * buyers of a coffee, such as about a new lot, also goes to subscribers who chose to get only such newsletters.
 * @param buyersOf products; if there are any, only the subscribers who have bought one of them
 */
export function audienceOf(db: Db, buyersOf: readonly string[]) {
  return db
    .selectFrom('newsletter_subscribers')
    .where('newsletter_subscribers.state', '=', 'active')
    .where((eb) =>
      eb.or([eb('wants_news', '=', 1), ...(buyersOf.length > 0 ? [eb('wants_lots', '=', 1)] : [])]),
    )
    .$if(buyersOf.length > 0, (query) =>
      query.where((eb) =>
        eb(
          'email',
          'in',
          eb
            .selectFrom('order_lines')
            .innerJoin('orders', 'orders.id', 'order_lines.order_id')
            .where('paid_at', 'is not', null)
            .where('order_lines.product_id', 'in', [...buyersOf])
            .select('orders.buyer_email'),
        ),
      ),
    )
}
