/** An HTTP client: keeps a cookie, sends JSON (text and buffers unchanged), reads answers. */
import type { FastifyInstance, InjectOptions } from 'fastify'

export type Answer = {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  text: string
  /** The body of a file; only `visitor` sets it. */
  bytes?: Buffer
  headers: Record<string, unknown>
}

export type Visitor = {
  /** The session cookie, `name=value`, or an empty text. */
  cookie: string
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, headers?: Record<string, string>): Promise<Answer>
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export function visitor(app: FastifyInstance): Visitor {
  const self: Visitor = {
    cookie: '',
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  }

  async function send(
    method: Method,
    url: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await sendUntilNotBusy(app, {
      method,
      url,
      headers: {
        ...(self.cookie ? { cookie: self.cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: isRaw(body) ? body : JSON.stringify(body) }),
    })
    const set = answer.headers['set-cookie']
    if (typeof set === 'string') self.cookie = /^[^=]+=;/.test(set) ? '' : (set.split(';')[0] ?? '')
    const { statusCode: status, body: text, rawPayload: bytes } = answer
    return { status, body: parse(text), text, bytes, headers: answer.headers }
  }

  return self
}

export const MOST_ATTEMPTS = 60

/**
 * Sends a call, and repeats it while the server answers that it is very busy. A server on a loaded machine sends this
 * answer before it handles the call.
 */
export async function sendUntilNotBusy(app: FastifyInstance, call: InjectOptions) {
  for (let attempt = 1; ; attempt++) {
    const answer = await app.inject(call)
    if (answer.statusCode !== 503 || !answer.body.includes(BUSY_MESSAGE) || attempt === MOST_ATTEMPTS)
      return answer
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

export const BUSY_MESSAGE = 'The shop is very busy'

function isRaw(body: unknown): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

/** JSON, or the text itself. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The number of answers by status. */
export function countOf(answers: readonly { status: number }[]): Record<string, number> {
  const byStatus = Map.groupBy(answers, ({ status }) => status)
  return Object.fromEntries([...byStatus].map(([status, all]) => [status, all.length]))
}
