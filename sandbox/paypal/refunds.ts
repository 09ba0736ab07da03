/** Money back, and parcels: what may be asked of a capture. */
import {
  captureAnswer,
  disputeAnswer,
  leftOf,
  refundAnswer,
  refundLinks,
  takenOf,
  unitOf,
} from './captures.ts'
import type { Problem } from './issues.ts'
import {
  header,
  headerProblems,
  parse,
  refuse,
  shapeOf,
  unknownOrder,
  type Asked,
  type Desk,
  type Reply,
} from './orders.ts'
import type { Money, Report } from './shapes.ts'
import type { StoredOrder, StoredRefund } from './store.ts'
import { cents, moneyProblems } from './totals.ts'
import { isJson } from './validate.ts'

/** `POST /v2/payments/captures/{id}/refund`: without an amount all that is left; a request id once. */
export function refundCapture(desk: Desk, captureId: string, asked: Asked): Reply {
  const order = desk.store.findByPart(captureId)
  const unit = order && unitOf(order, captureId)
  if (!order || !unit) return unknown(desk, 'capture_id')
  // Another merchant's capture is not ours to give back.
  if (order.capture?.payee !== undefined) return refuse(desk, [{ issue: 'PERMISSION_DENIED' }])
  const requestId = header(asked, 'paypal-request-id')
  const wrong = headerProblems(requestId, false)
  if (wrong.length > 0) return refuse(desk, wrong)
  const earlier = requestId === null ? undefined : order.refunds?.find((one) => one.requestId === requestId)
  const taken = takenOf(order, unit)
  if (earlier) return { status: 200, body: refundAnswer(earlier, taken, desk.places) }
  const body = asked.body === '' ? {} : parse(asked.body)
  if (!isJson(body)) return refuse(desk, [{ issue: 'MALFORMED_REQUEST_JSON' }])
  const malformed = shapeProblems(body)
  if (malformed.length > 0) return refuse(desk, malformed)
  const left = leftOf(order, unit, captureId)
  const amount = (body['amount'] as Money | undefined) ?? null
  const wished = amount === null ? left : Number(cents(amount))
  const obstacle = obstacleTo(order, left, { wished, amount, currency: taken.currency_code })
  const fate = desk.fates.shift() ?? null
  if (obstacle) return refuse(desk, [obstacle])
  if (fate === 'no-funds') return refuse(desk, [{ issue: 'REFUND_FAILED_INSUFFICIENT_FUNDS' }])
  const refund: StoredRefund = {
    id: desk.newId(),
    captureId,
    requestId,
    cents: wished,
    state: fate === 'pending' ? 'PENDING' : fate === 'failed' ? 'FAILED' : 'COMPLETED',
    at: desk.now(),
    ...text(body, 'custom_id', 'customId'),
    ...text(body, 'invoice_id', 'invoiceId'),
    ...text(body, 'note_to_payer', 'note'),
  }
  addRefund(desk, order, refund, 'PAYMENT.CAPTURE.REFUNDED')
  if (shapeOf(asked) === 'full') return { status: 201, body: refundAnswer(refund, taken, desk.places) }
  return {
    status: 201,
    body: { id: refund.id, status: refund.state, links: refundLinks(refund, desk.places) },
  }
}

/** Books a refund that was decided, by the shop or at PayPal itself. */
export function addRefund(desk: Desk, order: StoredOrder, refund: StoredRefund, event: string): void {
  desk.store.change(order, { refunds: [...(order.refunds ?? []), refund] })
  const unit = unitOf(order, refund.captureId)
  if (unit && refund.state === 'COMPLETED')
    desk.emit(event, 'refund', refundAnswer(refund, takenOf(order, unit), desk.places))
}

/** `GET /v2/payments/refunds/{id}`. */
export function showRefund(desk: Desk, id: string): Reply {
  const order = desk.store.findByPart(id)
  const refund = order?.refunds?.find((one) => one.id === id)
  const unit = order && refund && unitOf(order, refund.captureId)
  if (!refund || !unit) return unknown(desk, 'refund_id')
  return { status: 200, body: refundAnswer(refund, takenOf(order, unit), desk.places) }
}

