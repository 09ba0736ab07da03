import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Asked, Reply as Answer, Service } from '../server.ts'
import { listDisputes } from './disputes.ts'
import { errorBody } from './issues.ts'
import {
  captureOrder,
  createOrder,
  mockedReply,
  refuse,
  showOrder,
  type Asked as Call,
  type Desk,
  type Reply,
} from './orders.ts'
import { refundCapture, showCapture, showDispute, showRefund, trackOrder } from './refunds.ts'
import { listTransactions } from './transactions.ts'

type CallName = keyof typeof ROUTES

type RestOptions = {
  desk: Desk
  /** Judges the question whether a webhook is ours; null when it is no question. */
  verify: (text: string) => 'SUCCESS' | 'FAILURE' | null
  webhookId: string
  clientId: string
  clientSecret: string
  tokenSeconds: number
  latencyMs: number
  /** Whether the credentials may read the list of transactions, which PayPal asks the account's owner. */
  maySearch: boolean
  /** Whether they may read disputes, which is a feature of the app at PayPal. */
  mayReadDisputes: boolean
}

/** The calls there are; an id stands where the parentheses do. */
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
  'get webhook': ['GET', /^\/v1\/notifications\/webhooks\/([^/]+)$/],
} as const

/** PayPal's REST calls; anything else is a 404. */
export function restService(options: RestOptions): Service {
  const tokens = new Map<string, number>()
  const { desk, latencyMs } = options
  return {
    latencyMs,
    callOf: (asked) => routeOf(asked)?.call ?? 'unknown',
    answer: (asked) => answer(options, tokens, asked),
    failure: (status) =>
      withDebugId(
        desk,
        status === 429
          ? { status, body: rateLimited(desk.debugId()) }
          : { status, body: errorBody(status === 413 ? 400 : status, desk.debugId()) },
      ),
  }
}

type Tokens = Map<string, number>

function answer(options: RestOptions, tokens: Tokens, asked: Asked): Answer {
  const route = routeOf(asked)
  const { desk } = options
  return withDebugId(
    desk,
    route ? work(options, tokens, route, asked) : { status: 404, body: errorBody(404, desk.debugId()) },
  )
}

function withDebugId(desk: Desk, reply: Reply): Answer {
  const debugId = isDebugged(reply.body) ? reply.body.debug_id : desk.debugId()
  return { ...reply, headers: { 'paypal-debug-id': debugId } }
}

type Route = { call: CallName; id: string }

function routeOf({ method, path }: Asked): Route | null {
  for (const [call, [verb, pattern]] of Object.entries(ROUTES) as [CallName, (typeof ROUTES)[CallName]][]) {
    const found = verb === method && pattern.exec(path)
    if (found) return { call, id: found[1] ?? '' }
  }
  return null
}

function work(options: RestOptions, tokens: Tokens, route: Route, asked: Asked): Reply {
  const { desk } = options
  const { headers, body } = asked
  if (route.call === 'token') return giveToken(options, tokens, headers.authorization ?? '', body)
  const refusal = checkToken(desk, tokens, headers.authorization ?? '')
  if (refusal) return refusal
  const isJsonBody = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')
  if (asked.method === 'POST' && !isJsonBody) return { status: 415, body: errorBody(415, desk.debugId()) }
  const mocked = mockedReply(desk, { headers, body })
  if (mocked) return mocked
  if (route.call === 'list') {
    if (!options.maySearch) return { status: 403, body: errorBody(403, desk.debugId()) }
    return listTransactions(desk, asked)
  }
  if (route.call === 'list disputes' || route.call === 'get dispute') {
    if (!options.mayReadDisputes) return { status: 403, body: errorBody(403, desk.debugId()) }
    if (route.call === 'list disputes') return listDisputes(desk, asked)
  }
  if (route.call === 'create') return createOrder(desk, { headers, body })
  if (route.call === 'verify') return answerVerify(options, body)
  if (route.call === 'get webhook') return showWebhook(options, route.id)
  if (!/^[A-Z0-9-]{1,36}$/.test(route.id)) {
    return refuse(desk, [{ issue: 'INVALID_RESOURCE_ID', field: 'order_id', location: 'path' }])
  }
  return workOn(desk, route, { headers, body })
}

function workOn(desk: Desk, { call, id: about }: Route, asked: Call): Reply {
  switch (call) {
    case 'get':
      return showOrder(desk, about)
    case 'capture':
      return captureOrder(desk, about, asked)
    case 'track':
      return trackOrder(desk, about, asked)
    case 'refund':
      return refundCapture(desk, about, asked)
    case 'get capture':
      return showCapture(desk, about)
    case 'get refund':
      return showRefund(desk, about)
    case 'get dispute':
      return showDispute(desk, about)
    default:
      return { status: 404, body: errorBody(404, desk.debugId()) }
  }
}

function answerVerify({ desk, verify }: RestOptions, question: string): Reply {
  const status = verify(question)
  if (status === null) return refuse(desk, [{ issue: 'MALFORMED_REQUEST_JSON' }])
  return { status: 200, body: { verification_status: status } }
}

function showWebhook({ desk, webhookId }: RestOptions, id: string): Reply {
  if (id !== webhookId) return { status: 404, body: errorBody(404, desk.debugId()) }
  const url = 'https://shop.example/api/paypal/webhook'
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
  const now = options.desk.now()
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

function checkToken(desk: Desk, tokens: Tokens, authorization: string): Reply | null {
  if (!authorization.startsWith('Bearer ')) return { status: 401, body: errorBody(401, desk.debugId()) }
  const until = tokens.get(authorization.slice('Bearer '.length)) ?? 0
  return desk.now() < until ? null : oauthError('invalid_token', 'Access Token not found in cache')
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
