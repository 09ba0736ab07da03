/** The calls for captures: refunds, disputes and tracking numbers. */
import {
  captureWithOrder,
  disputeAnswer,
  refundableCents,
  refundAnswer,
  refundLinks,
  capturedMoney,
  unitOf,
} from './answers.ts'
import type { Problem } from './issues.ts'
import {
  header,
  headerProblems,
  refuse,
  requestedDetail,
  unknownOrder,
  type CallInput,
  type Context,
  failure,
} from './orders.ts'
import { type Money, type Report, buyer } from './shapes.ts'
import type { StoredOrder, StoredRefund, StoredDispute } from './store.ts'
import { cents, moneyProblems } from './validate.ts'
import { isJson, parseJson, type SandboxRequest, type Reply } from '../server.ts'

/** `POST /v2/payments/captures/{id}/refund`. Without an amount, refunds the rest. Creates one refund per request id. */
export function refundCapture(context: Context, captureId: string, input: CallInput): Reply {
  const order = context.store.findByPart(captureId)
  const unit = order && unitOf(order, captureId)
  if (!order || !unit) return unknown(context, 'capture_id')
  // The shop cannot refund another merchant's capture.
  if (order.capture?.payee !== undefined) return refuse(context, [{ issue: 'PERMISSION_DENIED' }])
  const requestId = header(input, 'paypal-request-id')
  const wrong = headerProblems(requestId, false)
  if (wrong.length > 0) return refuse(context, wrong)
  const earlier = requestId === null ? undefined : order.refunds?.find((one) => one.requestId === requestId)
  const taken = capturedMoney(order, unit)
  if (earlier) return { status: 200, body: refundAnswer(earlier, taken, context.site) }
  const body = input.body === '' ? {} : parseJson(input.body)
  if (!isJson(body)) return refuse(context, [{ issue: 'MALFORMED_REQUEST_JSON' }])
  const malformed = shapeProblems(body)
  if (malformed.length > 0) return refuse(context, malformed)
  const left = refundableCents(order, unit, captureId)
  const amount = (body['amount'] as Money | undefined) ?? null
  const requestedCents = amount === null ? left : Number(cents(amount))
  const reason = refusalReason(order, left, { requestedCents, amount, currency: taken.currency_code })
  const outcome = context.refundOutcomes.shift() ?? null
  if (reason) return refuse(context, [reason])
  if (outcome === 'no-funds') return refuse(context, [{ issue: 'REFUND_FAILED_INSUFFICIENT_FUNDS' }])
  const refund: StoredRefund = {
    id: context.newId(),
    captureId,
    requestId,
    cents: requestedCents,
    state: outcome === 'pending' ? 'PENDING' : outcome === 'failed' ? 'FAILED' : 'COMPLETED',
    at: context.now(),
    ...text(body, 'custom_id', 'customId'),
    ...text(body, 'invoice_id', 'invoiceId'),
    ...text(body, 'note_to_payer', 'note'),
  }
  addRefund(context, order, refund, 'PAYMENT.CAPTURE.REFUNDED')
  if (requestedDetail(input) === 'full')
    return { status: 201, body: refundAnswer(refund, taken, context.site) }
  return {
    status: 201,
    body: { id: refund.id, status: refund.state, links: refundLinks(refund, context.site) },
  }
}

/** Stores a refund and sends its event. The shop or the seller on PayPal's site has made the refund. */
export function addRefund(context: Context, order: StoredOrder, refund: StoredRefund, event: string): void {
  context.store.change(order, { refunds: [...(order.refunds ?? []), refund] })
  const unit = unitOf(order, refund.captureId)
  if (unit && refund.state === 'COMPLETED')
    context.emit(event, 'refund', refundAnswer(refund, capturedMoney(order, unit), context.site))
}

/** `GET /v2/payments/refunds/{id}`. */
export function showRefund(context: Context, id: string): Reply {
  const order = context.store.findByPart(id)
  const refund = order?.refunds?.find((one) => one.id === id)
  const unit = order && refund && unitOf(order, refund.captureId)
  if (!refund || !unit) return unknown(context, 'refund_id')
  return { status: 200, body: refundAnswer(refund, capturedMoney(order, unit), context.site) }
}

