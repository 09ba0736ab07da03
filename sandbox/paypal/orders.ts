import type { IncomingHttpHeaders } from 'node:http'
import { captureAnswer } from './captures.ts'
import { errorBody, isIssue, issues, type Link, type Problem } from './issues.ts'
import type { Places } from './places.ts'
import { approvalUrl, orderAnswer } from './representation.ts'
import type { RefundFate } from './shapes.ts'
import { requestOf, type CaptureTwist, type Store, type StoredOrder } from './store.ts'
import { isJson, orderProblems } from './validate.ts'

export type Reply = { status: number; body: unknown }

export type Desk = {
  store: Store
  places: Places
  now: () => number
  newId: () => string
  debugId: () => string
  /** Tells the shop by webhook, where it has one. */
  emit: (event: string, kind: string, resource: object) => void
  /** What the next refunds come to. */
  fates: RefundFate[]
  /** How the next captures differ from what was asked for. */
  twists: CaptureTwist[]
  /** Fields that the list of transactions leaves out, by the id of the transaction. */
  omissions: Map<string, string[]>
}

export type Asked = { headers: IncomingHttpHeaders; body: string }

/** `POST /v2/checkout/orders`: 201 for a new order, 200 for the one this request id opened before. */
export function createOrder(desk: Desk, asked: Asked): Reply {
  const requestId = header(asked, 'paypal-request-id')
  const known = requestId === null ? null : desk.store.findByRequestId(requestId)
  if (known) return { status: 200, body: orderAnswer(known, desk.places, shapeOf(asked)) }
  const body = parse(asked.body)
  if (body === undefined) return refuse(desk, [{ issue: 'MALFORMED_REQUEST_JSON' }])
  const isSingleStep = isJson(body) && body['payment_source'] !== undefined
  const problems = headerProblems(requestId, isSingleStep)
  const all = problems.length > 0 ? problems : orderProblems(body)
  if (all.length > 0) return refuse(desk, all)
  const order: StoredOrder = {
    id: desk.newId(),
    createdAt: desk.now(),
    updatedAt: desk.now(),
    request: JSON.stringify(body),
    requestId,
    choice: null,
    isDeclined: false,
    capture: null,
    answers: [],
  }
  desk.store.add(order)
  return { status: isSingleStep ? 200 : 201, body: orderAnswer(order, desk.places, shapeOf(asked)) }
}

/** `GET /v2/checkout/orders/{id}`. */
export function showOrder(desk: Desk, id: string): Reply {
  const order = desk.store.find(id)
  return order ? { status: 200, body: orderAnswer(order, desk.places, 'full') } : unknownOrder(desk)
}

/**
 * `POST /v2/checkout/orders/{id}/capture`. A request id that was decided hears the same again, a decline
 * included; one that decided nothing, such as ORDER_NOT_APPROVED, may be used again.
 */
export function captureOrder(desk: Desk, id: string, asked: Asked): Reply {
  const order = desk.store.find(id)
  if (!order) return unknownOrder(desk)
  if (asked.body !== '' && parse(asked.body) === undefined) {
    return refuse(desk, [{ issue: 'MALFORMED_REQUEST_JSON' }])
  }
  const requestId = header(asked, 'paypal-request-id')
  const wrong = headerProblems(requestId, false)
  if (wrong.length > 0) return refuse(desk, wrong)
  const shape = shapeOf(asked) === 'full' ? 'full' : 'minimal capture'
  const earlier = order.answers.find(([used]) => used === requestId)?.[1]
  if (earlier === 'captured') return { status: 200, body: orderAnswer(order, desk.places, shape) }
  if (earlier === 'declined') return declined(desk, order)
  const obstacle = obstacleTo(desk, order)
  if (obstacle) return refuse(desk, [obstacle])
  if (order.choice === 'decline') {
    desk.store.change(order, {
      choice: null,
      isDeclined: true,
      answers: answered(order, requestId, 'declined'),
    })
    return declined(desk, order)
  }
  desk.store.change(order, {
    isDeclined: false,
    answers: answered(order, requestId, 'captured'),
    capture: {
      at: desk.now(),
      ids: requestOf(order).purchase_units.map(() => desk.newId()),
      state: order.choice === 'pending' ? 'PENDING' : 'COMPLETED',
      ...desk.twists.shift(),
    },
  })
  emitCapture(desk, order, order.choice === 'pending' ? 'PENDING' : 'COMPLETED')
  return { status: 201, body: orderAnswer(order, desk.places, shape) }
}

