import type { Db } from '#server/kernel/db/schema.ts'
import { owedOf, type Owed } from '#server/platform/settings/parts.ts'

/** What keeps the counter from being off: a day that is not closed, and orders of the counter that are not paid. */
export async function owedCounter(db: Db): Promise<Owed[]> {
  const days = await db
    .selectFrom('counter_days')
    .where('closed_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const orders = await db
    .selectFrom('orders')
    .where('via', '=', 'counter')
    .where('state', 'in', ['pending', 'capturing'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return [
    ...owedOf(days.count, ['day that is not closed', 'days that are not closed'], '/admin/counter'),
    ...owedOf(
      orders.count,
      ['unpaid order of the counter', 'unpaid orders of the counter'],
      '/admin/orderlist?state=pending&only=counter',
    ),
  ]
}
