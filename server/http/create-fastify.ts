/** The bare server: its socket, its limits of time and size, and what answers before the router does. */
import { createServer } from 'node:http'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Connections } from './connections.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import type { Kept } from '../cache/response-cache.ts'
import { readRestAfterAnswer } from './lingering-close.ts'
import { answerBrokenRequest, answerStrangeUrl } from './error-replies.ts'

/** Slow clients are let go after seconds: the defaults of Fastify and Node would hold them for minutes. */
const TIMEOUTS = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 }
const KEEP_ALIVE = 72_000

export function createFastify(config: Config, kept: Kept, connections: Connections): FastifyInstance {
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
    frameworkErrors: answerStrangeUrl,
    clientErrorHandler: answerBrokenRequest,
    serverFactory: (handler) => {
      const route = limitConcurrency(handler)
      const server = createServer({ ...TIMEOUTS, keepAliveTimeout: KEEP_ALIVE }, (request, response) => {
        connections.prepare(response)
        const readable = request.method === 'GET' || request.method === 'HEAD'
        if (readable && kept.answer(request, response)) return
        connections.answering(response)
        readRestAfterAnswer(request, response)
        route(request, response)
      })
      connections.watch(server)
      return server
    },
  })
  // JSON is the only body there is: text/plain would be a way around the cross-site rule.
  app.removeContentTypeParser('text/plain')
  return app
}

/** Contracts judge what comes and goes (serve.ts); in place of Fastify's compilers, 2 MB that would lie unused. */
function noSchemas(): never {
  throw new Error('Schemas stand in the contracts, not in the routes')
}
