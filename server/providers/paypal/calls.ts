/** HTTP calls to PayPal: access token, time limits and retries. */
import { setTimeout as pause } from 'node:timers/promises'
import { within } from '#server/kernel/time/timed.ts'
import type { Fetch, Request, Response } from '../kept-connections.ts'
import { answered, refused } from '../service.ts'
import { PaymentUnavailable } from '../payments.ts'

type CallOptions = {
  clientId: string
  clientSecret: string
  /** Without a trailing slash, e.g. `https://api-m.paypal.com`. */
  apiBase: string
  /** Time limit for requesting the token, in milliseconds. */
  timeoutMs: number
  /**
   * Milliseconds before the first retry. The wait doubles with each further retry, and varies randomly by up to 50%.
   */
  backoffMs: number
  fetch: Fetch
  now: () => number
}

export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** The body as text, sent without changes. */
  text?: string
  requestId?: string
  /** Time limit for the call including its retries, in milliseconds. */
  timeoutMs: number
}

/** A usable response: JSON with a status other than 401, 408, 429 and 5xx. */
export type Answer = { status: number; body: Record<string, unknown>; debugId: string }

/** Makes a call, as `PaypalCalls.execute` says. */
export type Execute = (call: Call) => Promise<Answer>

const ATTEMPTS = 3
/** How long an access token is used whose lifetime is not given: OAuth 2.0 only recommends it (RFC 6749, 5.1). */
const UNSAID_SECONDS = 300

/** An error that is retried: a connection error, 408, 429 or 5xx. `pauseMs` is PayPal's Retry-After. */
class Transient extends Error {
  readonly pauseMs: number
  constructor(why: string, pauseMs = 0) {
    super(why)
    this.pauseMs = pauseMs
  }
}

type PaypalCalls = {
  /**
   * Calls PayPal with the access token, a time limit and up to three attempts. All attempts have the same request id,
   * so PayPal carries out a repeated POST only once. Throws PaymentUnavailable if there is no usable response.
   */
  execute: Execute
  /** Requests a new access token even if one is cached. Throws PaymentUnavailable. */
  signIn: () => Promise<void>
}

/** Creates the functions that call PayPal. */
export function paypalCalls(options: CallOptions): PaypalCalls {
  const tokens = tokenCache(options)
  return {
    signIn: () => tokens.renew(),
    execute: (call) =>
      within(call.timeoutMs, async (signal) => {
        const token = await tokens.read()
        const reply = await send(options, call, token, signal)
        if (reply.status !== 401) return readAnswer(call, reply)
        tokens.drop(token)
        const again = await send(options, call, await tokens.read(), signal)
        if (again.status === 401) throw unavailable(call, 'PayPal rejected a new access token', again)
        return readAnswer(call, again)
      }),
  }
}

type Reply = { status: number; text: string; debugId: string }

function send(options: CallOptions, call: Call, token: string, signal: AbortSignal): Promise<Reply> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    prefer: 'return=representation',
  }
  if (call.requestId !== undefined) headers['paypal-request-id'] = call.requestId
  const hasBody = call.method === 'POST' || call.method === 'PATCH'
  if (hasBody) headers['content-type'] = 'application/json'
  const body = hasBody ? (call.text ?? JSON.stringify(call.body ?? {})) : undefined
  return withRetries(options, call, signal, { method: call.method, headers, body })
}

async function withRetries(
  options: CallOptions,
  call: { method: string; path: string },
  signal: AbortSignal,
  request: Pick<Request, 'method' | 'headers' | 'body'>,
  attempt = 1,
): Promise<Reply> {
  try {
    return await once(options, call, { ...request, signal, redirect: 'error' })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (signal.aborted) throw unavailable(call, 'PayPal did not answer in time')
    if (!(error instanceof Transient) || attempt === ATTEMPTS) throw unavailable(call, why)
    const wait = Math.max(options.backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random()), error.pauseMs)
    await pause(wait, undefined, { signal }).catch(() => {
      throw unavailable(call, `${why}, and no time is left for another attempt`)
    })
    return withRetries(options, call, signal, request, attempt + 1)
  }
}

