/** Charges a payment method of PayPal's vault: an order that PayPal captures when it is created. */
import { MethodGone, PaymentDeclined, type Payment, type PaymentRequest } from '../payments.ts'
import { debugNote, unclear, type Answer, type Call, type Execute } from './calls.ts'
import { isComplete, orderBody, readPayment } from './orders.ts'
import { IN_PROGRESS, isOk, issueOf, refusal, requireRequestId, requireVaultId } from './responses.ts'
import { MERCHANT_INITIATED } from './saved.ts'

type Charging = {
  execute: Execute
  capture: (id: string, requestId: string) => Promise<Payment>
  read: (id: string) => Promise<Payment | null>
  timeoutMs: number
}

/** Implements `Payments.chargeSaved`. */
export async function chargeSaved(
  { execute, capture, read, timeoutMs }: Charging,
  { token, ...request }: PaymentRequest & { token: string },
): Promise<Payment> {
  const call: Call = {
    method: 'POST',
    path: '/v2/checkout/orders',
    body: chargeBody(request, requireVaultId(token)),
    requestId: requireRequestId(request.requestId),
    timeoutMs,
  }
  const answer = await execute(call)
  if (!isOk(answer)) throw chargeRefusal(call, answer)
  const payment = readPayment(answer.body)
  if (payment?.capture && isComplete(payment)) return payment
  const id = answer.body['id']
  if (typeof id !== 'string') throw unclear(call, 'PayPal sent an order in an unknown format', answer)
  if (payment?.status === 'approved') return capture(id, `${request.requestId}-capture`)
  // PayPal requires that the buyer confirms the payment, which is not possible without the buyer.
  if (payment?.status === 'open') throw declined('PAYER_ACTION_REQUIRED', answer)
  const reread = await read(id)
  if (!reread?.capture) throw unclear(call, 'PayPal says charged, but shows no capture', answer)
  return reread
}

function chargeBody(request: PaymentRequest, token: string) {
  return {
    ...orderBody(request, {}),
    payment_source: { paypal: { vault_id: token, stored_credential: MERCHANT_INITIATED } },
  }
}

/**
 * The buyer's account or bank refuses the payment. Another attempt, or another payment method, may succeed. Other codes
 * concern the shop's account or the request.
 */
const DECLINES = new Set([
  'COMPLIANCE_VIOLATION',
  'DECLINED_DUE_TO_RELATED_TXN',
  'DOMESTIC_TRANSACTION_REQUIRED',
  'INSTRUMENT_DECLINED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACTION_REQUIRED',
  'PAYER_CANNOT_PAY',
  'PAYMENT_SOURCE_CANNOT_BE_USED',
  'PAYMENT_SOURCE_DECLINED_BY_PROCESSOR',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'TRANSACTION_BLOCKED_BY_PAYEE',
  'TRANSACTION_LIMIT_EXCEEDED',
  'TRANSACTION_REFUSED',
])

/** The token was deleted, or the buyer has ended the automatic payments in their PayPal account. */
const GONE = new Set([
  'AGREEMENT_ALREADY_CANCELLED',
  'BILLING_AGREEMENT_NOT_FOUND',
  'INVALID_RESOURCE_ID',
  'RESOURCE_NOT_FOUND',
  'TOKEN_ID_NOT_FOUND',
])

function chargeRefusal(call: Call, answer: Answer): Error {
  const issue = issueOf(answer)
  if (IN_PROGRESS.has(issue)) return unclear(call, issue, answer)
  if (DECLINES.has(issue)) return declined(issue, answer)
  if (!GONE.has(issue)) return refusal(call, answer)
  return new MethodGone(
    issue,
    `PayPal no longer has this payment method: ${issue}${debugNote(answer.debugId)}`,
  )
}

function declined(issue: string, { debugId }: Answer): PaymentDeclined {
  return new PaymentDeclined(issue, `PayPal declined the charge: ${issue}${debugNote(debugId)}`)
}
