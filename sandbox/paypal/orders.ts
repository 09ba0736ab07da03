/** The calls for orders: creating, reading and capturing them, and charging a saved payment method without the buyer. */
import type { IncomingHttpHeaders } from 'node:http'
import { captureWithOrder, approvalUrl, orderAnswer } from './answers.ts'
import { errorBody, isIssue, issues, type Link, type Problem } from './issues.ts'
import type { Site, RefundOutcome } from './shapes.ts'
import { requestOf, type Approval, type CaptureDifference, type Store, type StoredOrder } from './store.ts'
import { isJson, parseJson, type Reply } from '../server.ts'
import { orderProblems } from './validate.ts'
import type { Account } from './eligibility.ts'
import { emitToken, saveWith, type VaultStore } from './vault-store.ts'

export type Context = {
  store: Store
  site: Site
  now: () => number
  newId: () => string
  debugId: () => string
  /** Sends an event to the shop's webhook, if it has one. */
  emit: (event: string, kind: string, resource: object) => void
  /** The outcomes of the next refunds, in this order. */
  refundOutcomes: RefundOutcome[]
  /** How the next captures differ from their orders, in this order. */
  captureDifferences: CaptureDifference[]
  /** Fields that are left out in the list of transactions, by transaction id. */
  omittedFields: Map<string, string[]>
  vault: VaultStore
  /** Whether PayPal saves payment methods only after the capture, as it sometimes does. */
  savesLater: boolean
  /** What PayPal has approved the seller's account for. */
  account: Account
  /** Milliseconds that a slow capture takes. */
  slowMs: number
}

export type CallInput = { headers: IncomingHttpHeaders; body: string }

/** `POST /v2/checkout/orders`. 201 for a new order, 200 if this request id has already created an order. */
function createOrder(context: Context, input: CallInput): Reply {
  const requestId = header(input, 'paypal-request-id')
  const known = requestId === null ? null : context.store.findByRequestId(requestId)
  if (known) return { status: 200, body: orderAnswer(known, context.site, requestedDetail(input)) }
  const body = parseJson(input.body)
  if (body === undefined) return refuse(context, [{ issue: 'MALFORMED_REQUEST_JSON' }])
  const isSingleStep = isJson(body) && body['payment_source'] !== undefined
  const problems = headerProblems(requestId, isSingleStep)
  const all = problems.length > 0 ? problems : [...orderProblems(body), ...sourceProblems(body)]
  if (all.length > 0) return refuse(context, all)
  const order = newOrder(context, body, requestId)
  context.store.add(order)
  return {
    status: isSingleStep ? 200 : 201,
    body: orderAnswer(order, context.site, requestedDetail(input)),
  }
}

/** The sandbox creates orders for PayPal's account and for Venmo. The other sources are added when the buyer confirms. */
function sourceProblems(body: unknown): Problem[] {
  const source = isJson(body) ? body['payment_source'] : undefined
  if (source === undefined) return []
  if (!isJson(source)) return [{ issue: 'INVALID_PARAMETER_SYNTAX', field: '/payment_source' }]
  const names = Object.keys(source)
  if (names.length > 1) return [{ issue: 'ONLY_ONE_PAYMENT_SOURCE_ALLOWED' }]
  return names.every((name) => name === 'paypal' || name === 'venmo')
    ? []
    : [{ issue: 'PAYMENT_SOURCE_CANNOT_BE_USED' }]
}

/** An order that is not stored yet. */
function newOrder(context: Context, body: unknown, requestId: string | null): StoredOrder {
  return {
    id: context.newId(),
    createdAt: context.now(),
    updatedAt: context.now(),
    request: JSON.stringify(body),
    requestId,
    choice: null,
    isDeclined: false,
    capture: null,
    answers: [],
  }
}

/** `GET /v2/checkout/orders/{id}`. */
export function showOrder(context: Context, id: string): Reply {
  const order = context.store.find(id)
  return order ? { status: 200, body: orderAnswer(order, context.site, 'full') } : unknownOrder(context)
}

/**
 * `POST /v2/checkout/orders/{id}/capture`. A repeated request id gets the same result again, also after a decline.
 * The results of other errors, such as ORDER_NOT_APPROVED, are not stored.
 */
