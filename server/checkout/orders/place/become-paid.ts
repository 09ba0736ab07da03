/** The steps with which an order becomes paid: by a capture, or at once if gift cards pay all of it. */
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { OrderRow } from '#server/kernel/db/schema.ts'
import { issueCard } from '../../gift-cards/issue.ts'
import { takeCards } from '../../gift-cards/spend.ts'
import { orderMail } from '#server/platform/outbox/order-mail.ts'
import { markByBuyerOf } from '#server/catalog/products/reviews/reviews.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { note } from '../orders.ts'

/** These columns of an order never change. */
type Paid = Pick<OrderRow, 'id' | 'is_gift_card' | 'gift_card_cents'>

/**
 * `paid` changes the order if it is unpaid; it must change one row. `others` follow in the same transaction: the history,
 * the mails, and the gift cards that the order spends or buys.
 */
export async function becomePaid(
  shop: Shop,
  orderId: string,
  actor: string,
): Promise<{ paid: Step; others: Step[] }> {
  const order = await shop.db
    .selectFrom('orders')
    .select(['id', 'is_gift_card', 'gift_card_cents'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const issued = order.is_gift_card ? await issueCard(shop, orderId) : []
  return { paid: paidStep(shop, order), others: [...whenPaid(shop, order, actor), ...issued] }
}

/**
 * The steps in the transaction in which an order becomes paid.
 * @param actor who is named in the history
 */
export function whenPaid(shop: Shop, order: Paid, actor: string): Step[] {
  const { id, is_gift_card } = order
  // There is nothing to ship.
  const kinds = is_gift_card ? (['order-paid'] as const) : (['order-paid', 'order-to-ship'] as const)
  return [
    { query: note(shop.db, shop, id, actor, 'Paid') },
    ...kinds.map((kind) => ({ query: orderMail(shop.db, shop, kind, id) })),
    ...takeCards(shop, order),
  ]
}

/** After the commit: sends the mails, and the buyer's earlier reviews of these products count as reviews by a customer. */
export async function afterPaid(shop: Shop, orderId: string): Promise<void> {
  shop.mailSignal.raise()
  for (const id of await markByBuyerOf(shop.db, orderId)) shop.changed({ tag: 'Product', id })
}

/** A gift card is delivered in the same moment. */
function paidStep({ db, clock }: Shop, { id, is_gift_card }: Paid): Step {
  const now = isoNow(clock)
  return {
    query: db
      .updateTable('orders')
      .set(
        is_gift_card
          ? { state: 'delivered', paid_at: now, delivered_at: now }
          : { state: 'paid', paid_at: now },
      )
      .where('id', '=', id)
      .where('state', 'in', ['pending', 'capturing']),
    rows: 1,
  }
}
