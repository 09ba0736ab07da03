import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Asked, Reply as Answer, Service } from '../../sandbox/server.ts'
import { errorBody } from './issues.ts'
import { listTransactions } from './transactions.ts'
import { captureOrder, createOrder, mockedReply, refuse, showOrder, type Desk, type Reply } from './orders.ts'

export type CallName = 'token' | 'create' | 'get' | 'capture' | 'list'

export type RestOptions = {
  desk: Desk
  clientId: string
  clientSecret: string
  tokenSeconds: number
  latencyMs: number
  /** Whether the credentials may read the list of transactions, which PayPal asks the account's owner. */
  maySearch: boolean
}

/** PayPal's REST calls: token, orders create, get and capture, transaction search; anything else is a 404. */
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
  if (method === 'POST' && path === '/v1/oauth2/token') return { call: 'token', id: '' }
  if (method === 'GET' && path === '/v1/reporting/transactions') return { call: 'list', id: '' }
  if (method === 'POST' && path === '/v2/checkout/orders') return { call: 'create', id: '' }
  const [, order, rest] = /^\/v2\/checkout\/orders\/([^/]+)(\/capture)?$/.exec(path) ?? []
  if (order === undefined) return null
  if (method === 'GET' && rest === undefined) return { call: 'get', id: order }
  return method === 'POST' && rest !== undefined ? { call: 'capture', id: order } : null
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
  if (route.call === 'create') return createOrder(desk, { headers, body })
  if (!/^[A-Z0-9]{1,36}$/.test(route.id)) {
    return refuse(desk, [{ issue: 'INVALID_RESOURCE_ID', field: 'order_id', location: 'path' }])
  }
  return route.call === 'get' ? showOrder(desk, route.id) : captureOrder(desk, route.id, { headers, body })
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
