/** Label rows, and their conversion for the API. */
import type { Label } from '#shared/shipping/api/labels.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { Db, LabelRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'

/** The text that identifies a purchase at Shippo. */
export function referenceOf({ order_id, id }: Pick<LabelRow, 'order_id' | 'id'>): string {
  return `${order_id} ${id}`
}

/** The name of a label's file in the store. */
export function labelFileName(labelId: string): string {
  return `label-${labelId}.pdf`
}

/** All labels of an order, newest first. */
export async function labelsOf(db: Db, orderId: string): Promise<LabelRow[]> {
  return db
    .selectFrom('labels')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export function toLabel(row: LabelRow): Label {
  return {
    state: row.state,
    price: toDollars(row.cents),
    service: row.service,
    trackingNumber: row.tracking_number,
    trackingUrl: row.tracking_url,
    problem: row.problem,
    by: row.actor,
    at: row.bought_at ?? row.created_at,
  }
}

/** Marks a label that is being bought as failed, with the reason for the admin. */
export async function noteFailure(shop: Shop, label: LabelRow, problem: string): Promise<void> {
  await shop.db
    .updateTable('labels')
    .set({ state: 'failed', problem: problem.slice(0, 300), updated_at: isoNow(shop.clock) })
    .where('id', '=', label.id)
    .where('state', '=', 'buying')
    .execute()
}
