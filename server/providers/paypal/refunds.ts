/** Reads PayPal's refunds. */
import * as z from 'zod/mini'
import { fromDecimal } from '#shared/pricing.ts'
import type { Refund } from '../refunds.ts'

/** An amount in PayPal's format. */
export const Money = z.object({ currency_code: z.string(), value: z.string() })

/** A fee in cents; null if it is missing or not in US dollars. PayPal reports refunded fees with either sign. */
export function feeOf(fee: z.infer<typeof Money> | null | undefined): number | null {
  return fee?.currency_code === 'USD' ? fromDecimal(fee.value.replace(/^-/, '')) : null
}

const RefundAnswer = z.object({
  id: z.string(),
  status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']),
  amount: Money,
  custom_id: z.nullish(z.string()),
  seller_payable_breakdown: z.nullish(z.object({ paypal_fee: z.nullish(Money) })),
  create_time: z.nullish(z.string()),
  update_time: z.nullish(z.string()),
})

const statuses = {
  COMPLETED: 'completed',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
} as const

/** Parses a refund, from its own endpoint or from an order; null if it does not match the published schema. */
export function readRefund(body: unknown): Refund | null {
  const parsed = RefundAnswer.safeParse(body)
  if (!parsed.success) return null
  const { id, status, amount, custom_id: refundId, create_time, update_time } = parsed.data
  const breakdown = parsed.data.seller_payable_breakdown
  const amountCents = fromDecimal(amount.value)
  const at = Date.parse(create_time ?? update_time ?? '')
  if (amountCents === null || Number.isNaN(at)) return null
  return {
    id,
    status: statuses[status],
    amountCents,
    currency: amount.currency_code,
    refundId: refundId ?? null,
    feeBackCents: feeOf(breakdown?.paypal_fee),
    at: new Date(at).toISOString(),
  }
}
