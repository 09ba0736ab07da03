import type { Payment } from '#server/providers/providers.ts'

/**
 * The refunded amount of a payment according to PayPal, in cents. If PayPal took the money back itself, the capture can
 * be `refunded` without any listed refund. Failed refunds do not count.
 * @param captured the captured amount in cents
 */
export function refundedCents({ capture, refunds }: Payment, captured: number): number {
  const sumOf = (isFailed: boolean) =>
    refunds
      .filter(({ status }) => (status === 'failed') === isFailed)
      .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const listed = sumOf(false)
  return capture?.status === 'refunded' ? Math.max(listed, captured - sumOf(true)) : listed
}
