/** The PayPal implementation of `Payments`. */
import { fetchKept } from '../kept-connections.ts'
import { type Mode, aboutShop } from '../service.ts'
import {
  PaymentDeclined,
  PaymentRefused,
  PaymentUnavailable,
  type Payment,
  type PaymentRequest,
  type Payments,
  type Sums,
} from '../payments.ts'
import { afterCapture } from './refunds.ts'
import { chargeSaved } from './charge.ts'
import {
  isOk,
  issueOf,
  orderOfCapture,
  refusal,
  requireId,
  requireRequestId,
  IN_PROGRESS,
  createOne,
  readOne,
} from './responses.ts'
import { checkWebhook, testPurchase, isGenuine, mayBeGenuine } from './webhooks.ts'
import { debugNote, paypalCalls, unclear, type Answer, type Call, type Execute } from './calls.ts'
import { amountOf, hostsIn, isComplete, orderBody, readPayment, type OrderLook } from './orders.ts'
import { listMovements } from './transactions.ts'
import { paypalVault } from './vault.ts'
import { paypalWebhooks } from './webhook-setup.ts'

export type PaypalOptions = OrderLook & {
  clientId: string
  clientSecret: string
  /** `https://api-m.paypal.com`, `https://api-m.sandbox.paypal.com`, or the address of the shop's sandbox. */
  apiBase: string
  /** The URL of the JavaScript SDK v6 for the browser. */
  scriptUrl: string
  /** The scripts of Google Pay and Apple Pay, if they are not the vendors' own. */
  googleScriptUrl?: string | undefined
  appleScriptUrl?: string | undefined
  environment: 'production' | 'sandbox'
  mode: Mode
  /** The shop's seller account. If set, an uncaptured payment to another account is refused as `PAYEE_MISMATCH`. */
  merchantId?: string | undefined
  /** The id of the webhook. Without it, webhook requests cannot be verified and are all rejected. */
  webhookId?: string | null | undefined
  /** Time limit for one call including its retries, in milliseconds. */
  timeoutMs?: number
  /** Time limit for a capture or a refund, which PayPal may take longer for. */
  captureTimeoutMs?: number
  backoffMs?: number
  /** For tests; by default connections are kept open (kept-connections.ts). */
  fetch?: typeof globalThis.fetch
  now?: () => number
}

/** https://developers.google.com/pay/api/web/guides/tutorial */
const GOOGLE_SCRIPT = 'https://pay.google.com/gp/p/js/pay.js'
/** https://developer.apple.com/documentation/applepayontheweb */
const APPLE_SCRIPT = 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js'

/**
 * Payments with PayPal's Orders API v2 (https://developer.paypal.com/docs/api/orders/v2/), to the account of the
 * credentials. Texts that cannot be PayPal ids are refused (`INVALID_PAYMENT_ID`) before a call is made. A captured
 * payment is never refused because of its content: its money has moved, and the caller must record that.
 */
export function paypalPayments(options: PaypalOptions): Payments {
  const { mode, clientId, environment } = options
  const { timeoutMs = 5_000, captureTimeoutMs = 15_000, now = Date.now } = options
  const { execute, signIn } = paypalCalls({
    clientId,
    clientSecret: options.clientSecret,
    apiBase: options.apiBase.replace(/(?<!\/)\/+$/, ''),
    timeoutMs,
    backoffMs: options.backoffMs ?? 200,
    fetch: options.fetch ?? fetchKept,
    now,
  })
  const verified = ({ payment, hosts }: OrderResult): Payment => {
    requireEnvironment(hosts, environment)
    requirePayee(payment, options.merchantId)
    return payment
  }
  const open = async (request: PaymentRequest) =>
    verified(await openOrder(execute, request, options, timeoutMs))
  const read = async (id: string) => {
    const result = await readOrder(execute, requireId(id), timeoutMs)
    return result && verified(result)
  }
  const limits = { captureMs: captureTimeoutMs, readMs: timeoutMs }
  const capture = (id: string, requestId: string) => capturePayment(execute, id, requestId, limits)
  return {
    mode,
    merchantId: options.merchantId ?? null,
    browser: browserPart(options),
    createPayment: open,
    getPayment: read,
    getPaymentOfCapture: async (captureId) => {
      const id = await readOne(
        execute,
        `/v2/payments/captures/${requireId(captureId)}`,
        orderOfCapture,
        timeoutMs,
      )
      return id === null ? null : read(id)
    },
    changeAmount: (id, sums) => patchAmount(execute, requireId(id), sums, timeoutMs),
    capturePayment: async (id, requestId) => capture(requireId(id), requireRequestId(requestId)),
    chargeSaved: (request) => chargeSaved({ execute, capture, read, timeoutMs: captureTimeoutMs }, request),
    ...paypalVault(execute, options, timeoutMs),
    ...paypalWebhooks(execute, timeoutMs),
    listMovements: (from, to) => listMovements(execute, from, to, captureTimeoutMs),
    ...afterCapture(execute, { moneyMs: captureTimeoutMs, readMs: timeoutMs, now }),
    receivesEvents: Boolean(options.webhookId),
    mayBeGenuine: (delivery) => mayBeGenuine(delivery, options.webhookId ?? ''),
    isGenuine: (delivery) => isGenuine(execute, delivery, options.webhookId ?? '', timeoutMs),
    async check() {
      await signIn()
      const { id } = await open(testPurchase())
      if (!(await read(id)))
        throw new PaymentUnavailable(`PayPal does not know the payment ${id} it has just opened`)
      const { webhookId, shopOrigin = null } = options
      if (webhookId) await checkWebhook(execute, { webhookId, shopOrigin }, timeoutMs)
    },
  }
}

