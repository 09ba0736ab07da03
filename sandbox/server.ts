/**
 * The HTTP server of every sandbox. It listens on 127.0.0.1, reads requests, writes replies, and produces the faults
 * that tests request. The code for the replies is in the folder of each service.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type SandboxRequest = {
  method: string
  /** Without the query, and not decoded. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The body as text; empty if there is none. */
  body: string
}

/** A Buffer is sent as it is, everything else as JSON. */
export type Reply = {
  status: number
  body: unknown
  headers?: Record<string, string>
  /** Milliseconds between the effect of this call and its reply, in addition to those of the service. */
  delayMs?: number
}

export type Service = {
  answer(request: SandboxRequest): Reply | Promise<Reply>
  /** The name of the call. Faults use it to select calls. */
  callOf(request: SandboxRequest): string
  /**
   * Failures in the service's format: 500 for an internal error, 429 for too many calls, 413 for a body that is too
   * long.
   */
  failure(status: 413 | 429 | 500): Reply
  /** Milliseconds between the effect of a call and its reply. */
  latencyMs?: number
  /** A longer body gets status 413. 1,000,000 bytes if missing. */
  maxBodyBytes?: number
  /** The port of 127.0.0.1 to listen on; a free port if missing. */
  port?: number | undefined
}

export type SandboxServer = {
  apiBase: string
  /** Makes the next calls fail, to test timeouts and retries. */
  addFault(fault: Fault): void
  /** Removes all pending faults. */
  clearFaults(): void
  /** Counts since the start. */
  traffic: { connections: number; calls: number }
  close(): Promise<void>
}

const MAX_BODY_BYTES = 1_000_000
const KEEP_ALIVE_MS = 60_000

export async function serveSandbox(service: Service): Promise<SandboxServer> {
  const faults = faultQueue()
  const traffic = { connections: 0, calls: 0 }
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, response) => {
    traffic.calls += 1
    serve(service, (call) => faults.take(call), incoming, response).catch(() => response.destroy())
  })
  server.on('connection', () => {
    traffic.connections += 1
  })
  return {
    apiBase: await listen(server, service.port ?? 0),
    addFault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    traffic,
    close: () => stop(server),
  }
}

async function serve(
  service: Service,
  takeFault: (call: string) => ActiveFault | null,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = await read(incoming, service.maxBodyBytes ?? MAX_BODY_BYTES)
  if (request === null) return write(response, service.failure(413))
  const fault = takeFault(service.callOf(request))
  if (fault?.kind === 'refuse') return void response.destroy()
  const reply = faultReply(service, fault) ?? (await perform(service, request))
  if (fault?.kind === 'hang') return
  const delay = (service.latencyMs ?? 0) + (reply.delayMs ?? 0) + (fault?.kind === 'latency' ? fault.ms : 0)
  if (delay > 0) await pause(delay, undefined, { ref: false })
  if (fault?.kind === 'drop') return void response.destroy()
  if (fault?.kind === 'garbage') return write(response, { ...reply, body: firstHalf(reply.body) })
  if (fault?.kind === 'drip') return drip(response, reply, fault.ms)
  write(response, reply)
}

/** The reply of a fault that prevents the call; null if the call must be performed. */
function faultReply(service: Service, fault: ActiveFault | null): Reply | null {
  if (fault?.kind === 'error') return service.failure(500)
  if (fault?.kind === 'busy') return { ...service.failure(429), headers: { 'retry-after': '1' } }
  if (fault?.kind !== 'wrong-page') return null
  const page = Buffer.from('<!doctype html><title>Welcome to the hotel</title>')
  return { status: 200, body: page, headers: { 'content-type': 'text/html' } }
}

async function perform(service: Service, request: SandboxRequest): Promise<Reply> {
  try {
    return await service.answer(request)
  } catch {
    return service.failure(500)
  }
}

/** Reads a request. Null if its body is longer than `maxBytes`. */
async function read(incoming: IncomingMessage, maxBytes: number): Promise<SandboxRequest | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  const [path = '/', query = ''] = (incoming.url ?? '/').split('?')
  return {
    method: incoming.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

/** The value of a JSON text; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A JSON object, not an array. */
export function isJson(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function write(response: ServerResponse, reply: Reply): void {
  const bytes = writeHeaders(response, reply)
  response.end(bytes)
}

/** Sends one byte every `ms` milliseconds until the client closes the connection. */
async function drip(response: ServerResponse, reply: Reply, ms: number): Promise<void> {
  const bytes = writeHeaders(response, reply)
  for (const byte of bytes) {
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    await pause(ms, undefined, { ref: false })
  }
  response.end()
}

function writeHeaders(response: ServerResponse, { status, body, headers }: Reply): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body) ?? '')
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...headers,
  })
  return bytes
}

function firstHalf(body: unknown): Buffer {
  const text = JSON.stringify(Buffer.isBuffer(body) ? 'a picture' : (body ?? null))
  return Buffer.from(text.slice(0, Math.ceil(text.length / 2)))
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve(`http://127.0.0.1:${address.port}`)
      else reject(new Error('the sandbox got no port'))
    })
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/**
 * Four faults prevent the call: `refuse` closes the connection, `error` responds with 500, `busy` with 429 and
 * Retry-After, `wrong-page` with 200 and an unrelated web page.
 * The other faults change only the response. The call itself has its effect. `latency` delays the response, `hang`
 * never sends it, `drop` closes the connection, `garbage` sends truncated JSON, `drip` sends one byte at a time.
 */
export const FAULTS = [
  'refuse',
  'error',
  'busy',
  'wrong-page',
  'latency',
  'hang',
  'drop',
  'garbage',
  'drip',
] as const

export type FaultKind = (typeof FAULTS)[number]

type Fault = {
  kind: FaultKind
  /** The affected calls, by the sandbox's names for them; all calls if missing. */
  call?: string | undefined
  /** The number of affected calls; 1 if missing. With `Infinity`, the fault lasts until `clearFaults()`. */
  times?: number | undefined
  /** In milliseconds, 1000 if missing: the delay of `latency`, or the time between two bytes of `drip`. */
  ms?: number | undefined
}

type ActiveFault = { kind: FaultKind; ms: number }

/** The faults that still wait for a call, in the order in which they were added. */
function faultQueue() {
  let waiting: { fault: Fault; left: number }[] = []
  return {
    add({ ...fault }: Fault): void {
      waiting.push({ fault, left: fault.times ?? 1 })
    },
    clear(): void {
      waiting = []
    },
    /** Returns the next fault for an incoming call, and counts it; null if there is none. */
    take(call: string): ActiveFault | null {
      const next = waiting.find(({ fault }) => fault.call === undefined || fault.call === call)
      if (!next) return null
      next.left -= 1
      if (next.left <= 0) waiting = waiting.filter((each) => each !== next)
      return { kind: next.fault.kind, ms: next.fault.ms ?? 1000 }
    },
  }
}

/** The formats of the real services' keys. A sandbox must never be started with a real key. */
const LIVE = {
  // PayPal's live and test accounts have client ids of the same format. The sandbox accepts neither.
  PayPal: /^A[\w-]{79}$/,
  Shippo: /^shippo_live_[0-9a-f]{40}$/,
  Mapbox: /^[ps]k\.eyJ/,
}

/**
 * Throws if a sandbox is started with a key of the real service. Otherwise the shop would seem to be live, although no
 * payment, parcel or map is real.
 */
export function refuseLiveKey(service: keyof typeof LIVE, key: string): void {
  if (LIVE[service].test(key)) {
    throw new Error(`The ${service} sandbox is not for live credentials: set them in the environment`)
  }
}