export function captureOrder(context: Context, id: string, input: CallInput): Reply {
  const order = context.store.find(id)
  if (!order) return unknownOrder(context)
  if (input.body !== '' && parseJson(input.body) === undefined) {
    return refuse(context, [{ issue: 'MALFORMED_REQUEST_JSON' }])
  }
  const requestId = header(input, 'paypal-request-id')
  const wrong = headerProblems(requestId, false)
  if (wrong.length > 0) return refuse(context, wrong)
  const shape = requestedDetail(input) === 'full' ? 'full' : 'minimal capture'
  const earlier = order.answers.find(([used]) => used === requestId)?.[1]
  if (earlier === 'captured') return { status: 200, body: orderAnswer(order, context.site, shape) }
  if (earlier === 'declined') return declined(context, order)
  const obstacle = refusalReason(context, order)
  if (obstacle) return refuse(context, [obstacle])
  if (order.approval?.asksAgain) return askAgain(context, order, order.approval)
  const delayMs = order.approval?.isSlow ? context.slowMs : 0
  if (order.choice === 'decline') {
    context.store.change(order, {
      choice: null,
      isDeclined: true,
      answers: answered(order, requestId, 'declined'),
    })
    return { ...declined(context, order), delayMs }
  }
  take(context, order, order.choice === 'pending' ? 'PENDING' : 'COMPLETED', {
    isDeclined: false,
    answers: answered(order, requestId, 'captured'),
    ...saveWith(context, order),
  })
  return { status: 201, body: orderAnswer(order, context.site, shape), delayMs }
}

/** PayPal wants the buyer to confirm again before it takes the money. */
function askAgain(context: Context, order: StoredOrder, approval: Approval): Reply {
  context.store.change(order, { choice: null, approval: { ...approval, asksAgain: false } })
  const again = { href: approvalUrl(order, context.site), rel: 'payer-action', method: 'GET' }
  return refuse(context, [{ issue: 'PAYER_ACTION_REQUIRED' }], [again])
}

/** Captures an order, and sends the events. */
function take(
  context: Context,
  order: StoredOrder,
  state: 'COMPLETED' | 'PENDING',
  fields: Partial<StoredOrder> = {},
): void {
  context.store.change(order, {
    ...fields,
    capture: {
      at: context.now(),
      ids: requestOf(order).purchase_units.map(() => context.newId()),
      state,
      ...context.captureDifferences.shift(),
    },
  })
  emitCapture(context, order, state)
  if (order.vault?.id) emitToken(context, order.vault.id, 'CREATED')
}

/** Sends one event per capture of an order. */
export function emitCapture(
  context: Context,
  order: StoredOrder,
  what: 'COMPLETED' | 'PENDING' | 'DECLINED',
): void {
  for (const [index, unit] of requestOf(order).purchase_units.entries()) {
    const capture = captureWithOrder(order, unit, order.capture?.ids[index] ?? '', context.site)
    context.emit(`PAYMENT.CAPTURE.${what}`, 'capture', capture)
  }
}

/**
 * The response that a test requests with the header `PayPal-Mock-Response:
 * {"mock_application_codes":"INSTRUMENT_DECLINED"}`, as in PayPal's own sandbox. Null if the header is missing or its
 * code is unknown.
 */
export function mockReply(context: Context, input: CallInput): Reply | null {
  const requested = parseJson(header(input, 'paypal-mock-response') ?? '')
  const codes: unknown = isJson(requested) ? requested['mock_application_codes'] : undefined
  const code: unknown = Array.isArray(codes) ? codes[0] : codes
  if (typeof code !== 'string') return null
  if (isIssue(code)) return refuse(context, [{ issue: code }])
  return code === 'INTERNAL_SERVER_ERROR' ? failure(context, 500) : null
}

/** PayPal's error response with this status, without a problem of the request. */
export function failure({ debugId }: Pick<Context, 'debugId'>, status: number): Reply {
  return { status, body: errorBody(status, debugId()) }
}

/** PayPal's error response for these problems. It has the status of the first problem. */
export function refuse(context: Context, problems: Problem[], links: Link[] = []): Reply {
  const [first] = problems
  const status = first ? issues[first.issue][0] : 500
  return { status, body: errorBody(status, context.debugId(), problems, links) }
}

