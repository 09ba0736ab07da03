/** Reads PayPal's refunds. */
import * as z from 'zod/mini'
import { fromDecimal } from '#shared/pricing.ts'
import type { Refund } from '../refunds.ts'

const RefundAnswer = z.object({
  id: z.string(),
  status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']),
  amount: z.object({ currency_code: z.string(), value: z.string() }),
  custom_id: z.nullish(z.string()),
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
  const amountCents = fromDecimal(amount.value)
  const at = Date.parse(create_time ?? update_time ?? '')
  if (amountCents === null || Number.isNaN(at)) return null
  return {
    id,
    status: statuses[status],
    amountCents,
    currency: amount.currency_code,
    refundId: refundId ?? null,
    at: new Date(at).toISOString(),
  }
}
