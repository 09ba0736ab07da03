/** Work on rows that each take a call to PayPal: one that fails must not stand in front of the others. */
import { Refusal } from '../errors.ts'
import { PaymentRefused, PaymentUnavailable } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'

/** So many calls without an answer, and PayPal is taken to be down until the next run. */
const SILENCE = 3

/**
 * Does the work for one row after another. What a row throws is logged under `job`; after three calls without an
 * answer the rest waits for the next run.
 */
export async function oneByOne<Row extends { id: string }>(
  shop: Shop,
  job: string,
  rows: Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  let unanswered = 0
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      if (error instanceof PaymentUnavailable) {
        shop.log.warn({ err: error, id: row.id }, `${job}: PayPal does not answer`)
        if (++unanswered === SILENCE) return
      } else if (error instanceof PaymentRefused)
        shop.log.warn({ err: error, id: row.id }, `${job}: PayPal refuses`)
      else if (error instanceof Refusal) shop.log.info({ id: row.id, message: error.message }, job)
      else shop.log.error({ err: error, id: row.id }, job)
    }
  }
}
