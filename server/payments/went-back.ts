import type { Payment } from '../providers/providers.ts'

/**
 * What went back of a payment by PayPal's own word, in cents. PayPal may call a capture refunded without naming the
 * refunds, which it does of money that it took back itself; a refund that it names as failed is not back.
 * @param taken what was captured, in cents
 */
export function wentBack({ capture, refunds }: Payment, taken: number): number {
  const sumOf = (isFailed: boolean) =>
    refunds
      .filter(({ status }) => (status === 'failed') === isFailed)
      .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const named = sumOf(false)
  return capture?.status === 'refunded' ? Math.max(named, taken - sumOf(true)) : named
}