async function once(options: CallOptions, call: { path: string }, request: Request): Promise<Reply> {
  const { status, headers, text } = await options
    .fetch(options.apiBase + call.path, request)
    .then(async (response) => ({ ...pick(response), text: await response.text() }))
    .catch((error: unknown) => {
      throw new Transient(networkReason(error))
    })
  const debugId = headers.get('paypal-debug-id') ?? bodyDebugId(text)
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = Number(headers.get('retry-after') ?? 0)
    throw new Transient(`PayPal answered ${status}${debugNote(debugId)}`, seconds > 0 ? seconds * 1000 : 0)
  }
  return { status, text, debugId }
}

function pick(response: Response) {
  return { status: response.status, headers: response.headers }
}

function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

function bodyDebugId(text: string): string {
  return /"debug_id"\s*:\s*"([\w-]{1,40})"/.exec(text)?.[1] ?? ''
}

function readAnswer(call: { method: string; path: string }, reply: Reply): Answer {
  // A deletion is answered without a body.
  const body = reply.status === 204 ? {} : parseObject(reply.text)
  if (!body) throw unavailable(call, `PayPal answered ${reply.status} with an unreadable body`, reply)
  return { status: reply.status, body, debugId: reply.debugId }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Caches the access token until a minute before it expires. Concurrent calls share one request for a new token.
 */
function tokenCache(options: CallOptions) {
  let cached: { token: string; until: number } | null = null
  let pending: Promise<string> | null = null

  function fetchOne(): Promise<string> {
    pending ??= fetchToken(options)
      .then(({ token, seconds }) => {
        cached = { token, until: options.now() + (seconds - 60) * 1000 }
        return token
      })
      .finally(() => {
        pending = null
      })
    return pending
  }
  return {
    async read(): Promise<string> {
      return cached && options.now() < cached.until ? cached.token : fetchOne()
    },
    async renew(): Promise<void> {
      await fetchOne()
    },
    /** Removes a token that PayPal has rejected, unless there is already a newer token. */
    drop(token: string): void {
      if (cached?.token === token) cached = null
    },
  }
}

async function fetchToken(options: CallOptions): Promise<{ token: string; seconds: number }> {
  const call = { method: 'POST', path: '/v1/oauth2/token' }
  const credentials = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64')
  const request = {
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  }
  const reply = await within(options.timeoutMs, (signal) => withRetries(options, call, signal, request))
  if (reply.status !== 200)
    throw refused(unavailable(call, `PayPal refused our credentials (${reply.status})`, reply))
  const { access_token: token, expires_in: seconds } = readAnswer(call, reply).body
  if (typeof token !== 'string' || token === '')
    throw unavailable(call, 'PayPal sent an access token in an unknown format', reply)
  return { token, seconds: typeof seconds === 'number' && seconds > 0 ? seconds : UNSAID_SECONDS }
}

/** A PaymentUnavailable whose message includes the call, and PayPal's debug_id if there is one. */
export function unavailable(
  call: { method: string; path: string },
  why: string,
  reply?: { debugId: string },
): PaymentUnavailable {
  return new PaymentUnavailable(`${call.method} ${call.path}: ${why}${debugNote(reply?.debugId ?? '')}`)
}

/** The error for a response that lacks what the call needs, although PayPal works. The outcome of the call is unknown. */
export function unclear(
  call: { method: string; path: string },
  why: string,
  answer: Answer,
): PaymentUnavailable {
  return answered(unavailable(call, why, answer))
}

/** PayPal's debug_id as the end of a message; empty if there is none. */
export function debugNote(debugId: string): string {
  return debugId === '' ? '' : ` (debug_id ${debugId})`
}
