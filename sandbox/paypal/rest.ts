import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Reply, SandboxRequest, Service } from '../server.ts'
import {
  createOrCharge,
  captureOrder,
  failure,
  mockReply,
  refuse,
  showOrder,
  type CallInput,
  type Context,
} from './orders.ts'
import { confirmOrder } from './confirm.ts'
import { findEligibleMethods } from './eligibility.ts'
import { HOOK_CALLS, type Hooks } from './hooks.ts'
import { patchOrder } from './patch.ts'
import { listDisputes, refundCapture, showCapture, showDispute, showRefund, trackOrder } from './refunds.ts'
import { listTransactions } from './transactions.ts'
import { createSetup, createToken, deleteToken, showSetup, showToken } from './vault.ts'

type RestOptions = {
  context: Context
  /** Checks the signature in a verification request. Null if the request is malformed. */
  verify: (text: string) => 'SUCCESS' | 'FAILURE' | null
  hooks: Hooks
  clientId: string
  clientSecret: string
  tokenSeconds: number
  latencyMs: number
  /** Whether the credentials may list transactions. At PayPal, the owner of the account must allow this. */
  maySearch: boolean
  /** Whether the credentials may read disputes. At PayPal, this is an optional feature of an app. */
  mayReadDisputes: boolean
}

/** What a call gets: the id in its path, and the request. */
type Given = { options: RestOptions; context: Context; id: string; request: SandboxRequest }
type Perform = (given: Given) => Reply
type Call = [method: string, path: RegExp, perform: Perform]

/** A call about an object with PayPal's ids. */
const onId =
  (call: (context: Context, id: string, input: CallInput) => Reply): Perform =>
  ({ context, id, request }) =>
    /^[A-Z0-9-]{1,36}$/.test(id)
      ? call(context, id, request)
      : refuse(context, [{ issue: 'INVALID_RESOURCE_ID', field: 'order_id', location: 'path' }])

/** A call that the credentials may lack. */
const permitted =
  (name: 'maySearch' | 'mayReadDisputes', call: Perform): Perform =>
  (given) =>
    given.options[name] ? call(given) : failure(given.context, 403)

/** The calls by name: method and path, where the parentheses match the id, and the response. */
const CALLS: Record<string, Call> = {
  create: ['POST', /^\/v2\/checkout\/orders()$/, ({ context, request }) => createOrCharge(context, request)],
  get: ['GET', /^\/v2\/checkout\/orders\/([^/]+)$/, onId(showOrder)],
  patch: ['PATCH', /^\/v2\/checkout\/orders\/([^/]+)$/, onId(patchOrder)],
  confirm: ['POST', /^\/v2\/checkout\/orders\/([^/]+)\/confirm-payment-source$/, onId(confirmOrder)],
  capture: ['POST', /^\/v2\/checkout\/orders\/([^/]+)\/capture$/, onId(captureOrder)],
  track: ['POST', /^\/v2\/checkout\/orders\/([^/]+)\/track$/, onId(trackOrder)],
  'find eligible': [
    'POST',
    /^\/v2\/payments\/find-eligible-methods()$/,
    ({ context, request }) => findEligibleMethods(context, request),
  ],
  'get capture': ['GET', /^\/v2\/payments\/captures\/([^/]+)$/, onId(showCapture)],
  refund: ['POST', /^\/v2\/payments\/captures\/([^/]+)\/refund$/, onId(refundCapture)],
  'get refund': ['GET', /^\/v2\/payments\/refunds\/([^/]+)$/, onId(showRefund)],
  'list disputes': [
    'GET',
    /^\/v1\/customer\/disputes()$/,
    permitted('mayReadDisputes', ({ context, request }) => listDisputes(context, request)),
  ],
  'get dispute': [
    'GET',
    /^\/v1\/customer\/disputes\/([^/]+)$/,
    permitted('mayReadDisputes', onId(showDispute)),
  ],
  list: [
    'GET',
    /^\/v1\/reporting\/transactions()$/,
    permitted('maySearch', ({ context, request }) => listTransactions(context, request)),
  ],
  verify: ['POST', /^\/v1\/notifications\/verify-webhook-signature()$/, answerVerify],
  'create setup': [
    'POST',
    /^\/v3\/vault\/setup-tokens()$/,
    ({ context, request }) => createSetup(context, request),
  ],
  'get setup': ['GET', /^\/v3\/vault\/setup-tokens\/([^/]+)$/, ({ context, id }) => showSetup(context, id)],
  'create token': [
    'POST',
    /^\/v3\/vault\/payment-tokens()$/,
    ({ context, request }) => createToken(context, request),
  ],
  'get token': ['GET', /^\/v3\/vault\/payment-tokens\/([^/]+)$/, ({ context, id }) => showToken(context, id)],
  'delete token': [
    'DELETE',
    /^\/v3\/vault\/payment-tokens\/([^/]+)$/,
    ({ context, id }) => deleteToken(context, id),
  ],
  ...webhookCalls(),
}

