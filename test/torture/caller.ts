/** Somebody who calls a real server over HTTP, and can go on with another one when that has died. */
import type { Answer, Visitor } from '../visitor.ts'

export type Caller = Visitor & {
  /** Where the shop can be found now. */
  origin: string
}

/** The shop died, or was dead, before it answered: nobody knows what became of the call. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** @param always headers that every call has, such as those of a proxy in between */
export function caller(origin: string, always: Record<string, string> = {}): Caller {
  const somebody: Caller = {
    origin,
    cookie: '',
    get: (path, headers) => call(somebody, 'GET', path, undefined, { ...always, ...headers }),
    post: (path, body, headers) => call(somebody, 'POST', path, body, { ...always, ...headers }),
    put: (path, body, headers) => call(somebody, 'PUT', path, body, { ...always, ...headers }),
    delete: (path, headers) => call(somebody, 'DELETE', path, undefined, { ...always, ...headers }),
  }
  return somebody
}

async function call(
  somebody: Caller,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const request = {
    method,
    headers: {
      ...(somebody.cookie ? { cookie: somebody.cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
  }
  try {
    const answer = await fetch(somebody.origin + path, request)
    const text = await answer.text()
    const set = answer.headers.get('set-cookie')?.split(';')[0]
    if (set) somebody.cookie = set.endsWith('=') ? '' : set
    return { status: answer.status, text, body: parse(text), headers: Object.fromEntries(answer.headers) }
  } catch (error) {
    throw new NoAnswer(`${method} ${path}`, { cause: error })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Presses a button in PayPal's window. */
export async function choose(buyer: Caller, payment: string, choice: 'approve' | 'decline'): Promise<void> {
  const answer = await buyer.post(`/sandbox/paypal/checkoutnow/${payment}/${choice}`, undefined, {
    'sec-fetch-site': 'same-origin',
  })
  if (answer.status !== 200) throw new Error(`PayPal's window answered ${answer.status} ${answer.text}`)
}