function browserPart(options: PaypalOptions): Payments['browser'] {
  const { clientId, scriptUrl, environment } = options
  return {
    clientId,
    scriptUrl,
    googleScriptUrl: options.googleScriptUrl ?? GOOGLE_SCRIPT,
    appleScriptUrl: options.appleScriptUrl ?? APPLE_SCRIPT,
    environment,
    currency: 'USD',
  }
}

/** A payment, and the hosts of its links. PayPal sends the buyer to these hosts. */
type OrderResult = { payment: Payment; hosts: string[] }

function openOrder(
  execute: Execute,
  request: PaymentRequest,
  look: OrderLook,
  timeoutMs: number,
): Promise<OrderResult> {
  const { requestId } = request
  const call = { path: '/v2/checkout/orders', body: orderBody(request, look), requestId, timeoutMs }
  return createOne(execute, call, (body) => orderResult(body))
}

function readOrder(execute: Execute, id: string, timeoutMs: number): Promise<OrderResult | null> {
  return readOne(execute, `/v2/checkout/orders/${id}`, (body) => orderResult(body, id), timeoutMs)
}

/** Replaces the amount of the only purchase unit, whose `reference_id` is PayPal's default. */
async function patchAmount(execute: Execute, id: string, sums: Sums, timeoutMs: number): Promise<void> {
  const path = "/purchase_units/@reference_id=='default'/amount"
  const body = [{ op: 'replace', path, value: amountOf(sums) }]
  const call: Call = { method: 'PATCH', path: `/v2/checkout/orders/${id}`, body, timeoutMs }
  const answer = await execute(call)
  if (answer.status !== 204 && !isOk(answer)) throw refusal(call, answer)
}

async function capturePayment(
  execute: Execute,
  id: string,
  requestId: string,
  limits: { captureMs: number; readMs: number },
): Promise<Payment> {
  const path = `/v2/checkout/orders/${id}/capture`
  const call: Call = { method: 'POST', path, requestId, timeoutMs: limits.captureMs }
  const answer = await execute(call)
  if (isOk(answer)) {
    const payment = readPayment(answer.body, id)
    if (payment?.capture && isComplete(payment)) return payment
  } else if (issueOf(answer) !== 'ORDER_ALREADY_CAPTURED') {
    throw captureRefusal(call, answer)
  }
  const reread = (await readOrder(execute, id, limits.readMs))?.payment
  if (!reread?.capture) throw unclear(call, 'PayPal says captured, but shows no capture', answer)
  return reread
}

/** Throws if an uncaptured payment goes to another account. Captured payments pass, so that the caller records them. */
function requirePayee({ payeeMerchantId: payee, capture }: Payment, merchantId: string | undefined): void {
  if (merchantId === undefined || payee === null || payee === merchantId || capture) return
  throw aboutShop(
    new PaymentRefused(
      'PAYEE_MISMATCH',
      `PAYPAL_MERCHANT_ID is ${merchantId}, but with these credentials PayPal pays ${payee}`,
    ),
  )
}

/**
 * Throws if PayPal's sandbox responds to a live shop, which would give goods away, or if the live PayPal responds to a
 * shop in test mode. Only the hosts of the links show the difference. The shop's own sandbox has other hosts, so it is
 * always accepted.
 */
function requireEnvironment(hosts: string[], environment: PaypalOptions['environment']): void {
  const paypalHosts = hosts.filter((host) => /(^|\.)paypal\.com$/.test(host))
  const other = paypalHosts.find((host) => host.includes('sandbox') !== (environment === 'sandbox'))
  if (other === undefined) return
  const why =
    environment === 'sandbox'
      ? 'PAYPAL_ENV is sandbox, but the real PayPal answers: real money would move'
      : 'PAYPAL_ENV is live, but PayPal’s sandbox answers: no money would move'
  throw aboutShop(new PaymentRefused('OTHER_ENVIRONMENT', `${why} (${other})`))
}

function orderResult(body: Record<string, unknown>, id?: string): OrderResult | null {
  const payment = readPayment(body, id)
  return payment && { payment, hosts: hostsIn(body) }
}

/** Error codes after which the buyer can try another payment method or return to PayPal. */
const RETRYABLE_BY_BUYER = new Set([
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'PAYER_CANNOT_PAY',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
])

function captureRefusal(call: Call, answer: Answer): Error {
  const issue = issueOf(answer)
  if (IN_PROGRESS.has(issue)) return unclear(call, issue, answer)
  if (!RETRYABLE_BY_BUYER.has(issue)) return refusal(call, answer)
  return new PaymentDeclined(issue, `PayPal declined the capture: ${issue}${debugNote(answer.debugId)}`)
}