function webhookCalls(): Record<string, Call> {
  const calls = Object.entries(HOOK_CALLS).map<[string, Call]>(([name, [method, path, answer]]) => {
    const run: Perform = ({ context, options, id, request }) =>
      answer(context, options.hooks, { id, body: request.body })
    return [name, [method, path, run]]
  })
  return Object.fromEntries(calls)
}

const isTokenCall = ({ method, path }: SandboxRequest) => method === 'POST' && path === '/v1/oauth2/token'

/** PayPal's REST calls. Other paths respond with 404. */
export function restService(options: RestOptions): Service {
  const tokens = new Map<string, number>()
  const { context, latencyMs } = options
  return {
    latencyMs,
    callOf: (request) => (isTokenCall(request) ? 'token' : (routeOf(request)?.call ?? 'unknown')),
    answer: (request) => withDebugId(context, perform(options, tokens, request)),
    failure: (status) =>
      withDebugId(
        context,
        status === 429
          ? { status, body: rateLimited(context.debugId()) }
          : { ...failure(context, status === 413 ? 400 : status), status },
      ),
  }
}

type Tokens = Map<string, number>

function withDebugId(context: Context, reply: Reply): Reply {
  const debugId = isDebugged(reply.body) ? reply.body.debug_id : context.debugId()
  return { ...reply, headers: { 'paypal-debug-id': debugId } }
}

/** The name of a call with the id in its path; null for another path. */
function routeOf({ method, path }: SandboxRequest): { call: string; id: string } | null {
  for (const [call, [verb, pattern]] of Object.entries(CALLS)) {
    const found = verb === method && pattern.exec(path)
    if (found) return { call, id: found[1] ?? '' }
  }
  return null
}

function perform(options: RestOptions, tokens: Tokens, request: SandboxRequest): Reply {
  const { context } = options
  const authorization = request.headers.authorization ?? ''
  if (isTokenCall(request)) return giveToken(options, tokens, authorization, request.body)
  const route = routeOf(request)
  if (!route) return failure(context, 404)
  const refusal = checkToken(context, tokens, authorization)
  if (refusal) return refusal
  const isJsonBody = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')
  const hasBody = request.method === 'POST' || request.method === 'PATCH'
  if (hasBody && !isJsonBody) return failure(context, 415)
  return mockReply(context, request) ?? CALLS[route.call]![2]({ options, context, id: route.id, request })
}

function answerVerify({ context, options, request }: Given): Reply {
  const status = options.verify(request.body)
  if (status === null) return refuse(context, [{ issue: 'MALFORMED_REQUEST_JSON' }])
  return { status: 200, body: { verification_status: status } }
}

function giveToken(options: RestOptions, tokens: Tokens, authorization: string, body: string): Reply {
  const expected = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64')
  if (!isSame(authorization, `Basic ${expected}`)) {
    return oauthError('invalid_client', 'Client Authentication failed')
  }
  if (new URLSearchParams(body).get('grant_type') !== 'client_credentials') {
    const error = 'unsupported_grant_type'
    return { status: 400, body: { error, error_description: 'Grant Type is NULL or not supported' } }
  }
  const now = options.context.now()
  for (const [old, until] of tokens) if (until <= now) tokens.delete(old)
  const token = `A21AA${randomBytes(48).toString('base64url')}`
  tokens.set(token, now + options.tokenSeconds * 1000)
  return {
    status: 200,
    body: {
      scope: 'https://uri.paypal.com/services/payments/payment',
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: options.tokenSeconds,
      nonce: `${new Date(now).toISOString()}${randomBytes(16).toString('base64url')}`,
    },
  }
}

function checkToken(context: Context, tokens: Tokens, authorization: string): Reply | null {
  if (!authorization.startsWith('Bearer ')) return failure(context, 401)
  const until = tokens.get(authorization.slice('Bearer '.length)) ?? 0
  return context.now() < until ? null : oauthError('invalid_token', 'Access Token not found in cache')
}

function oauthError(error: string, description: string): Reply {
  return { status: 401, body: { error, error_description: description } }
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right))
}

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

function rateLimited(debugId: string) {
  const message = 'Too many requests. Blocked due to rate limiting.'
  return { name: 'RATE_LIMIT_REACHED', message, debug_id: debugId, links: [] }
}

function isDebugged(body: unknown): body is { debug_id: string } {
  return typeof body === 'object' && body !== null && 'debug_id' in body
}
