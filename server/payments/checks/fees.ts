/** PayPal's fees of payments whose capture was recorded without them: by an earlier release, or before PayPal knew them. */
import type { PaymentRow } from '#server/kernel/db/schema.ts'
import { DAY, isoIn } from '#server/kernel/time/clock.ts'
import type { Payment } from '#server/providers/providers.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Stores the fees of a captured payment and of its completed refunds, where they are not stored yet. */
export async function recordFees({ db }: Shop, payment: PaymentRow, seen: Payment): Promise<void> {
  const fee = seen.capture?.feeCents ?? null
  if (payment.fee_cents === null && fee !== null)
    await db
      .updateTable('payments')
      .set({ fee_cents: fee })
      .where('id', '=', payment.id)
      .where('captured_at', 'is not', null)
      .where('fee_cents', 'is', null)
      .execute()
  for (const { id, feeBackCents } of seen.refunds.filter((refund) => refund.feeBackCents !== null))
    await db
      .updateTable('refunds')
      .set({ fee_back_cents: feeBackCents })
      .where('payment_id', '=', payment.id)
      .where('provider_refund_id', '=', id)
      .where('state', '=', 'completed')
      .where('fee_back_cents', 'is', null)
      .execute()
}

/** Old payments without a fee are read at PayPal once in this time, in milliseconds. */
const AGAIN = 30 * DAY

/** Captured payments without a fee that PayPal has not been asked about for a month. */
export function paymentsWithoutFee({ db, clock }: Shop, limit: number): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('fee_cents', 'is', null)
    .where('captured_at', 'is not', null)
    .where('provider_order_id', 'is not', null)
    .where((eb) => eb.or([eb('reread_at', 'is', null), eb('reread_at', '<', isoIn(clock, -AGAIN))]))
    .limit(limit)
    .execute()
}
