/** What discount codes still owe (desk page Parts). */
import type { Db } from '#server/kernel/db/schema.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { isReal } from '#server/platform/invented.ts'
import { owedOf, type Owed } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { stateOf } from './edit-codes.ts'

/**
 * The codes that buyers can use today or later: the shop does not know where they were announced. And the unpaid orders with
 * a code. Invented codes do not count.
 * @param db may be a transaction
 */
export async function codesOwed(db: Db, { clock }: Pick<Shop, 'clock'>): Promise<Owed[]> {
  const { day } = nowAt(clock)
  const codes = await db
    .selectFrom('discount_codes')
    .selectAll()
    .where('is_off', '=', 0)
    .where(isReal('discount_codes', 'discount_codes.id'))
    .execute()
  const usable = codes.filter((code) => ['active', 'later'].includes(stateOf(code, day)))
  const { count } = await db
    .selectFrom('discount_uses')
    .innerJoin('orders', 'orders.id', 'discount_uses.order_id')
    .where('released_at', 'is', null)
    .where('orders.state', 'in', ['pending', 'capturing'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return [
    ...owedOf(
      usable.length,
      ['code that buyers can still use', 'codes that buyers can still use'],
      '/admin/discounts',
    ),
    ...owedOf(
      count,
      ['unpaid order with a code', 'unpaid orders with a code'],
      '/admin/orderlist?state=pending',
    ),
  ]
}
