/**
 * An HTTP client with one keep-alive connection over a plain socket. A general HTTP client needs more CPU time for the
 * headers of a response than the server needs for the whole response, so a benchmark on one machine would measure the
 * client.
 */
import { connect, type Socket } from 'node:net'

/** `head` is the status line with the headers. */
export type Answer = { status: number; head: string; bytes: number; body: Buffer }

const CLOSES = /\r\nconnection: close\r\n/i

/** How much of a response is read at once. */
const READ_BYTES = 64 * 1024
const NO_BODY = Buffer.alloc(0)

type Pending = { resolve: (answer: Answer) => void; reject: (error: Error) => void }

/** Sends one request at a time. Responses must have a content-length; all responses of the shop have one. */
export class Client {
  readonly #port: number
  readonly #keepsBodies: boolean
  readonly #bytes = Buffer.allocUnsafeSlow(READ_BYTES)
  #socket: Socket
  #pending: Pending | null = null
  #chunks: Buffer[] = []
  #missing = 0
  #head = { status: 0, head: '', bodyAt: 0, bytes: 0 }

  /** @param keepsBodies without bodies, which are then empty, a response costs the client half as much */
  constructor(port: number, keepsBodies = true) {
    this.#port = port
    this.#keepsBodies = keepsBodies
    this.#socket = this.#connect()
  }

  /**
   * Sends the bytes that `request()` returns. Resolves with the response, whatever its status. Connects again if the
   * server has closed the unused connection.
   */
  ask(bytes: Buffer): Promise<Answer> {
    if (!this.#socket.writable) this.#socket = this.#connect()
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject }
      this.#socket.write(bytes)
    })
  }

  close(): void {
    this.#pending = null
    this.#socket.destroy()
  }

  #connect(): Socket {
    const callback = (length: number) => {
      this.#read(this.#bytes.subarray(0, length))
      return true
    }
    const onread = { buffer: this.#bytes, callback }
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true, onread })
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => socket === this.#socket && this.#fail(new Error('The connection was closed')))
    return socket
  }

  #read(chunk: Buffer): void {
    if (this.#missing === 0) {
      const bodyAt = chunk.indexOf('\r\n\r\n') + 4
      const head = chunk.toString('latin1', 0, bodyAt)
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      if (bodyAt < 4 || length === undefined) return this.#fail(new Error(`Unreadable response:\n${head}`))
      this.#head = { status: Number(head.slice(9, 12)), head, bodyAt, bytes: Number(length) }
      this.#missing = bodyAt + Number(length)
    }
    if (this.#keepsBodies) this.#chunks.push(Buffer.from(chunk))
    this.#missing -= chunk.length
    if (this.#missing === 0) this.#finish()
  }

  #finish(): void {
    const { status, head, bodyAt, bytes } = this.#head
    const whole = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    this.#chunks = []
    // nginx closes a connection after 1,000 requests.
    if (CLOSES.test(head)) this.#socket.destroy()
    const pending = this.#pending
    this.#pending = null
    pending?.resolve({ status, head, bytes, body: this.#keepsBodies ? whole.subarray(bodyAt) : NO_BODY })
  }

  #fail(error: Error): void {
    const pending = this.#pending
    this.#pending = null
    pending?.reject(error)
  }
}

export type RequestOptions = {
  method?: string
  path: string
  cookie?: string
  key?: string
  body?: unknown
  encodings?: string
}

/** The bytes of a request, with the headers that a browser sends from the shop's pages. */
export function request(options: RequestOptions): Buffer {
  const { method = 'GET', path, cookie, key, body, encodings = 'gzip, deflate, br' } = options
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    `accept-encoding: ${encodings}`,
    ...(cookie ? [`cookie: ${cookie}`] : []),
    ...(method === 'GET' ? [] : ['sec-fetch-site: same-origin']),
    ...(key ? [`idempotency-key: ${key}`] : []),
    ...(text ? ['content-type: application/json'] : []),
    ...(method === 'GET' ? [] : [`content-length: ${Buffer.byteLength(text)}`]),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`)
}

/** Parses the response as JSON. Throws if it does not have the expected status. */
export function json(answer: Answer, status: number): unknown {
  const text = answer.body.toString()
  if (answer.status !== status) throw new Error(`Expected ${status}, got ${answer.status}: ${text}`)
  return JSON.parse(text)
}
