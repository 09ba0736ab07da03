/** HTTP calls to Shippo. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ShippingUnavailable } from '../shipping.ts'

export type ShippoHttp = {
  /**
   * Makes one call and returns the parsed body of a 2xx response; null for 204. A call is `repeatable` if making it twice costs nothing.
   * Such calls are retried at most twice after a connection error, a 429 or a 5xx. Throws ShippoRefused for a 4xx except
   * 429, and ShippingUnavailable for all other failures.
   */
  call(request: ShippoRequest): Promise<unknown>
}

type ShippoRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path, with a trailing slash except for webhooks. Without the slash, some of Shippo's routes redirect. */
  path: string
  body?: unknown
  repeatable: boolean
  /** Replaces the default time limit. */
  timeoutMs?: number
}

export type ShippoHttpOptions = {
  token: string
  apiBase: string
  /** Milliseconds for one call including its retries and pauses. A buyer may be waiting for the result. */
  timeoutMs?: number
  fetch?: typeof fetch
}

/** A 4xx response (except 429), with its parsed body if there was one. */
export class ShippoRefused extends ShippingUnavailable {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    super(`Shippo answered ${status}: ${errorText(body)}`)
    this.status = status
    this.body = body
  }
}

const apiVersion = '2018-02-08'
const tries = 3
const maxReplyCharacters = 2_000_000

/** Calls Shippo with the token, the API version, a time limit, retries and a size limit. */
export function shippoHttp(options: ShippoHttpOptions): ShippoHttp {
  const { token, apiBase, timeoutMs = 5000, fetch: send = fetch } = options
  const base = apiBase.replace(/(?<!\/)\/+$/, '')

  async function once(request: ShippoRequest, signal: AbortSignal): Promise<Reply> {
    const response = await send(base + request.path, {
      method: request.method,
      headers: {
        accept: 'application/json',
        authorization: `ShippoToken ${token}`,
        'shippo-api-version': apiVersion,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      redirect: 'manual',
      signal,
    })
    return { status: response.status, pause: retryAfter(response), text: await readText(response) }
  }

  async function attempt(
    request: ShippoRequest,
    signal: AbortSignal,
    deadline: number,
    nth: number,
  ): Promise<unknown> {
    const outcome = await once(request, signal).catch(toNetworkFailure)
    if (!(outcome instanceof NetworkFailure) && !isTransient(outcome.status)) return bodyOf(outcome)
    const pause = Math.max(jitter(nth), outcome instanceof NetworkFailure ? 0 : outcome.pause)
    if (!request.repeatable || nth === tries || performance.now() + pause >= deadline) throw giveUp(outcome)
    await sleep(pause)
    return attempt(request, signal, deadline, nth + 1)
  }

  return {
    call(request) {
      const limit = request.timeoutMs ?? timeoutMs
      return attempt(request, AbortSignal.timeout(limit), performance.now() + limit, 1)
    },
  }
}

type Reply = { status: number; pause: number; text: string }

class NetworkFailure {
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}

function toNetworkFailure(error: unknown): NetworkFailure {
  if (error instanceof ShippingUnavailable) throw error
  return new NetworkFailure(error)
}

function isTransient(status: number): boolean {
  return status === 429 || status >= 500
}

function bodyOf({ status, text }: Reply): unknown {
  const body = parseJson(text)
  if (status >= 400 && status < 500) throw new ShippoRefused(status, body)
  if (status < 200 || status >= 300) throw new ShippingUnavailable(`Shippo answered ${status}`)
  if (status === 204) return null
  if (body === undefined) throw new ShippingUnavailable(`Shippo answered ${status} with no readable JSON`)
  return body
}

function giveUp(outcome: Reply | NetworkFailure): ShippingUnavailable {
  if (outcome instanceof NetworkFailure) {
    return new ShippingUnavailable('Shippo could not be reached or did not answer in time', {
      cause: outcome.cause,
    })
  }
  return new ShippingUnavailable(`Shippo answered ${outcome.status}: ${errorText(parseJson(outcome.text))}`)
}

/** Milliseconds before a retry: up to 200 before the second attempt and 600 before the third, with random jitter. */
function jitter(nth: number): number {
  return (0.25 + 0.75 * Math.random()) * (nth === 1 ? 200 : 600)
}

/** The milliseconds in a Retry-After header. Shippo sends seconds, never dates. */
function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > maxReplyCharacters) throw new ShippingUnavailable("Shippo's answer is too long")
  }
  return text + decoder.decode()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * One line for the log from any of Shippo's four error formats: `{detail}`, `{field: [text]}` (possibly nested),
 * `{message, details}`, or a plain string.
 */
export function errorText(body: unknown): string {
  const text = leaves(body, 0).join('; ')
  return text ? text.slice(0, 300) : 'no readable reason'
}

function leaves(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return value ? [value] : []
  if (depth > 4 || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.slice(0, 10).flatMap((item) => leaves(item, depth + 1))
  return Object.entries(value)
    .slice(0, 10)
    .flatMap(([name, item]) => {
      const texts = leaves(item, depth + 1)
      return ['detail', 'message', 'details'].includes(name) ? texts : texts.map((text) => `${name}: ${text}`)
    })
}
