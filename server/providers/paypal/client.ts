import type { Mode } from '../mode.ts'
import {
  PaymentDeclined,
  PaymentRefused,
  PaymentUnavailable,
  aboutShop,
  type Payment,
  type PaymentRequest,
  type Payments,
} from '../providers.ts'
import { afterCapture } from './after-capture.ts'
import { isOk, issueOf, refusal, refuseStrangeId, refuseStrangeRequestId, stillRunning } from './answers.ts'
import { checkWebhook, testPurchase } from './check.ts'
import { debugNote, paypalCalls, unavailable, type Answer, type Call, type Fetch } from './calls.ts'
import { hostsIn, isWhole, orderBody, readPayment, type OrderLook } from './orders.ts'
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
  const ours = ({ payment, hosts }: Seen): Payment => {
    refuseOtherWorld(hosts, environment)
    refuseForeign(payment, options.merchantId)
    return payment
  }
  const open = async (request: PaymentRequest) => ours(await openOrder(speak, request, options, timeoutMs))
  const read = async (id: string) => {
    const seen = await readOrder(speak, refuseStrangeId(id), timeoutMs)
    return seen && ours(seen)
  }
  return {
    mode,
    merchantId: options.merchantId ?? null,
    browser: { clientId, scriptUrl, environment, currency: 'USD' },
    createPayment: open,
    getPayment: read,
    capturePayment: async (id, requestId) =>
      capturePayment(speak, refuseStrangeId(id), refuseStrangeRequestId(requestId), {
        captureMs: captureTimeoutMs,
        readMs: timeoutMs,
      }),
    listMovements: (from, to) => listMovements(speak, from, to, captureTimeoutMs),
    ...afterCapture(speak, { moneyMs: captureTimeoutMs, readMs: timeoutMs, now }),
    receivesEvents: Boolean(options.webhookId),
    mayBeGenuine: (delivery) => mayBeGenuine(delivery, options.webhookId ?? ''),
    isGenuine: (delivery) => isGenuine(speak, delivery, options.webhookId ?? '', timeoutMs),
    async check() {
      await signIn()
      const { id } = await open(testPurchase())
      if (!(await read(id)))
        throw new PaymentUnavailable(`PayPal does not know the payment ${id} it has just opened`)
      if (options.webhookId) await checkWebhook(speak, options.webhookId, timeoutMs)
    },
  }
}

/** A payment, and the hosts that PayPal sends its buyer to. */
type Seen = { payment: Payment; hosts: string[] }

async function openOrder(
  speak: Speak,
  request: PaymentRequest,
  look: OrderLook,
  timeoutMs: number,
): Promise<Seen> {
  const call: Call = {
    method: 'POST',
    path: '/v2/checkout/orders',
    body: orderBody(request, look),
    requestId: refuseStrangeRequestId(request.requestId),
    timeoutMs,
  }
  const answer = await speak(call)
  if (!isOk(answer)) throw refusal(call, answer)
  return seenIn(call, answer)
}

async function readOrder(speak: Speak, id: string, timeoutMs: number): Promise<Seen | null> {
  const call: Call = { method: 'GET', path: `/v2/checkout/orders/${id}`, timeoutMs }
  const answer = await speak(call)
  if (isOk(answer)) return seenIn(call, answer, id)
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
  const known = (await readOrder(speak, id, limits.readMs))?.payment
  if (!known?.capture) throw unavailable(call, 'PayPal says captured, but shows no capture', answer)
  return known
}

/** A payment whose money has moved is never refused: the caller must see it to write it down. */
function refuseForeign({ payeeMerchantId: payee, capture }: Payment, merchantId: string | undefined): void {
  if (merchantId === undefined || payee === null || payee === merchantId || capture) return
  throw aboutShop(
    new PaymentRefused(
      'PAYEE_MISMATCH',
      `PAYPAL_MERCHANT_ID is ${merchantId}, but with these credentials PayPal pays ${payee}`,
    ),
  )
}

/**
 * Throws when PayPal's sandbox answers a shop that is live, which would give goods away, and when the real PayPal
 * answers a rehearsal. Only the host tells them apart; a stand-in has a host of its own and is neither.
 */
function refuseOtherWorld(hosts: string[], environment: PaypalOptions['environment']): void {
  const theirs = hosts.filter((host) => /(^|\.)paypal\.com$/.test(host))
  const other = theirs.find((host) => host.includes('sandbox') !== (environment === 'sandbox'))
  if (other === undefined) return
  const why =
    environment === 'sandbox'
      ? 'PAYPAL_ENV is sandbox, but the real PayPal answers: real money would move'
      : 'PAYPAL_ENV is live, but PayPal’s sandbox answers: no money would move'
  throw aboutShop(new PaymentRefused('OTHER_ENVIRONMENT', `${why} (${other})`))
}

function seenIn(call: Call, answer: Answer, id?: string): Seen {
  const payment = readPayment(answer.body, id)
  if (!payment) throw unavailable(call, 'PayPal answered an order of unknown shape', answer)
  return { payment, hosts: hostsIn(answer.body) }
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
