/**
 * Endpoints for monitoring: whether the process runs (/healthz), whether it can serve requests (/readyz), and metrics
 * (/metrics).
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { notFound } from '../errors.ts'
import type { Shop } from '../shop.ts'

export function serveHealth(app: FastifyInstance, shop: Shop, state: { draining: boolean }): void {
  const open = { config: { access: 'public' } }
  app.get('/healthz', open, async () => ({ status: 'ok' }))
  app.get('/readyz', open, async (_request, reply) => {
    if (state.draining) return reply.status(503).send({ status: 'draining' })
    try {
      await sql`select 1 from shop_facts limit 1`.execute(shop.db)
      return { status: 'ok' }
    } catch (error) {
      shop.log.error({ err: error }, 'not ready')
      return reply.status(503).send({ status: 'database' })
    }
  })

  let collected: Promise<Registry> | null = null
  app.get('/metrics', open, async (request, reply) => {
    if (!mayReadMetrics(request, shop)) throw notFound('Page')
    collected ??= collectMetrics()
    const numbers = await collected
    return reply.type(numbers.contentType).send(await numbers.metrics())
  })
}

/**
 * Loads prom-client and starts collecting at the first request for metrics, so that a shop without monitoring does not
 * pay for it.
 */
async function collectMetrics(): Promise<Registry> {
  const { Registry, collectDefaultMetrics } = await import('prom-client')
  const register = new Registry()
  collectDefaultMetrics({ register })
  return register
}

function mayReadMetrics(request: FastifyRequest, shop: Shop): boolean {
  const { metricsToken } = shop.config
  if (metricsToken === null) {
    const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
    return isLocal && !cameThroughProxy(request)
  }
  const given = Buffer.from(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
  const wanted = Buffer.from(metricsToken)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Headers that proxies add to a request: RFC 7239, RFC 9110 section 7.6.3, and older vendor headers. */
const ADDED_BY_PROXIES =
  /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|x-envoy-.*|true-client-ip|fastly-client-ip|cf-.*|x-amzn?-.*)$/
const THIS_MACHINE = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/

/**
 * Whether a request came through a proxy. Behind a proxy on this machine, every visitor has a local address. The proxy
 * is detected by a header that it adds, or by the public host name in the request.
 */
function cameThroughProxy({ headers }: FastifyRequest): boolean {
  return (
    !THIS_MACHINE.test(headers.host ?? '') || Object.keys(headers).some((name) => ADDED_BY_PROXIES.test(name))
  )
}
