/** "I need more time" on the page of an unpaid order (WCAG 2.2, 2.2.1). */
import type { Order } from '#shared/checkout/api/orders.ts'
import { MINUTE, isoNow } from '#server/kernel/time/clock.ts'
import type { OrderRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { findOrder, getOrder, isHoldExtendable, note } from './orders.ts'

/**
 * Holds the goods of an unpaid order for another hold of the shop's usual length (30 minutes), once. A second call changes
 * nothing. Returns the order. Throws 404, and 409 if the shop no longer holds the goods or a payment is being confirmed.
 */
export async function extendHold(shop: Shop, user: Buyer, id: string): Promise<Order> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const order = await findOrder(shop, user, id)
    if (order.hold_extended_at !== null) break
    if (!isHoldExtendable(shop, order)) throw conflict(reason(shop, order))
    await extend(shop, user, order)
  }
  return getOrder(shop, user, id)
}

/** A payment that fails meanwhile may lengthen the hold too. Then the order is read again. */
const ATTEMPTS = 3

async function extend(shop: Shop, user: Buyer, { id, reserved_until: until }: OrderRow): Promise<void> {
  const { holdMinutes } = await sellingOf(shop)
  const extended = new Date(Date.parse(until) + holdMinutes * MINUTE).toISOString()
  await transact(shop.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({ reserved_until: extended, hold_extended_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('hold_extended_at', 'is', null)
      .where('reserved_until', '=', until)
      .where('reserved_until', '>=', isoNow(shop.clock))
      .executeTakeFirst()
    if (numUpdatedRows === 1n)
      await note(tx, shop, id, user.name, `Held for ${holdMinutes} more minutes`).execute()
  })
}

function reason(shop: Shop, { state, reserved_until: until }: OrderRow): string {
  if (state === 'capturing') return 'The payment of this order is being confirmed'
  if (state !== 'pending') return 'This order is no longer waiting for its payment'
  return until < isoNow(shop.clock)
    ? 'The hold on this order has ended'
    : 'There is enough time to pay this order'
}