/** `GET /v2/payments/captures/{id}`. */
export function showCapture(context: Context, id: string): Reply {
  const order = context.store.findByPart(id)
  const unit = order && unitOf(order, id)
  if (!order || !unit) return unknown(context, 'capture_id')
  return { status: 200, body: captureWithOrder(order, unit, id, context.site) }
}

/** `GET /v1/customer/disputes/{id}`. */
export function showDispute(context: Context, id: string): Reply {
  const order = context.store.findByPart(id)
  const dispute = order?.dispute
  const unit = order && dispute && unitOf(order, dispute.captureId)
  if (!dispute || dispute.id !== id || !unit) return unknown(context, 'dispute_id')
  return { status: 200, body: disputeAnswer(dispute, unit, context.site) }
}

/** `POST /v2/checkout/orders/{id}/track`. */
export function trackOrder(context: Context, id: string, input: CallInput): Reply {
  const order = context.store.find(id)
  if (!order) return unknownOrder(context)
  const body = parseJson(input.body)
  if (!isJson(body)) return refuse(context, [{ issue: 'MALFORMED_REQUEST_JSON' }])
  const { capture_id: captureId, tracking_number: number, carrier } = body
  if (typeof captureId !== 'string') {
    return refuse(context, [{ issue: 'MISSING_REQUIRED_PARAMETER', field: '/capture_id' }])
  }
  if (typeof number !== 'string' || number.length < 1 || number.length > 64) {
    return refuse(context, [{ issue: 'INVALID_STRING_LENGTH', field: '/tracking_number' }])
  }
  if (!order.capture?.ids.includes(captureId)) return refuse(context, [{ issue: 'CAPTURE_ID_NOT_FOUND' }])
  if (order.capture.state !== 'COMPLETED') return refuse(context, [{ issue: 'CAPTURE_STATUS_NOT_VALID' }])
  const known = (order.trackers ?? []).some((one) => one.number === number)
  const tracker = { captureId, number, carrier: typeof carrier === 'string' ? carrier : 'OTHER' }
  if (!known) context.store.change(order, { trackers: [...(order.trackers ?? []), tracker] })
  const links = [{ href: `${context.site.apiBase}/v2/checkout/orders/${id}`, rel: 'up', method: 'GET' }]
  return { status: known ? 200 : 201, body: { id, links } }
}

function shapeProblems(body: Record<string, unknown>): Problem[] {
  const found: Problem[] = []
  const report: Report = (issue, field) => void found.push({ issue, field })
  if (body['amount'] !== undefined) moneyProblems(body['amount'], '/amount', report)
  for (const [field, most] of Object.entries({ custom_id: 127, invoice_id: 127, note_to_payer: 255 })) {
    const value = body[field]
    if (value === undefined) continue
    if (typeof value !== 'string') report('INVALID_PARAMETER_SYNTAX', `/${field}`)
    else if (value.length < 1 || value.length > most) report('INVALID_STRING_LENGTH', `/${field}`)
  }
  return found
}

type RefundRequest = { requestedCents: number; amount: Money | null; currency: string }

function refusalReason(
  order: StoredOrder,
  left: number,
  { requestedCents, amount, currency }: RefundRequest,
): Problem | null {
  const decimals = amount?.value.split('.')[1]?.length ?? 0
  if (amount && amount.currency_code !== currency) return { issue: 'REFUND_CAPTURE_CURRENCY_MISMATCH' }
  if (decimals > 2) return { issue: 'DECIMAL_PRECISION', field: '/amount/value' }
  if (amount && requestedCents <= 0) return { issue: 'CANNOT_BE_ZERO_OR_NEGATIVE', field: '/amount/value' }
  if (order.capture?.state === 'PENDING') return { issue: 'PENDING_CAPTURE' }
  if (left <= 0) return { issue: 'CAPTURE_FULLY_REFUNDED' }
  if (requestedCents > left) return { issue: 'REFUND_AMOUNT_EXCEEDED' }
  const isDisputed = order.dispute !== undefined && order.dispute.status !== 'RESOLVED'
  return isDisputed && requestedCents < left ? { issue: 'TRANSACTION_DISPUTED' } : null
}

