/** Processes rows that each need a call to PayPal, so that one failing row does not block the others. */
import { Refusal } from '#server/kernel/errors.ts'
import { isAnswered } from '#server/providers/service.ts'
import { PaymentRefused, PaymentUnavailable } from '#server/providers/payments.ts'
import type { Shop } from '#server/platform/shop.ts'

/** After this many unanswered calls, PayPal counts as down until the next run. */
const MAX_UNANSWERED = 3

/**
 * Calls `work` for each row in turn. Errors are logged under `job`. After three calls without an answer the remaining
 * rows wait for the next run. An answer that is unclear concerns only its row.
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
      if (isAnswered(error)) shop.log.warn({ err: error, id: row.id }, `${job}: PayPal’s answer is unclear`)
      else if (error instanceof PaymentUnavailable) {
        shop.log.warn({ err: error, id: row.id }, `${job}: PayPal does not answer`)
        if (++unanswered === MAX_UNANSWERED) return
      } else if (error instanceof PaymentRefused)
        shop.log.warn({ err: error, id: row.id }, `${job}: PayPal refuses`)
      else if (error instanceof Refusal) shop.log.info({ id: row.id, message: error.message }, job)
      else shop.log.error({ err: error, id: row.id }, job)
    }
  }
}
