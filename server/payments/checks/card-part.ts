/** The part of a refund that goes to gift cards. It waits until PayPal has accepted the other part. */
import type { PaymentRow, RefundRow, Tx } from '#server/kernel/db/schema.ts'

/** The provider of a payment by gift card. */
export const CARD_PROVIDER = 'gift-card'

/** The request id of the refund to gift cards that waits for this refund at PayPal. */
export function cardRequestOf({ request_id }: Pick<RefundRow, 'request_id'>): string {
  return `${request_id}-card`
}

/** The refund to gift cards that waits for a refund at PayPal; null if there is none, or it is done. */
export async function readWaiting(
  tx: Tx,
  refund: RefundRow,
): Promise<{ payment: PaymentRow; refund: RefundRow } | null> {
  const waiting = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('request_id', '=', cardRequestOf(refund))
    .where('state', '=', 'started')
    .executeTakeFirst()
  if (!waiting) return null
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', waiting.payment_id)
    .executeTakeFirstOrThrow()
  return { payment, refund: waiting }
}
