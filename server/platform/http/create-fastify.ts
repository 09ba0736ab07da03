/** Creates the bare Fastify server: socket, time and size limits, and the responses that are sent before routing. */
import { createServer } from 'node:http'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Config } from '#server/kernel/config/config.ts'
import type { Connections } from './connections.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { mayAnswer } from './limit-pipelining.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { readRestAfterAnswer } from './lingering-close.ts'
import { answerInvalidRequest, answerInvalidUrl } from './error-replies.ts'

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
