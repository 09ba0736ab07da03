/** HTTP calls to Mapbox. */
import { setTimeout as sleep } from 'node:timers/promises'
import { MapsUnavailable } from '../maps.ts'

export type MapboxHttpOptions = {
  token: string
  apiBase: string
  contributeBase: string
  /** Milliseconds for one call including its retry. A suggestion that comes later would be useless. */
  timeoutMs?: number
  fetch?: typeof fetch
}

/** A 4xx response (except 429): the request was invalid. */
export class MapboxRefused extends MapsUnavailable {
  readonly status: number
  constructor(status: number, message: string) {
    super(`Mapbox answered ${status}: ${message}`)
    this.status = status
  }
}

const MAX_REPLY_CHARACTERS = 2_000_000

/** Calls Mapbox with the token, a time limit, one retry and a size limit. Throws MapsUnavailable or MapboxRefused. */
export function mapboxHttp({
  token,
  apiBase,
  contributeBase,
  timeoutMs = 3000,
  fetch: send = fetch,
}: MapboxHttpOptions) {
  const bases = { api: clean(apiBase), contribute: clean(contributeBase) }

  async function once(url: string, init: RequestInit): Promise<Reply> {
    const response = await send(url, { ...init, redirect: 'manual' })
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      bytes: await readBytes(response),
    }
  }

  async function call(url: string, init: RequestInit): Promise<Reply> {
    const signal = AbortSignal.timeout(timeoutMs)
    const first = await once(url, { ...init, signal }).catch(toNetworkFailure)
    if (!isTransient(first)) return requireOk(first as Reply)
    await sleep(50 + Math.random() * 100)
    const second = await once(url, { ...init, signal }).catch(toNetworkFailure)
    if (second instanceof Error)
      throw new MapsUnavailable('Mapbox could not be reached', { cause: second.cause })
    return requireOk(second)
  }

  return {
    /** @param query undefined values are omitted */
    async getJson(path: string, query: Record<string, string | undefined>): Promise<unknown> {
      const { bytes, status } = await call(urlOf(bases.api, path, { ...query, access_token: token }), {})
      return parse(bytes, status)
    },
    async getBytes(path: string, query: Record<string, string>): Promise<{ type: string; bytes: Buffer }> {
      return call(urlOf(bases.api, path, { ...query, access_token: token }), {})
    },
    /** Sends a report to the contribution host. Retries, because a repeated report is harmless. */
    async post(path: string, body: unknown): Promise<void> {
      await call(urlOf(bases.contribute, path, { access_token: token }), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    },
  }
}

type Reply = { status: number; type: string; bytes: Buffer }

function urlOf(base: string, path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${base}${path}?${new URLSearchParams(given).toString()}`
}

function toNetworkFailure(error: unknown): Error {
  if (error instanceof MapsUnavailable) throw error
  return new Error('The call failed', { cause: error })
}

function isTransient(outcome: Reply | Error): boolean {
  return outcome instanceof Error || outcome.status === 429 || outcome.status >= 500
}

function requireOk(reply: Reply): Reply {
  if (reply.status >= 200 && reply.status < 300) return reply
  const message = messageOf(reply.bytes)
  if (reply.status >= 400 && reply.status < 500 && reply.status !== 429)
    throw new MapboxRefused(reply.status, message)
  throw new MapsUnavailable(`Mapbox answered ${reply.status}: ${message}`)
}

function messageOf(bytes: Buffer): string {
  try {
    const body = JSON.parse(bytes.toString('utf8')) as { message?: unknown }
    return typeof body.message === 'string' ? body.message.slice(0, 200) : 'no readable reason'
  } catch {
    return 'no readable reason'
  }
}

function parse(bytes: Buffer, status: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    throw new MapsUnavailable(`Mapbox answered ${status} with no readable JSON`)
  }
}

async function readBytes(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_REPLY_CHARACTERS) throw new MapsUnavailable('Mapbox’s answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function clean(base: string): string {
  return base.replace(/(?<!\/)\/+$/, '')
}
