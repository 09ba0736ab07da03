import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { errorBody } from './issues.ts'
import { captureOrder, createOrder, mockedReply, refuse, showOrder, type Desk, type Reply } from './orders.ts'

export type CallName = 'token' | 'create' | 'get' | 'capture'

/**
 * A fault to show the next `times` calls of a kind. `error` (500) and `busy` (429) do nothing;
 * `hang` (no answer), `drop` (cut connection) and `garbage` (unreadable answer) come after the work is done.
 */
export type Fault = { call: CallName; kind: 'error' | 'busy' | 'hang' | 'drop' | 'garbage'; times: number }

export type RestOptions = {
  desk: Desk
  clientId: string
  clientSecret: string
  tokenSeconds: number
  latencyMs: number
  faults: Fault[]
}

/** Answers PayPal's REST calls: token, orders create, get and capture; anything else is a 404. */
export function restListener(options: RestOptions): RequestListener {
  const tokens = new Map<string, number>()
  return (request, response) => {
    answer(options, tokens, request, response).catch(() => {
      response.destroy()
    })
  }
}

type Tokens = Map<string, number>

async function answer(
  options: RestOptions,
  tokens: Tokens,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const body = request.method === 'GET' ? '' : await text(request)
  const route = routeOf(request)
  const fault = route ? takeFault(options.faults, route.call) : null
  if (fault === 'error') return finish(options, response, { status: 500, body: errorBody(500, id(options)) })
  if (fault === 'busy') return finish(options, response, { status: 429, body: rateLimited(id(options)) })
  const reply = route
    ? work(options, tokens, route, request, body)
    : { status: 404, body: errorBody(404, id(options)) }
  if (options.latencyMs > 0) await pause(options.latencyMs)
  if (fault === 'hang') return
  if (fault === 'drop') return void response.destroy()
  finish(options, response, fault === 'garbage' ? { status: reply.status, body: undefined } : reply)
}

type Route = { call: CallName; id: string }

function routeOf({ method, url = '' }: IncomingMessage): Route | null {
  const path = url.split('?', 1)[0] ?? ''
  if (method === 'POST' && path === '/v1/oauth2/token') return { call: 'token', id: '' }
  if (method === 'POST' && path === '/v2/checkout/orders') return { call: 'create', id: '' }
  const [, order, rest] = /^\/v2\/checkout\/orders\/([^/]+)(\/capture)?$/.exec(path) ?? []
  if (order === undefined) return null
  if (method === 'GET' && rest === undefined) return { call: 'get', id: order }
  return method === 'POST' && rest !== undefined ? { call: 'capture', id: order } : null
}

function work(
  options: RestOptions,
  tokens: Tokens,
  route: Route,
  request: IncomingMessage,
  body: string,
): Reply {
  const { desk } = options
  const { headers } = request
  if (route.call === 'token') return giveToken(options, tokens, headers.authorization ?? '', body)
  const refusal = checkToken(desk, tokens, headers.authorization ?? '')
  if (refusal) return refusal
  const isJsonBody = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')
  if (request.method === 'POST' && !isJsonBody) return { status: 415, body: errorBody(415, desk.debugId()) }
  const mocked = mockedReply(desk, { headers, body })
  if (mocked) return mocked
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

function takeFault(faults: Fault[], call: CallName): Fault['kind'] | null {
  const fault = faults.find((one) => one.call === call && one.times > 0)
  if (!fault) return null
  fault.times -= 1
  return fault.kind
}

function id({ desk }: RestOptions): string {
  return desk.debugId()
}

function finish(options: RestOptions, response: ServerResponse, { status, body }: Reply): void {
  const json = body === undefined ? '{"id": "5O1907' : JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(json),
    'paypal-debug-id': isDebugged(body) ? body.debug_id : id(options),
  })
  response.end(json)
}

function isDebugged(body: unknown): body is { debug_id: string } {
  return typeof body === 'object' && body !== null && 'debug_id' in body
}