/** Tells what became of an order's captures. */
export function emitCapture(desk: Desk, order: StoredOrder, what: 'COMPLETED' | 'PENDING' | 'DENIED'): void {
  for (const [index, unit] of requestOf(order).purchase_units.entries()) {
    const capture = captureAnswer(order, unit, order.capture?.ids[index] ?? '', desk.places)
    desk.emit(`PAYMENT.CAPTURE.${what}`, 'capture', {
      ...capture,
      supplementary_data: { related_ids: { order_id: order.id } },
    })
  }
}

/**
 * The answer which the header `PayPal-Mock-Response: {"mock_application_codes":"INSTRUMENT_DECLINED"}` asks
 * for, as in PayPal's own sandbox; null without the header or with a code we do not know.
 */
export function mockedReply(desk: Desk, asked: Asked): Reply | null {
  const wish = parse(header(asked, 'paypal-mock-response') ?? '')
  const codes: unknown = isJson(wish) ? wish['mock_application_codes'] : undefined
  const code: unknown = Array.isArray(codes) ? codes[0] : codes
  if (typeof code !== 'string') return null
  if (isIssue(code)) return refuse(desk, [{ issue: code }])
  return code === 'INTERNAL_SERVER_ERROR' ? { status: 500, body: errorBody(500, desk.debugId()) } : null
}

/** PayPal's error for these problems, with the status of the first. */
export function refuse(desk: Desk, problems: Problem[], links: Link[] = []): Reply {
  const [first] = problems
  const status = first ? issues[first.issue][0] : 500
  return { status, body: errorBody(status, desk.debugId(), problems, links) }
}

function obstacleTo(desk: Desk, order: StoredOrder): Problem | null {
  const { intent, purchase_units: units } = requestOf(order)
  if (order.capture) return { issue: 'ORDER_ALREADY_CAPTURED' }
  if (intent !== 'CAPTURE') return { issue: 'ACTION_DOES_NOT_MATCH_INTENT' }
  if (order.choice === null) return { issue: 'ORDER_NOT_APPROVED' }
  const isPaid = ({ invoice_id: invoice }: { invoice_id?: string }) =>
    invoice !== undefined && desk.store.isInvoicePaid(invoice, order.id)
  return units.some(isPaid) ? { issue: 'DUPLICATE_INVOICE_ID' } : null
}

function answered(order: StoredOrder, requestId: string | null, outcome: 'captured' | 'declined') {
  const answer: StoredOrder['answers'] = requestId === null ? [] : [[requestId, outcome]]
  return [...order.answers, ...answer]
}

function declined(desk: Desk, order: StoredOrder): Reply {
  const again = { href: approvalUrl(order, desk.places), rel: 'redirect', method: 'GET' }
  return refuse(desk, [{ issue: 'INSTRUMENT_DECLINED' }], [again])
}

/** PayPal's 404. */
export function unknownOrder(desk: Desk): Reply {
  return refuse(desk, [{ issue: 'INVALID_RESOURCE_ID', field: 'order_id', location: 'path' }])
}

/** What is wrong with a request id. */
export function headerProblems(requestId: string | null, isNeeded: boolean): Problem[] {
  if (requestId === null) return isNeeded ? [{ issue: 'PAYPAL_REQUEST_ID_REQUIRED' }] : []
  if (requestId.length <= 108) return []
  return [{ issue: 'INVALID_STRING_LENGTH', field: 'PayPal-Request-Id', location: 'header' }]
}

/** How much of itself the answer is to show. */
export function shapeOf(asked: Asked): 'full' | 'minimal' {
  return header(asked, 'prefer')?.includes('return=representation') === true ? 'full' : 'minimal'
}

export function header({ headers }: Asked, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
