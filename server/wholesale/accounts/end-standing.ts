import type { Tx } from '#server/kernel/db/schema.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Ends standing orders. Their dates without an order are removed; orders that are written stay as they are. */
export async function endOrders(
  tx: Tx,
  { clock }: Pick<Shop, 'clock'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('standing_orders')
    .set({ ended_at: isoNow(clock) })
    .where('id', 'in', ids)
    .execute()
  await tx
    .deleteFrom('standing_dates')
    .where('standing_order_id', 'in', ids)
    .where('state', 'in', ['planned', 'closed', 'skipped', 'waiting'])
    .execute()
}

/** Ends all standing orders of an account. Returns how many there were. */
export async function endOrdersOf(tx: Tx, shop: Pick<Shop, 'clock'>, companyId: string): Promise<number> {
  const rows = await tx
    .selectFrom('standing_orders')
    .select('id')
    .where('company_id', '=', companyId)
    .where('ended_at', 'is', null)
    .execute()
  await endOrders(
    tx,
    shop,
    rows.map(({ id }) => id),
  )
  return rows.length
}
