import { dayOf } from '#shared/kernel/dates.ts'

/**
 * The day at the shop on which a batch was weighed out after roasting. It is the roast date of its coffee, also if the batch
 * was planned for another day. Until the batch is roasted, the day for which it is planned.
 */
export function roastedOn(batch: { roasted_at: string | null; roasts_on: string }): string {
  return batch.roasted_at === null ? batch.roasts_on : dayOf(new Date(batch.roasted_at))
}
