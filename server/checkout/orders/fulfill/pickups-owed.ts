/** What the pickup at the bar still owes (desk page Parts). */
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'
import { isReal } from '#server/platform/invented.ts'
import { owedOf, type Owed } from '#server/platform/settings/parts.ts'
import { waitingToHandOver } from './pickup-list.ts'

/**
 * The orders that wait at the bar, those that may still be paid, and the subscriptions that are picked up. Invented ones do
 * not count.
 * @param db may be a transaction
 */
export async function pickupsOwed(db: Db): Promise<Owed[]> {
  const waiting = await waitingToHandOver(db)
    .where(isReal('orders', 'orders.id'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const unpaid = await db
    .selectFrom('orders')
    .where('is_pickup', '=', sql.lit(1))
    .where('state', 'in', ['pending', 'capturing'])
    .where(isReal('orders', 'orders.id'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const subscriptions = await db
    .selectFrom('subscriptions')
    .where('is_pickup', '=', 1)
    .where('status', 'in', ['starting', 'active', 'paused', 'failed'])
    .where(isReal('subscriptions', 'subscriptions.id'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return [
    ...owedOf(waiting.count, ['order that waits for pickup', 'orders that wait for pickup'], '/admin/pickup'),
    ...owedOf(
      unpaid.count,
      ['unpaid order for pickup', 'unpaid orders for pickup'],
      '/admin/orderlist?state=pending',
    ),
    ...owedOf(
      subscriptions.count,
      ['subscription that is picked up', 'subscriptions that are picked up'],
      '/admin/subscriptions',
    ),
  ]
}
