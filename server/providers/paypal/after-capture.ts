/** PayPal calls for captured payments: refunds (Payments API v2), disputes, tracking numbers. */
import { toDecimal } from '#shared/kernel/pricing.ts'
import { PaymentRefused, type Payments } from '../providers.ts'
import type { Refund, RefundRequest } from '../refunds.ts'
import { isOk, issueOf, refusal, requireId, requireRequestId, IN_PROGRESS } from './responses.ts'
import { unclear, type Answer, type Call } from './calls.ts'
import { listDisputes, readDispute } from './disputes.ts'
import { readOne } from './read-one.ts'
import { readRefund } from './refunds.ts'

type Execute = (call: Call) => Promise<Answer>
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
      readOne(execute, `/v2/payments/refunds/${requireId(id)}`, (body) => readRefund(body), limits),
    listDisputes: (since) =>
      listDisputes(execute, since, new Date(limits.now()).toISOString(), limits.moneyMs),
    getDispute: (id) =>
      readOne(
        execute,
        `/v1/customer/disputes/${requireDisputeId(id)}`,
        (body) => readDispute(body, id),
        limits,
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
      limits,
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
