import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Reply as Answer, SandboxRequest, Service } from '../server.ts'
import { createOrCharge } from './charges.ts'
import { listDisputes } from './disputes.ts'
import { errorBody } from './issues.ts'
import {
  captureOrder,
  mockReply,
  refuse,
  showOrder,
  type CallInput,
  type Context,
  type Reply,
} from './orders.ts'
import { refundCapture, showCapture, showDispute, showRefund, trackOrder } from './refunds.ts'
import { listTransactions } from './transactions.ts'
import { createSetup, createToken, deleteToken, showSetup, showToken } from './vault.ts'

type CallName = keyof typeof ROUTES

type RestOptions = {
  context: Context
  /** Checks the signature in a verification request. Null if the request is malformed. */
  verify: (text: string) => 'SUCCESS' | 'FAILURE' | null
  webhookId: string
  clientId: string
  clientSecret: string
  tokenSeconds: number
  latencyMs: number
  /** Whether the credentials may list transactions. At PayPal, the owner of the account must allow this. */
  maySearch: boolean
  /** Whether the credentials may read disputes. At PayPal, this is an optional feature of an app. */
  mayReadDisputes: boolean
}

/** Method and path of each call; the parentheses match the id. */
const ROUTES = {
  token: ['POST', /^\/v1\/oauth2\/token()$/],
  create: ['POST', /^\/v2\/checkout\/orders()$/],
  get: ['GET', /^\/v2\/checkout\/orders\/([^/]+)$/],
  capture: ['POST', /^\/v2\/checkout\/orders\/([^/]+)\/capture$/],
  track: ['POST', /^\/v2\/checkout\/orders\/([^/]+)\/track$/],
  'get capture': ['GET', /^\/v2\/payments\/captures\/([^/]+)$/],
  refund: ['POST', /^\/v2\/payments\/captures\/([^/]+)\/refund$/],
  'get refund': ['GET', /^\/v2\/payments\/refunds\/([^/]+)$/],
  'list disputes': ['GET', /^\/v1\/customer\/disputes()$/],
  'get dispute': ['GET', /^\/v1\/customer\/disputes\/([^/]+)$/],
  list: ['GET', /^\/v1\/reporting\/transactions()$/],
  verify: ['POST', /^\/v1\/notifications\/verify-webhook-signature()$/],
  'create setup': ['POST', /^\/v3\/vault\/setup-tokens()$/],
  'get setup': ['GET', /^\/v3\/vault\/setup-tokens\/([^/]+)$/],
  'create token': ['POST', /^\/v3\/vault\/payment-tokens()$/],
  'get token': ['GET', /^\/v3\/vault\/payment-tokens\/([^/]+)$/],
  'delete token': ['DELETE', /^\/v3\/vault\/payment-tokens\/([^/]+)$/],
  'get webhook': ['GET', /^\/v1\/notifications\/webhooks\/([^/]+)$/],
} as const

/** PayPal's REST calls. Other paths respond with 404. */
export function restService(options: RestOptions): Service {
  const tokens = new Map<string, number>()
  const { context, latencyMs } = options
  return {
    latencyMs,
    callOf: (request) => routeOf(request)?.call ?? 'unknown',
    answer: (request) => answer(options, tokens, request),
    failure: (status) =>
      withDebugId(
        context,
        status === 429
          ? { status, body: rateLimited(context.debugId()) }
          : { status, body: errorBody(status === 413 ? 400 : status, context.debugId()) },
      ),
  }
}

type Tokens = Map<string, number>

function answer(options: RestOptions, tokens: Tokens, request: SandboxRequest): Answer {
  const route = routeOf(request)
  const { context } = options
  return withDebugId(
    context,
    route
      ? perform(options, tokens, route, request)
      : { status: 404, body: errorBody(404, context.debugId()) },
  )
}

function withDebugId(context: Context, reply: Reply): Answer {
  const debugId = isDebugged(reply.body) ? reply.body.debug_id : context.debugId()
  return { ...reply, headers: { 'paypal-debug-id': debugId } }
}

type Route = { call: CallName; id: string }

function routeOf({ method, path }: SandboxRequest): Route | null {
  for (const [call, [verb, pattern]] of Object.entries(ROUTES) as [CallName, (typeof ROUTES)[CallName]][]) {
    const found = verb === method && pattern.exec(path)
    if (found) return { call, id: found[1] ?? '' }
  }
  return null
}

function perform(options: RestOptions, tokens: Tokens, route: Route, request: SandboxRequest): Reply {
  const { context } = options
  const { headers, body } = request
  if (route.call === 'token') return giveToken(options, tokens, headers.authorization ?? '', body)
  const refusal = checkToken(context, tokens, headers.authorization ?? '')
  if (refusal) return refusal
  const isJsonBody = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')
  if (request.method === 'POST' && !isJsonBody)
    return { status: 415, body: errorBody(415, context.debugId()) }
  const mocked = mockReply(context, { headers, body })
  if (mocked) return mocked
  if (route.call === 'list') {
    if (!options.maySearch) return { status: 403, body: errorBody(403, context.debugId()) }
    return listTransactions(context, request)
  }
  if (route.call === 'list disputes' || route.call === 'get dispute') {
    if (!options.mayReadDisputes) return { status: 403, body: errorBody(403, context.debugId()) }
    if (route.call === 'list disputes') return listDisputes(context, request)
  }
  if (route.call === 'create') return createOrCharge(context, { headers, body })
  if (VAULT_CALLS.has(route.call)) return performOnVault(context, route, { headers, body })
  if (route.call === 'verify') return answerVerify(options, body)
  if (route.call === 'get webhook') return showWebhook(options, route.id)
  if (!/^[A-Z0-9-]{1,36}$/.test(route.id)) {
    return refuse(context, [{ issue: 'INVALID_RESOURCE_ID', field: 'order_id', location: 'path' }])
  }
  return performOnId(context, route, { headers, body })
}

const VAULT_CALLS: ReadonlySet<CallName> = new Set([
  'create setup',
  'get setup',
  'create token',
  'get token',
  'delete token',
])

function performOnVault(context: Context, { call, id }: Route, input: CallInput): Reply {
  if (call === 'create setup') return createSetup(context, input)
  if (call === 'create token') return createToken(context, input)
  if (call === 'get setup') return showSetup(context, id)
  return call === 'get token' ? showToken(context, id) : deleteToken(context, id)
}

function performOnId(context: Context, { call, id }: Route, input: CallInput): Reply {
  switch (call) {
    case 'get':
      return showOrder(context, id)
    case 'capture':
      return captureOrder(context, id, input)
    case 'track':
      return trackOrder(context, id, input)
    case 'refund':
      return refundCapture(context, id, input)
    case 'get capture':
      return showCapture(context, id)
    case 'get refund':
      return showRefund(context, id)
    case 'get dispute':
      return showDispute(context, id)
    default:
      return { status: 404, body: errorBody(404, context.debugId()) }
  }
}

function answerVerify({ context, verify }: RestOptions, question: string): Reply {
  const status = verify(question)
  if (status === null) return refuse(context, [{ issue: 'MALFORMED_REQUEST_JSON' }])
  return { status: 200, body: { verification_status: status } }
}

function showWebhook({ context, webhookId }: RestOptions, id: string): Reply {
  if (id !== webhookId) return { status: 404, body: errorBody(404, context.debugId()) }
  const url = new URL('/api/paypal/webhook', context.site.approvalBase).href
  return { status: 200, body: { id, url, event_types: [{ name: '*' }], links: [] } }
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
  if (!authorization.startsWith('Bearer ')) return { status: 401, body: errorBody(401, context.debugId()) }
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
