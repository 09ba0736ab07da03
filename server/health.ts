/** For whoever watches the shop: alive, able to serve, and numbers. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { notFound } from './errors.ts'
import type { Shop } from './shop.ts'

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
    if (!mayReadNumbers(request, shop)) throw notFound('Page')
    collected ??= collectNumbers()
    const numbers = await collected
    return reply.type(numbers.contentType).send(await numbers.metrics())
  })
}

/** Loaded and collected from the first look on: a shop that nobody watches pays nothing for it. */
async function collectNumbers(): Promise<Registry> {
  const { Registry, collectDefaultMetrics } = await import('prom-client')
  const register = new Registry()
  collectDefaultMetrics({ register })
  return register
}

function mayReadNumbers(request: FastifyRequest, shop: Shop): boolean {
  const { metricsToken } = shop.config
  if (metricsToken === null) {
    // A proxy on this machine would make every visitor look local.
    const local = /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
    return local && request.headers['x-forwarded-for'] === undefined
  }
  const given = Buffer.from(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
  const wanted = Buffer.from(metricsToken)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
