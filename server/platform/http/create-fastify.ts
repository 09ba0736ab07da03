/** Creates the bare Fastify server: socket, time and size limits, and the responses that are sent before routing. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Config } from '#server/kernel/config/config.ts'
import type { Connections } from './connections.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { readRestAfterAnswer } from './lingering-close.ts'
import { answerInvalidRequest, answerInvalidUrl } from './error-replies.ts'
import type { Socket } from 'node:net'

/** Time limits for slow clients, in milliseconds. They are seconds; the defaults of Fastify and Node are minutes. */
const TIMEOUTS = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 }
const KEEP_ALIVE = 72_000

export function createFastify(
  config: Config,
  cache: ResponseCache,
  connections: Connections,
): FastifyInstance {
  const app = Fastify({
    logger:
      config.logLevel === 'silent'
        ? false
        : { level: config.logLevel, hooks: { streamWrite: config.conceal } },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: 1024 * 1024,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: answerInvalidUrl,
    clientErrorHandler: answerInvalidRequest,
    serverFactory: (handler) => {
      const route = limitConcurrency(handler)
      const server = createServer({ ...TIMEOUTS, keepAliveTimeout: KEEP_ALIVE }, (request, response) => {
        if (!mayAnswer(request, response)) return
        connections.prepare(response)
        const readable = request.method === 'GET' || request.method === 'HEAD'
        if (readable && cache.respond(request, response)) return
        connections.answering(response)
        readRestAfterAnswer(request, response)
        route(request, response)
      })
      connections.watch(server)
      return server
    },
  })
  // JSON is the only accepted body type, because other sites could send text/plain without a preflight request.
  app.removeContentTypeParser('text/plain')
  return app
}

/** Contracts validate requests and replies (serve.ts), so Fastify's schema compilers (2 MB) are not loaded. */
function noSchemas(): never {
  throw new Error('Schemas belong in the contracts, not in the routes')
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The number of requests that start in each turn of the event loop. With 1, fewer orders share a commit and fewer are
 * placed per second. With 4, more orders are placed, but pages take twice as long (`npm run bench`: orders placed, p99
 * while ordering).
 */
const MAX_PER_TURN = 2

/**
 * Starts at most `MAX_PER_TURN` requests in each turn of the event loop, in their order of arrival. Otherwise a burst of
 * orders would be processed without a pause, at a millisecond per order, and all page requests after it would wait.
 */
function limitConcurrency(handle: Handle): Handle {
  const waiting: [IncomingMessage, ServerResponse][] = []
  let taken = 0

  function take(request: IncomingMessage, response: ServerResponse): void {
    if (taken++ === 0) setImmediate(nextTurn)
    handle(request, response)
  }

  function nextTurn(): void {
    taken = 0
    for (let next = waiting.shift(); next; next = taken < MAX_PER_TURN ? waiting.shift() : undefined) {
      // Skip clients that disconnected while they waited: the rest of their requests never arrives.
      if (!next[0].destroyed) take(...next)
    }
  }

  return (request, response) => {
    if (taken < MAX_PER_TURN) take(request, response)
    else waiting.push([request, response])
  }
}

/**
 * How many requests of one connection may wait for their answers. A client may send requests without reading the
 * answers (HTTP pipelining, RFC 9112, section 9.3.2). Each waiting answer holds memory, also one from the cache,
 * and Node has no limit. Browsers and nginx do not pipeline.
 */
const MOST_WAITING = 32

/** The number of answers that wait for an earlier one of their connection. */
const waiting = new WeakMap<Socket, number>()

/**
 * Call for every request before it is answered. If too many answers of its connection wait, closes the connection and
 * returns false: the request gets no answer. Costs nothing for a request that was not pipelined.
 */
function mayAnswer({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // Node gives a response its socket when all earlier responses of the connection are sent.
  if (response.socket !== null) return true
  // The parser continues with the bytes that it already has.
  if (socket.destroyed) return false
  const count = (waiting.get(socket) ?? 0) + 1
  if (count > MOST_WAITING) {
    socket.destroy()
    return false
  }
  waiting.set(socket, count)
  response.once('close', () => waiting.set(socket, waiting.get(socket)! - 1))
  return true
}
