/** Payments API v2 and what belongs to a captured payment: refunds, disputes, tracking. */
import { toDecimal } from '#shared/pricing.ts'
import { PaymentRefused, type Payments } from '../providers.ts'
import type { Refund, RefundRequest } from '../refunds.ts'
import { isOk, issueOf, refusal, refuseStrangeId, refuseStrangeRequestId, stillRunning } from './answers.ts'
import { unavailable, type Answer, type Call } from './calls.ts'
import { listDisputes, readDispute } from './disputes.ts'
import { readRefund } from './refunds.ts'

type Speak = (call: Call) => Promise<Answer>
/** How long a call may take, in milliseconds, and what time it is. */
type Limits = { moneyMs: number; readMs: number; now: () => number }

/** The verbs for a payment whose money has been taken. */
export function afterCapture(
  speak: Speak,
  limits: Limits,
): Pick<Payments, 'refundCapture' | 'getRefund' | 'listDisputes' | 'getDispute' | 'addTracking'> {
  return {
    refundCapture: (captureId, request) => refund(speak, refuseStrangeId(captureId), request, limits),
    getRefund: (id) => readOne(speak, `/v2/payments/refunds/${refuseStrangeId(id)}`, readRefund, limits),
    listDisputes: (since) => listDisputes(speak, since, new Date(limits.now()).toISOString(), limits.moneyMs),
    getDispute: (id) =>
      readOne(speak, `/v1/customer/disputes/${refuseStrangeDispute(id)}`, readDispute, limits),
    addTracking: (id, parcel) => addTracking(speak, refuseStrangeId(id), parcel, limits),
  }
}

async function refund(
  speak: Speak,
  captureId: string,
  request: RefundRequest,
  limits: Limits,
): Promise<Refund> {
  const call: Call = {
    method: 'POST',
    path: `/v2/payments/captures/${captureId}/refund`,
    requestId: refuseStrangeRequestId(request.requestId),
    body: {
      amount: { currency_code: 'USD', value: toDecimal(request.amountCents) },
      custom_id: request.refundId,
      ...(request.reason === '' ? {} : { note_to_payer: request.reason }),
    },
    timeoutMs: limits.moneyMs,
  }
  const answer = await speak(call)
  if (!isOk(answer)) throw refusalOf(call, answer)
  const made = readRefund(answer.body)
  if (made) return made
  // The money is on its way, whatever the answer left out: look again.
  const id = answer.body['id']
  const known =
    typeof id === 'string' && (await readOne(speak, `/v2/payments/refunds/${id}`, readRefund, limits))
  if (!known) throw unavailable(call, 'PayPal answered a refund of unknown shape', answer)
  return known
}

async function addTracking(
  speak: Speak,
  id: string,
  { captureId, number, carrier }: { captureId: string; number: string; carrier: string },
  limits: Limits,
): Promise<void> {
  const call: Call = {
    method: 'POST',
    path: `/v2/checkout/orders/${id}/track`,
    requestId: refuseStrangeRequestId(`${captureId}-track-${number.replaceAll(/[^\x21-\x7e]/g, '')}`),
    body: {
      capture_id: captureId,
      tracking_number: number,
      carrier,
      ...(carrier === 'OTHER' ? { carrier_name_other: 'Carrier' } : {}),
      notify_payer: false,
    },
    timeoutMs: limits.readMs,
  }
  const answer = await speak(call)
  if (!isOk(answer)) throw refusalOf(call, answer)
}

/** Null for what PayPal says in its own words that it does not know. */
async function readOne<T>(
  speak: Speak,
  path: string,
  read: (body: unknown) => T | null,
  { readMs }: Limits,
): Promise<T | null> {
  const call: Call = { method: 'GET', path, timeoutMs: readMs }
  const answer = await speak(call)
  if (isOk(answer)) {
    const found = read(answer.body)
    if (!found) throw unavailable(call, 'PayPal answered something of unknown shape', answer)
    return found
  }
  if (answer.status === 404 && answer.body['name'] === 'RESOURCE_NOT_FOUND') return null
  throw refusal(call, answer)
}

function refusalOf(call: Call, answer: Answer): Error {
  const issue = issueOf(answer)
  return stillRunning.has(issue) ? unavailable(call, issue, answer) : refusal(call, answer)
}

function refuseStrangeDispute(id: string): string {
  if (/^[A-Z0-9-]{1,40}$/.test(id)) return id
  throw new PaymentRefused('INVALID_DISPUTE_ID', 'PayPal gives no such ids')
}
