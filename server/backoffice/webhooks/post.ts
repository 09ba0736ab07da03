/** One attempt to deliver an event: a signed request in the form of Standard Webhooks 1.0.0. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { hostOf, isForbiddenIp, lookUpOnly } from '#server/kernel/network/public-address.ts'
import { DAY, MINUTE, SECOND, type Clock } from '#server/kernel/time/clock.ts'
import type { Shop } from '#server/platform/shop.ts'
import { mayReach, PRIVATE } from './address.ts'

/** How long a receiver may take, in milliseconds: the specification says between 15 and 30 seconds. */
const PATIENCE = 20 * SECOND
/** The pause of a receiver that is overloaded and does not say how long. */
const PAUSE = MINUTE

export type Outcome = {
  /** Null if there was no answer. */
  status: number | null
  /** Why it failed; empty after a success. */
  problem: string
  /** Milliseconds for which nothing is sent to this receiver. */
  pause: number
}

/** `secrets`: each adds a signature, so that a secret can be replaced without an interruption. */
export type Message = { id: string; body: string; url: string; secrets: readonly string[] }

type Options = { stopping?: AbortSignal | undefined; patience?: number }

/**
 * Sends an event. Redirects are not followed, and the body of the answer is not read.
 * @returns null if the server stops before there is an answer
 */
export async function post(
  shop: Pick<Shop, 'config' | 'realClock'>,
  message: Message,
  { stopping, patience = PATIENCE }: Options = {},
): Promise<Outcome | null> {
  const url = new URL(message.url)
  const isAllowed = (address: string) => mayReach(shop.config, address)
  if (isForbiddenIp(hostOf(url), isAllowed)) return failure(PRIVATE)
  const lookup = lookUpOnly(isAllowed, () => new Error(PRIVATE))
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const { promise, resolve } = Promise.withResolvers<Outcome | null>()
  const sent = send(
    url,
    // A new connection to the address that was checked.
    { method: 'POST', agent: false, lookup, headers: headersOf(shop.realClock, message) },
    (response) => {
      const { statusCode: status = 0, headers } = response
      // What the receiver writes is of no use, and may be endless.
      response.destroy()
      resolve(outcomeOf(status, headers['retry-after'], shop.realClock))
    },
  )
  const timer = setTimeout(() => sent.destroy(new Error(SLOW)), patience)
  const stop = () => resolve(null)
  stopping?.addEventListener('abort', stop)
  sent.on('error', (error: NodeJS.ErrnoException) => resolve(failure(reasonOf(error))))
  sent.end(message.body)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    stopping?.removeEventListener('abort', stop)
    sent.destroy()
  }
}

function headersOf(clock: Clock, { id, body, secrets }: Message): Record<string, string | number> {
  const now = clock.now()
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'FRAME (webhooks)',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
}

function outcomeOf(status: number, retryAfter: string | undefined, clock: Clock): Outcome {
  if (status >= 200 && status < 300) return { status, problem: '', pause: 0 }
  const isBusy = [429, 502, 503, 504].includes(status)
  const pause = isBusy ? pauseOf(retryAfter, clock) : 0
  const isRedirect = status >= 300 && status < 400
  const problem = isRedirect
    ? `It redirects (${status}), which is not followed. Enter the address where it ends`
    : `It answered with the status ${status}`
  return { status, problem, pause }
}

/** The pause that `Retry-After` asks for (RFC 9110, 10.2.3), in milliseconds: at most a day. */
function pauseOf(asked: string | undefined, clock: Clock): number {
  const ms = /^\d{1,9}$/.test(asked ?? '')
    ? Number(asked) * SECOND
    : Date.parse(asked ?? '') - clock.now().getTime()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, DAY) : PAUSE
}

function failure(problem: string): Outcome {
  return { status: null, problem, pause: 0 }
}

const SLOW = 'It did not answer within 20 seconds'

/** Says what happened, without what the other side wrote. */
function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (message === PRIVATE || message === SLOW) return message
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'There is no server with this name'
  if (code === 'ECONNREFUSED') return 'The server refuses connections'
  if (/CERT|TLS|SSL|SIGNED|ALTNAME/.test(code ?? '')) return 'The certificate of the server is not valid'
  return 'The connection broke off before an answer'
}
