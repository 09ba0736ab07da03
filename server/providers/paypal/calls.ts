import { setTimeout as pause } from 'node:timers/promises'
import { PaymentUnavailable } from '../providers.ts'

export type Fetch = typeof globalThis.fetch

type CallOptions = {
  clientId: string
  clientSecret: string
  /** Without a trailing slash, e.g. `https://api-m.paypal.com`. */
  apiBase: string
  /** For the token, in milliseconds. */
  timeoutMs: number
  /** The first wait between two tries, in milliseconds; doubles, and jitters by half. */
  backoffMs: number
  fetch: Fetch
  now: () => number
}

export type Call = {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  /** The body as it is to be sent, where every byte counts. */
  text?: string
  requestId?: string
  /** For the whole call, all its tries together, in milliseconds. */
  timeoutMs: number
}

/** An answer that may be believed: JSON, and neither 401, 408, 429 nor 5xx. */
export type Answer = { status: number; body: Record<string, unknown>; debugId: string }

const tries = 3

/** Only these are worth another try: a broken connection, 408, 429 and 5xx; not before the time PayPal asks for. */
class Passing extends Error {
  readonly pauseMs: number
  constructor(why: string, pauseMs = 0) {
    super(why)
    this.pauseMs = pauseMs
  }
}

type PaypalCalls = {
  /**
   * Speaks HTTP with PayPal: bearer token, request id, time limit, and up to three tries under the same request
   * id, so that a repeated POST is the same POST for PayPal.
   * Throws PaymentUnavailable when there is no answer, or none to be believed.
   */
  speak: (call: Call) => Promise<Answer>
  /** Asks for a token although there may be one. Throws PaymentUnavailable when PayPal gives none. */
  signIn: () => Promise<void>
}

/** The one way to talk to PayPal. */
export function paypalCalls(options: CallOptions): PaypalCalls {
  const tokens = tokenCache(options)
  return {
    signIn: () => tokens.renew(),
    speak: async (call) => {
      const signal = AbortSignal.timeout(call.timeoutMs)
      const token = await tokens.read()
      const reply = await send(options, call, token, signal)
      if (reply.status !== 401) return readAnswer(call, reply)
      tokens.drop(token)
      const again = await send(options, call, await tokens.read(), signal)
      if (again.status === 401) throw unavailable(call, 'PayPal refuses a fresh access token', again)
      return readAnswer(call, again)
    },
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
  if (call.method === 'POST') headers['content-type'] = 'application/json'
  const body = call.method === 'POST' ? (call.text ?? JSON.stringify(call.body ?? {})) : undefined
  return withTries(options, call, signal, { method: call.method, headers, body })
}

async function withTries(
  options: CallOptions,
  call: { method: string; path: string },
  signal: AbortSignal,
  request: RequestInit,
  attempt = 1,
): Promise<Reply> {
  try {
    return await once(options, call, { ...request, signal, redirect: 'error' })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (signal.aborted) throw unavailable(call, 'PayPal did not answer in time')
    if (!(error instanceof Passing) || attempt === tries) throw unavailable(call, why)
    const wait = Math.max(options.backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random()), error.pauseMs)
    await pause(wait, undefined, { signal }).catch(() => {
      throw unavailable(call, `${why}, and no time is left for another try`)
    })
    return withTries(options, call, signal, request, attempt + 1)
  }
}

async function once(options: CallOptions, call: { path: string }, request: RequestInit): Promise<Reply> {
  const { status, headers, text } = await options
    .fetch(options.apiBase + call.path, request)
    .then(async (response) => ({ ...pick(response), text: await response.text() }))
    .catch((error: unknown) => {
      throw new Passing(networkReason(error))
    })
  const debugId = headers.get('paypal-debug-id') ?? bodyDebugId(text)
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = Number(headers.get('retry-after') ?? 0)
    throw new Passing(`PayPal answered ${status}${debugNote(debugId)}`, seconds > 0 ? seconds * 1000 : 0)
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
  const body = parseObject(reply.text)
  if (!body) throw unavailable(call, `PayPal answered ${reply.status} with something unreadable`, reply)
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
 * One token for everybody until a minute before it expires; whoever comes while it is being fetched
 * waits for the same fetch.
 */
function tokenCache(options: CallOptions) {
  let held: { token: string; until: number } | null = null
  let coming: Promise<string> | null = null

  function fetchOne(): Promise<string> {
    coming ??= fetchToken(options)
      .then(({ token, seconds }) => {
        held = { token, until: options.now() + (seconds - 60) * 1000 }
        return token
      })
      .finally(() => {
        coming = null
      })
    return coming
  }
  return {
    async read(): Promise<string> {
      return held && options.now() < held.until ? held.token : fetchOne()
    },
    async renew(): Promise<void> {
      await fetchOne()
    },
    /** Forgets a token PayPal no longer takes, unless somebody renewed it meanwhile. */
    drop(token: string): void {
      if (held?.token === token) held = null
    },
  }
}

async function fetchToken(options: CallOptions): Promise<{ token: string; seconds: number }> {
  const call = { method: 'POST', path: '/v1/oauth2/token' }
  const credentials = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64')
  const reply = await withTries(options, call, AbortSignal.timeout(options.timeoutMs), {
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  if (reply.status !== 200) throw unavailable(call, `PayPal refused our credentials (${reply.status})`, reply)
  const { access_token: token, expires_in: seconds } = readAnswer(call, reply).body
  if (typeof token !== 'string' || token === '' || typeof seconds !== 'number') {
    throw unavailable(call, 'PayPal answered a token of unknown shape', reply)
  }
  return { token, seconds }
}

/** PaymentUnavailable naming the call, and PayPal's debug_id where there is one. */
export function unavailable(
  call: { method: string; path: string },
  why: string,
  reply?: { debugId: string },
): PaymentUnavailable {
  return new PaymentUnavailable(`${call.method} ${call.path}: ${why}${debugNote(reply?.debugId ?? '')}`)
}

/** How PayPal's correlation id is appended to a message; empty without one. */
export function debugNote(debugId: string): string {
  return debugId === '' ? '' : ` (debug_id ${debugId})`
}
