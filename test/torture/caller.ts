/** An HTTP client of a real server, which can continue with another server process after a crash. */
import { setTimeout as pause } from 'node:timers/promises'
import { BUSY_MESSAGE, MOST_ATTEMPTS, parse, type Answer, type Visitor } from '../visitor.ts'

export type Caller = Visitor & {
  /** The shop's current origin. */
  origin: string
}

/** The connection failed before a response: it is unknown whether the call had an effect. */
export class NoResponse extends Error {
  override name = 'NoResponse'
}

/** @param always headers of every call, such as those of a proxy */
export function caller(origin: string, always: Record<string, string> = {}): Caller {
  const client: Caller = {
    origin,
    cookie: '',
    get: (path, headers) => call(client, 'GET', path, undefined, { ...always, ...headers }),
    post: (path, body, headers) => call(client, 'POST', path, body, { ...always, ...headers }),
    put: (path, body, headers) => call(client, 'PUT', path, body, { ...always, ...headers }),
    delete: (path, headers) => call(client, 'DELETE', path, undefined, { ...always, ...headers }),
  }
  return client
}

/** Repeats the call while the server answers that it is very busy, which it does before it handles the call. */
async function call(...ask: Parameters<typeof send>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(...ask)
    if (answer.status !== 503 || !answer.text.includes(BUSY_MESSAGE) || attempt === MOST_ATTEMPTS)
      return answer
    await pause(250)
  }
}

async function send(
  client: Caller,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const request = {
    method,
    headers: {
      ...(client.cookie ? { cookie: client.cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
  }
  try {
    const answer = await fetch(client.origin + path, request)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const text = bytes.toString()
    const set = answer.headers.get('set-cookie')?.split(';')[0]
    if (set) client.cookie = set.endsWith('=') ? '' : set
    return {
      status: answer.status,
      text,
      bytes,
      body: parse(text),
      headers: Object.fromEntries(answer.headers),
    }
  } catch (error) {
    throw new NoResponse(`${method} ${path}`, { cause: error })
  }
}

/**
 * Makes the buyer's choice in the sandbox's PayPal window. If the payment is already complete, no choice is needed: after
 * a start, the shop captures payments that were approved before it stopped.
 */
export async function choose(buyer: Visitor, payment: string, choice: 'approve' | 'decline'): Promise<void> {
  const answer = await buyer.post(`/sandbox/paypal/checkoutnow/${payment}/${choice}`, undefined, {
    'sec-fetch-site': 'same-origin',
  })
  const isComplete = answer.status === 409 && answer.text.includes('This payment is complete')
  if (answer.status !== 200 && !isComplete)
    throw new Error(`PayPal's window returned ${answer.status} ${answer.text}`)
}

/** Asks repeatedly until `isDone` or the time limit. Returns the last answer. */
export async function until<T>(
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
  seconds = 15,
): Promise<T> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (isDone(answer) || performance.now() > end) return answer
    await pause(50)
  }
}
