/** Reads PayPal's refunds. */
import * as z from 'zod/mini'
import { fromDecimal } from '#shared/kernel/pricing.ts'
import type { Refund } from '../refunds.ts'

/** An amount in PayPal's format. */
export const Money = z.object({ currency_code: z.string(), value: z.string() })

/** A fee in cents; null if it is missing or not in US dollars. PayPal reports refunded fees with either sign. */
export function feeOf(fee: z.infer<typeof Money> | null | undefined): number | null {
  return fee?.currency_code === 'USD' ? fromDecimal(fee.value.replace(/^-/, '')) : null
}

/**
 * The first of these times that is given and valid, ISO 8601. PayPal's times are optional; without one it is the current
 * time.
 */
export function timeOf(...times: (string | null | undefined)[]): string {
  const known = times.map((time) => Date.parse(time ?? '')).find((time) => !Number.isNaN(time))
  return new Date(known ?? Date.now()).toISOString()
}

const RefundAnswer = z.object({
  id: z.string(),
  // A refund without a status may not be finished. It is read again.
  status: z._default(z.nullable(z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED'])), null),
  amount: z.nullish(Money),
  custom_id: z.nullish(z.string()),
  seller_payable_breakdown: z.nullish(
    z.object({ gross_amount: z.nullish(Money), paypal_fee: z.nullish(Money) }),
  ),
  create_time: z.nullish(z.string()),
  update_time: z.nullish(z.string()),
})

const statuses = {
  COMPLETED: 'completed',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
} as const

/**
 * Parses a refund, from its own endpoint or from an order; null if its id or its amount cannot be known.
 * @param orderAt the time of the order, for a refund without a time
 */
export function readRefund(body: unknown, orderAt?: string | null): Refund | null {
  const parsed = RefundAnswer.safeParse(body)
  if (!parsed.success) return null
  const { id, status, custom_id: refundId, create_time, update_time } = parsed.data
  const breakdown = parsed.data.seller_payable_breakdown
  const amount = parsed.data.amount ?? breakdown?.gross_amount
  const amountCents = amount ? fromDecimal(amount.value) : null
  if (!amount || amountCents === null) return null
  return {
    id,
    status: statuses[status ?? 'PENDING'],
    amountCents,
    currency: amount.currency_code,
    refundId: refundId ?? null,
    feeBackCents: feeOf(breakdown?.paypal_fee),
    at: timeOf(create_time, update_time, orderAt),
  }
}
