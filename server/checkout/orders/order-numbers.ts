/** The numbers of new orders, and of orders that an earlier release placed while this one was being installed. */
import { randomInt } from 'node:crypto'
import { ORDER_NUMBERS, orderNumberAt } from '#shared/checkout/order-number.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { Shop } from '#server/platform/shop.ts'

/** A random number for a new order. It may be taken: then inserting the order changes no row. */
export function newOrderNumber(): string {
  return orderNumberAt(randomInt(ORDER_NUMBERS))
}

/** Until it has a number, an order is shown with its id, as in the earlier release. */
export async function assignNumbers({ db }: Shop): Promise<void> {
  const rows = await db.selectFrom('orders').select('id').where('number', 'is', null).limit(1000).execute()
  for (const { id } of rows) {
    try {
      await db
        .updateTable('orders')
        .set({ number: newOrderNumber() })
        .where('id', '=', id)
        .where('number', 'is', null)
        .execute()
    } catch (error) {
      // The random number is taken; the next run tries another one.
      if (!isUniqueViolation(error)) throw error
    }
  }
}
