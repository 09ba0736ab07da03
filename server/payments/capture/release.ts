/** Orders in state `capturing`: how they get there, and back when none of their payments is being captured. */
import { sql } from 'kysely'
import { MINUTE, isoIn } from '#server/kernel/time/clock.ts'
import { allOrNone, type Step } from '#server/kernel/db/all-or-none.ts'
import { note } from '#server/checkout/orders/history.ts'
import type { Shop } from '#server/platform/shop.ts'

/** The goods stay held for at least this long after a failed payment, so that the buyer can try another card. */
const RETRY_HOLD = 5 * MINUTE

/** The step that takes an order out of `pending` while its payment is captured. Changes no row if it is not pending. */
export function beginCapturing(shop: Shop, orderId: string): Step {
  const query = shop.db
    .updateTable('orders')
    .set({ state: 'capturing' })
    .where('id', '=', orderId)
    .where('state', '=', 'pending')
  return { query, rows: 1 }
}

/**
 * The step that makes an order payable again after a failed capture, with time for another attempt. It changes nothing
 * while a payment of the order is under way, so the step that ends the payment must come before it.
 */
export function release(shop: Shop, orderId: string): Step {
  const heldUntil = isoIn(shop.clock, RETRY_HOLD)
  return {
    query: shop.db
      .updateTable('orders')
      .set((eb) => ({
        state: 'pending',
        reserved_until: eb
          .case()
          .when('reserved_until', '<', heldUntil)
          .then(heldUntil)
          .else(eb.ref('reserved_until'))
          .end(),
      }))
      .where('id', '=', orderId)
      .where('state', '=', 'capturing')
      .where((eb) => eb.not(eb.exists(underWay(shop, orderId)))),
  }
}

/**
 * Releases orders in state `capturing` without a payment under way. Older versions left such orders behind after
 * payments of a wrong amount, and a restored backup can contain them.
 */
export async function releaseStranded(shop: Shop): Promise<void> {
  const stranded = await shop.db
    .selectFrom('orders')
    .select('id')
    .where(sql<boolean>`state = 'capturing'`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.order_id', '=', 'orders.id')
            .where('payments.state', 'in', ['capture_started', 'pending']),
        ),
      ),
    )
    .execute()
  for (const { id } of stranded) {
    shop.log.warn({ order: id }, 'an order was being confirmed without any payment under way')
    const released = release(shop, id)
    const event = 'No payment is being confirmed'
    await allOrNone(shop.db, [
      { ...released, rows: 1 },
      { query: note(shop.db, shop, id, 'The shop', event) },
    ])
  }
}

function underWay({ db }: Shop, orderId: string) {
  return db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['capture_started', 'pending'])
}