function unknown(context: Context, field: string): Reply {
  return refuse(context, [{ issue: 'INVALID_RESOURCE_ID', field, location: 'path' }])
}

function text(body: Record<string, unknown>, from: string, to: 'customId' | 'invoiceId' | 'note') {
  const value = body[from]
  return typeof value === 'string' ? { [to]: value } : {}
}

const MAX_AGE_MS = 180 * 86_400_000
const NAME = `${buyer.name.given_name} ${buyer.name.surname}`
const PATH = '/v1/customer/disputes'

const MIN_SEARCH_LENGTH = 2
const MAX_SEARCH_LENGTH = 255

/**
 * `GET /v1/customer/disputes`: the disputes between `create_time_after` and `create_time_before` that contain
 * `search_text`, latest first. All three parameters are required.
 */
export function listDisputes(context: Context, { query }: Pick<SandboxRequest, 'query'>): Reply {
  const since = Date.parse(query.get('create_time_after') ?? '')
  const until = Date.parse(query.get('create_time_before') ?? '')
  const search = (query.get('search_text') ?? '').toLowerCase()
  const size = Number(query.get('page_size') ?? 10)
  const start = Number(Buffer.from(query.get('next_page_token') ?? '', 'base64').toString() || 0)
  const isSizeRight = Number.isInteger(size) && size >= 1 && size <= 50
  const isSpanRight = since >= context.now() - MAX_AGE_MS && !Number.isNaN(until)
  const isSearchRight = search.length >= MIN_SEARCH_LENGTH && search.length <= MAX_SEARCH_LENGTH
  if (!isSpanRight || !isSearchRight || !isSizeRight || !Number.isInteger(start)) {
    return failure(context, 400)
  }
  const all = [...context.store.all()]
    .flatMap((order) => {
      const { dispute } = order
      const unit = dispute && unitOf(order, dispute.captureId)
      if (!dispute || !unit || dispute.at < since || dispute.at > until) return []
      const named = [dispute.id, dispute.captureId, unit.invoice_id ?? '', buyer.email, NAME]
      return named.some((detail) => detail.toLowerCase().includes(search)) ? [{ dispute, unit }] : []
    })
    .toSorted((a, b) => b.dispute.at - a.dispute.at)
  const shown = all.slice(start, start + size)
  return {
    status: 200,
    body: {
      // PayPal omits the field if there are no disputes.
      ...(shown.length > 0
        ? {
            items: shown.map(({ dispute, unit }) =>
              summary(disputeAnswer(dispute, unit, context.site), dispute),
            ),
          }
        : {}),
      links: linksOf(context, query, start + size < all.length ? start + size : null),
    },
  }
}

/** A summary has no transactions and no outcome. Only the response for one dispute has them. */
function summary(answer: ReturnType<typeof disputeAnswer>, { status }: StoredDispute) {
  const { disputed_transactions: _, dispute_outcome: __, ...rest } = { dispute_outcome: null, ...answer }
  return { ...rest, dispute_state: STATES[status] }
}

const STATES: Record<StoredDispute['status'], string> = {
  OPEN: 'OPEN_INQUIRIES',
  WAITING_FOR_SELLER_RESPONSE: 'REQUIRED_ACTION',
  UNDER_REVIEW: 'UNDER_PAYPAL_REVIEW',
  RESOLVED: 'RESOLVED',
}

function linksOf({ site }: Context, query: URLSearchParams, next: number | null) {
  const self = { href: `${site.apiBase}${PATH}?${query.toString()}`, rel: 'self', method: 'GET' }
  if (next === null) return [self]
  const more = new URLSearchParams(query)
  more.set('next_page_token', Buffer.from(String(next)).toString('base64'))
  return [self, { href: `${site.apiBase}${PATH}?${more.toString()}`, rel: 'next', method: 'GET' }]
}
