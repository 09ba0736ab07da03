/**
 * The HTTP server of every sandbox: listens on 127.0.0.1, reads requests, writes replies, and shows the faults that tests
 * ask for. What a service answers is in the folder of that service.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { faultBox, type Fault, type ShownFault } from './faults.ts'

export type Asked = {
  method: string
  /** Without the query, as it came. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** As text; '' without one. */
  body: string
}

/** A Buffer goes out as it is, everything else as JSON. */
export type Reply = { status: number; body: unknown; headers?: Record<string, string> }

export type Service = {
  answer(asked: Asked): Reply | Promise<Reply>
  /** What kind of call this is: what a fault can be aimed at. */
  callOf(asked: Asked): string
  /** In the service's own words: 500 of its own, 429 too many calls, 413 a body longer than it reads. */
  failure(status: 413 | 429 | 500): Reply
  /** Delays every reply, after the work is done. */
  latencyMs?: number
  /** Longer bodies are answered 413; a million bytes without. */
  longestBody?: number
  /** The port of 127.0.0.1 to listen on; a free one without. */
  port?: number | undefined
}

export type SandboxServer = {
  apiBase: string
  /** Shows the next calls a fault, so that time limits and retries can be proven. */
  misbehave(fault: Fault): void
  /** Forgets the faults that were not shown yet. */
  heal(): void
  /** What has come so far. */
  traffic: { connections: number; calls: number }
  close(): Promise<void>
}

const LONGEST_BODY = 1_000_000
const KEEP_ALIVE = 60_000

export async function serveSandbox(service: Service): Promise<SandboxServer> {
  const faults = faultBox()
  const traffic = { connections: 0, calls: 0 }
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE }, (request, response) => {
    traffic.calls += 1
    serve(service, (call) => faults.take(call), request, response).catch(() => response.destroy())
  })
  server.on('connection', () => {
    traffic.connections += 1
  })
  return {
    apiBase: await listen(server, service.port ?? 0),
    misbehave: (fault) => faults.add(fault),
    heal: () => faults.clear(),
    traffic,
    close: () => stop(server),
  }
}

async function serve(
  service: Service,
  takeFault: (call: string) => ShownFault | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = await read(request, service.longestBody ?? LONGEST_BODY)
  if (asked === null) return write(response, service.failure(413))
  const fault = takeFault(service.callOf(asked))
  if (fault?.kind === 'refuse') return void response.destroy()
  const reply = shownInstead(service, fault) ?? (await work(service, asked))
  if (fault?.kind === 'hang') return
  const late = (service.latencyMs ?? 0) + (fault?.kind === 'latency' ? fault.ms : 0)
  if (late > 0) await pause(late, undefined, { ref: false })
  if (fault?.kind === 'drop') return void response.destroy()
  if (fault?.kind === 'garbage') return write(response, { ...reply, body: half(reply.body) })
  if (fault?.kind === 'drip') return drip(response, reply, fault.ms)
  write(response, reply)
}

/** The reply of a service that does nothing at all; null when it does its work. */
function shownInstead(service: Service, fault: ShownFault | null): Reply | null {
  if (fault?.kind === 'error') return service.failure(500)
  if (fault?.kind === 'busy') return { ...service.failure(429), headers: { 'retry-after': '1' } }
  if (fault?.kind !== 'lie') return null
  const page = Buffer.from('<!doctype html><title>Welcome to the hotel</title>')
  return { status: 200, body: page, headers: { 'content-type': 'text/html' } }
}

async function work(service: Service, asked: Asked): Promise<Reply> {
  try {
    return await service.answer(asked)
  } catch {
    return service.failure(500)
  }
}

async function read(request: IncomingMessage, longest: number): Promise<Asked | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > longest) return null
    chunks.push(chunk)
  }
  const [path = '/', query = ''] = (request.url ?? '/').split('?')
  return {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    headers: request.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

function write(response: ServerResponse, reply: Reply): void {
  const bytes = begin(response, reply)
  response.end(bytes)
}

/** Until somebody loses patience. */
async function drip(response: ServerResponse, reply: Reply, ms: number): Promise<void> {
  const bytes = begin(response, reply)
  for (const byte of bytes) {
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    await pause(ms, undefined, { ref: false })
  }
  response.end()
}

function begin(response: ServerResponse, { status, body, headers }: Reply): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body) ?? '')
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...headers,
  })
  return bytes
}

function half(body: unknown): Buffer {
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