/** `GET /v2/payments/captures/{id}`. */
export function showCapture(desk: Desk, id: string): Reply {
  const order = desk.store.findByPart(id)
  const unit = order && unitOf(order, id)
  if (!order || !unit) return unknown(desk, 'capture_id')
  return { status: 200, body: captureAnswer(order, unit, id, desk.places) }
}

/** `GET /v1/customer/disputes/{id}`. */
export function showDispute(desk: Desk, id: string): Reply {
  const order = desk.store.findByPart(id)
  const dispute = order?.dispute
  const unit = order && dispute && unitOf(order, dispute.captureId)
  if (!dispute || dispute.id !== id || !unit) return unknown(desk, 'dispute_id')
  return { status: 200, body: disputeAnswer(dispute, unit, desk.places) }
}

/** `POST /v2/checkout/orders/{id}/track`. */
export function trackOrder(desk: Desk, id: string, asked: Asked): Reply {
  const order = desk.store.find(id)
  if (!order) return unknownOrder(desk)
  const body = parse(asked.body)
  if (!isJson(body)) return refuse(desk, [{ issue: 'MALFORMED_REQUEST_JSON' }])
  const { capture_id: captureId, tracking_number: number, carrier } = body
  if (typeof captureId !== 'string') {
    return refuse(desk, [{ issue: 'MISSING_REQUIRED_PARAMETER', field: '/capture_id' }])
  }
  if (typeof number !== 'string' || number.length < 1 || number.length > 64) {
    return refuse(desk, [{ issue: 'INVALID_STRING_LENGTH', field: '/tracking_number' }])
  }
  if (!order.capture?.ids.includes(captureId)) return refuse(desk, [{ issue: 'CAPTURE_ID_NOT_FOUND' }])
  if (order.capture.state !== 'COMPLETED') return refuse(desk, [{ issue: 'CAPTURE_STATUS_NOT_VALID' }])
  const known = (order.trackers ?? []).some((one) => one.number === number)
  const tracker = { captureId, number, carrier: typeof carrier === 'string' ? carrier : 'OTHER' }
  if (!known) desk.store.change(order, { trackers: [...(order.trackers ?? []), tracker] })
  const links = [{ href: `${desk.places.api}/v2/checkout/orders/${id}`, rel: 'up', method: 'GET' }]
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

type Wish = { wished: number; amount: Money | null; currency: string }

function obstacleTo(order: StoredOrder, left: number, { wished, amount, currency }: Wish): Problem | null {
  const decimals = amount?.value.split('.')[1]?.length ?? 0
  if (amount && amount.currency_code !== currency) return { issue: 'REFUND_CAPTURE_CURRENCY_MISMATCH' }
  if (decimals > 2) return { issue: 'DECIMAL_PRECISION', field: '/amount/value' }
  if (amount && wished <= 0) return { issue: 'CANNOT_BE_ZERO_OR_NEGATIVE', field: '/amount/value' }
  if (order.capture?.state === 'PENDING') return { issue: 'PENDING_CAPTURE' }
  if (left <= 0) return { issue: 'CAPTURE_FULLY_REFUNDED' }
  if (wished > left) return { issue: 'REFUND_AMOUNT_EXCEEDED' }
  const isDisputed = order.dispute !== undefined && order.dispute.status !== 'RESOLVED'
  return isDisputed && wished < left ? { issue: 'TRANSACTION_DISPUTED' } : null
}

function unknown(desk: Desk, field: string): Reply {
  return refuse(desk, [{ issue: 'INVALID_RESOURCE_ID', field, location: 'path' }])
}

function text(body: Record<string, unknown>, from: string, to: 'customId' | 'invoiceId' | 'note') {
  const value = body[from]
  return typeof value === 'string' ? { [to]: value } : {}
}