function refusalReason(context: Context, order: StoredOrder): Problem | null {
  const { intent, purchase_units: units } = requestOf(order)
  if (order.capture) return { issue: 'ORDER_ALREADY_CAPTURED' }
  if (intent !== 'CAPTURE') return { issue: 'ACTION_DOES_NOT_MATCH_INTENT' }
  if (order.choice === null) return { issue: 'ORDER_NOT_APPROVED' }
  if (order.approval?.authentication === 'open') return { issue: 'PAYER_ACTION_REQUIRED' }
  const isPaid = ({ invoice_id: invoice }: { invoice_id?: string }) =>
    invoice !== undefined && context.store.isInvoicePaid(invoice, order.id)
  return units.some(isPaid) ? { issue: 'DUPLICATE_INVOICE_ID' } : null
}

function answered(order: StoredOrder, requestId: string | null, outcome: 'captured' | 'declined') {
  const answer: StoredOrder['answers'] = requestId === null ? [] : [[requestId, outcome]]
  return [...order.answers, ...answer]
}

function declined(context: Context, order: StoredOrder): Reply {
  const again = { href: approvalUrl(order, context.site), rel: 'redirect', method: 'GET' }
  return refuse(context, [{ issue: 'INSTRUMENT_DECLINED' }], [again])
}

/** PayPal's 404 response for an unknown order. */
export function unknownOrder(context: Context): Reply {
  return refuse(context, [{ issue: 'INVALID_RESOURCE_ID', field: 'order_id', location: 'path' }])
}

/** The problems of a PayPal-Request-Id header; empty if the header is valid. */
export function headerProblems(requestId: string | null, isNeeded: boolean): Problem[] {
  if (requestId === null) return isNeeded ? [{ issue: 'PAYPAL_REQUEST_ID_REQUIRED' }] : []
  if (requestId.length <= 108) return []
  return [{ issue: 'INVALID_STRING_LENGTH', field: 'PayPal-Request-Id', location: 'header' }]
}

/** The level of detail that the `Prefer` header requests. */
export function requestedDetail(input: CallInput): 'full' | 'minimal' {
  return header(input, 'prefer')?.includes('return=representation') === true ? 'full' : 'minimal'
}

export function header({ headers }: CallInput, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** `POST /v2/checkout/orders`, with or without a saved payment method. */
export function createOrCharge(context: Context, input: CallInput): Reply {
  const body = parseJson(input.body)
  const requestId = header(input, 'paypal-request-id')
  const isKnown = requestId !== null && context.store.findByRequestId(requestId) !== null
  if (isKnown || requestId === null || !isJson(body) || orderProblems(body).length > 0)
    return createOrder(context, input)
  const order = newOrder(context, body, requestId)
  const wallet = requestOf(order).payment_source?.paypal
  if (wallet?.vault_id === undefined) return createOrder(context, input)

  const token = context.vault.token(wallet.vault_id)
  if (!token) return refuse(context, [{ issue: 'TOKEN_ID_NOT_FOUND' }])
  // A shop that charges without the buyer must declare this. Otherwise PayPal waits for the buyer's approval.
  if (wallet.stored_credential?.payment_initiator !== 'MERCHANT') return createOrder(context, input)
  const earlier = token.declined.find(([id]) => id === requestId)
  if (earlier) return refuse(context, [{ issue: earlier[1] }])
  const isPaid = requestOf(order).purchase_units.some(
    ({ invoice_id: id }) => id !== undefined && context.store.isInvoicePaid(id, order.id),
  )
  if (isPaid) return refuse(context, [{ issue: 'DUPLICATE_INVOICE_ID' }])
  if (token.next !== 'accept' && token.next !== 'pending') {
    context.vault.change(token, { declined: [...token.declined, [requestId, token.next]] })
    return refuse(context, [{ issue: token.next }])
  }
  const choice = token.next === 'pending' ? 'pending' : 'approve'
  context.store.add({ ...order, choice })
  const stored = context.store.find(order.id)!
  take(context, stored, choice === 'pending' ? 'PENDING' : 'COMPLETED')
  return { status: 201, body: orderAnswer(stored, context.site, requestedDetail(input)) }
}
