/** PayPal calls for captured payments: refunds (Payments API v2), disputes, tracking numbers. */
import * as z from 'zod/mini'
import { toDecimal, fromDecimal } from '#shared/kernel/pricing.ts'
import { PaymentRefused, type Payments, type Refund, type RefundRequest } from '../payments.ts'
import {
  isOk,
  issueOf,
  refusal,
  requireId,
  requireRequestId,
  IN_PROGRESS,
  readOne,
  Money,
  feeOf,
  timeOf,
} from './responses.ts'
import { unclear, type Answer, type Call, type Execute } from './calls.ts'
import { listDisputes, readDispute } from './disputes.ts'

/** Time limits of calls in milliseconds, and the current time in milliseconds since 1970. */
type Limits = { moneyMs: number; readMs: number; now: () => number }

/** The functions of `Payments` for captured payments. */
export function afterCapture(
  execute: Execute,
  limits: Limits,
): Pick<Payments, 'refundCapture' | 'getRefund' | 'listDisputes' | 'getDispute' | 'addTracking'> {
  return {
    refundCapture: (captureId, request) => refund(execute, requireId(captureId), request, limits),
    getRefund: (id) =>
      readOne(execute, `/v2/payments/refunds/${requireId(id)}`, (body) => readRefund(body), limits.readMs),
    listDisputes: (since) =>
      listDisputes(execute, since, new Date(limits.now()).toISOString(), limits.moneyMs),
    getDispute: (id) =>
      readOne(
        execute,
        `/v1/customer/disputes/${requireDisputeId(id)}`,
        (body) => readDispute(body, id),
        limits.readMs,
      ),
    addTracking: (id, parcel) => addTracking(execute, requireId(id), parcel, limits),
  }
}

async function refund(
  execute: Execute,
  captureId: string,
  request: RefundRequest,
  limits: Limits,
): Promise<Refund> {
  const call: Call = {
    method: 'POST',
    path: `/v2/payments/captures/${captureId}/refund`,
    requestId: requireRequestId(request.requestId),
    body: {
      amount: { currency_code: 'USD', value: toDecimal(request.amountCents) },
      custom_id: request.refundId,
      ...(request.reason === '' ? {} : { note_to_payer: request.reason }),
    },
    timeoutMs: limits.moneyMs,
  }
  const answer = await execute(call)
  if (!isOk(answer)) throw refusalOf(call, answer)
  const created = readRefund(answer.body)
  if (created) return created
  // If the response is incomplete, the refund exists anyway. Read it.
  const id = answer.body['id']
  const reread =
    typeof id === 'string' &&
    (await readOne(
      execute,
      `/v2/payments/refunds/${encodeURIComponent(id)}`,
      (body) => readRefund(body),
      limits.readMs,
    ))
  if (!reread) throw unclear(call, 'PayPal sent a refund in an unknown format', answer)
  return reread
}

async function addTracking(
  execute: Execute,
  id: string,
  { captureId, number, carrier }: { captureId: string; number: string; carrier: string },
  limits: Limits,
): Promise<void> {
  const call: Call = {
    method: 'POST',
    path: `/v2/checkout/orders/${id}/track`,
    requestId: requireRequestId(`${captureId}-track-${number.replaceAll(/[^\x21-\x7e]/g, '')}`),
    body: {
      capture_id: captureId,
      tracking_number: number,
      carrier,
      ...(carrier === 'OTHER' ? { carrier_name_other: 'Carrier' } : {}),
      notify_payer: false,
    },
    timeoutMs: limits.readMs,
  }
  const answer = await execute(call)
  if (!isOk(answer)) throw refusalOf(call, answer)
}

function refusalOf(call: Call, answer: Answer): Error {
  const issue = issueOf(answer)
  return IN_PROGRESS.has(issue) ? unclear(call, issue, answer) : refusal(call, answer)
}

function requireDisputeId(id: string): string {
  if (/^[A-Z0-9-]{1,40}$/.test(id)) return id
  throw new PaymentRefused('INVALID_DISPUTE_ID', 'PayPal gives no such ids')
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
