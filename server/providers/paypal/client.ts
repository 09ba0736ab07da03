import {
  PaymentDeclined,
  PaymentRefused,
  type Mode,
  type Payment,
  type PaymentRequest,
  type Payments,
} from '../providers.ts'
import { afterCapture } from './after-capture.ts'
import { isOk, issueOf, refusal, refuseStrangeId, refuseStrangeRequestId, stillRunning } from './answers.ts'
import { debugNote, paypalCalls, unavailable, type Answer, type Call, type Fetch } from './calls.ts'
import { isWhole, orderBody, readPayment, type OrderLook } from './orders.ts'
import { listMovements } from './transactions.ts'
import { isGenuine, mayBeGenuine } from './webhooks.ts'

export type PaypalOptions = OrderLook & {
  clientId: string
  clientSecret: string
  /** `https://api-m.paypal.com`, `https://api-m.sandbox.paypal.com`, or our stand-in's address. */
  apiBase: string
  /** Where the browser gets the JavaScript SDK v6 from. */
  scriptUrl: string
  environment: 'production' | 'sandbox'
  mode: Mode
  /** Our seller account. With it, an uncaptured payment to anybody else is refused as `PAYEE_MISMATCH`. */
  merchantId?: string | undefined
  /** Of the webhook that PayPal calls; without it no delivery can be checked, and none is believed. */
  webhookId?: string | null | undefined
  /** For one call, all its tries together, in milliseconds. */
  timeoutMs?: number
  /** The same for a capture or a refund, which PayPal may take long over. */
  captureTimeoutMs?: number
  backoffMs?: number
  fetch?: Fetch
  now?: () => number
}

type Speak = (call: Call) => Promise<Answer>

/**
 * Payments by PayPal's Orders API v2 (shared/reference/providers.md 1.3), to the account the credentials
 * belong to. Ids that PayPal cannot have given are refused (`INVALID_PAYMENT_ID`) before any call goes out.
 * A capture's answer is never refused for its content: the money has moved, and the caller must see it.
 */
export function paypalPayments(options: PaypalOptions): Payments {
  const { mode, clientId, scriptUrl, environment } = options
  const { timeoutMs = 5_000, captureTimeoutMs = 15_000, now = Date.now } = options
  const { speak, signIn } = paypalCalls({
    clientId,
    clientSecret: options.clientSecret,
    apiBase: options.apiBase.replace(/\/+$/, ''),
    timeoutMs,
    backoffMs: options.backoffMs ?? 200,
    fetch: options.fetch ?? globalThis.fetch,
    now,
  })
  const ours = <P extends Payment | null>(payment: P) => refuseForeign(payment, options.merchantId)
  return {
    mode,
    merchantId: options.merchantId ?? null,
    browser: { clientId, scriptUrl, environment, currency: 'USD' },
    createPayment: async (request) => ours(await createPayment(speak, request, options, timeoutMs)),
    getPayment: async (id) => ours(await readOrder(speak, refuseStrangeId(id), timeoutMs)),
    capturePayment: async (id, requestId) =>
      capturePayment(speak, refuseStrangeId(id), refuseStrangeRequestId(requestId), {
        captureMs: captureTimeoutMs,
        readMs: timeoutMs,
      }),
    listMovements: (from, to) => listMovements(speak, from, to, captureTimeoutMs),
    ...afterCapture(speak, { moneyMs: captureTimeoutMs, readMs: timeoutMs, now }),
    hearsEvents: Boolean(options.webhookId),
    mayBeGenuine: (delivery) => mayBeGenuine(delivery, options.webhookId ?? ''),
    isGenuine: (delivery) => isGenuine(speak, delivery, options.webhookId ?? '', timeoutMs),
    check: signIn,
  }
}

async function createPayment(speak: Speak, request: PaymentRequest, look: OrderLook, timeoutMs: number) {
  const call: Call = {
    method: 'POST',
    path: '/v2/checkout/orders',
    body: orderBody(request, look),
    requestId: refuseStrangeRequestId(request.requestId),
    timeoutMs,
  }
  const answer = await speak(call)
  if (!isOk(answer)) throw refusal(call, answer)
  return paymentOf(call, answer)
}

async function readOrder(speak: Speak, id: string, timeoutMs: number): Promise<Payment | null> {
  const call: Call = { method: 'GET', path: `/v2/checkout/orders/${id}`, timeoutMs }
  const answer = await speak(call)
  if (isOk(answer)) return paymentOf(call, answer, id)
  // A 404 that is not in PayPal's words comes from something in between, which knows nothing of payments.
  if (answer.status === 404 && answer.body['name'] === 'RESOURCE_NOT_FOUND') return null
  throw refusal(call, answer)
}

async function capturePayment(
  speak: Speak,
  id: string,
  requestId: string,
  limits: { captureMs: number; readMs: number },
): Promise<Payment> {
  const path = `/v2/checkout/orders/${id}/capture`
  const call: Call = { method: 'POST', path, requestId, timeoutMs: limits.captureMs }
  const answer = await speak(call)
  if (isOk(answer)) {
    const payment = readPayment(answer.body, id)
    if (payment?.capture && isWhole(payment)) return payment
  } else if (issueOf(answer) !== 'ORDER_ALREADY_CAPTURED') {
    throw captureRefusal(call, answer)
  }
  const known = await readOrder(speak, id, limits.readMs)
  if (!known?.capture) throw unavailable(call, 'PayPal says captured, but shows no capture', answer)
  return known
}

/** A payment whose money has moved is never refused: the caller must see it to write it down. */
function refuseForeign<P extends Payment | null>(payment: P, merchantId: string | undefined): P {
  const payee = payment?.payeeMerchantId ?? null
  if (merchantId === undefined || payee === null || payee === merchantId || payment?.capture) return payment
  throw new PaymentRefused('PAYEE_MISMATCH', `the payment goes to ${payee}, not to ${merchantId}`)
}

function paymentOf(call: Call, answer: Answer, id?: string): Payment {
  const payment = readPayment(answer.body, id)
  if (!payment) throw unavailable(call, 'PayPal answered an order of unknown shape', answer)
  return payment
}

/** Another source of money, or another visit to PayPal, may still pay the same payment. */
const buyerCanMend = new Set([
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'PAYER_CANNOT_PAY',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
])

function captureRefusal(call: Call, answer: Answer): Error {
  const issue = issueOf(answer)
  if (stillRunning.has(issue)) return unavailable(call, issue, answer)
  if (!buyerCanMend.has(issue)) return refusal(call, answer)
  return new PaymentDeclined(issue, `PayPal declined the capture: ${issue}${debugNote(answer.debugId)}`)
}
