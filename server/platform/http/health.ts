/**
 * Endpoints for monitoring: whether the process runs (/healthz), whether it can serve requests (/readyz), and metrics
 * (/metrics).
 */
import { timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { notFound } from '#server/kernel/errors.ts'
import { SECOND } from '#server/kernel/time/clock.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { Store } from '../storage/store.ts'
import type { Shop } from '../shop.ts'
import { collectMetrics, type PoolUse } from './metrics.ts'

type Watched = {
  draining: boolean
  store: Store
  cache: ResponseCache
  /** Null on SQLite. */
  poolUse: (() => PoolUse) | null
}

export function serveHealth(app: FastifyInstance, shop: Shop, state: Watched): void {
  const open = { config: { access: 'public' } }
  app.get('/healthz', open, async () => ({ status: 'ok' }))
  const storage = storageState(state.store)
  app.get('/readyz', open, async (_request, reply) => {
    const { version, role } = shop.config
    if (state.draining) return reply.status(503).send({ status: 'draining', version, role })
    const [database, pictures] = await Promise.all([databaseState(shop), storage()])
    // Without pictures the shop still sells, so a storage problem is reported but takes no instance out of service.
    const status = database === 'ok' ? 'ok' : 'database'
    return reply
      .status(status === 'ok' ? 200 : 503)
      .send({ status, version, role, database, storage: pictures })
  })

  let collected: Promise<Registry> | null = null
  app.get('/metrics', open, async (request, reply) => {
    if (!mayReadMetrics(request, shop)) throw notFound('Page')
    collected ??= collectMetrics({ shop, cache: state.cache, poolUse: state.poolUse })
    const numbers = await collected
    return reply.type(numbers.contentType).send(await numbers.metrics())
  })
}

/** Whether the database answers. */
async function databaseState(shop: Shop): Promise<'ok' | 'failing'> {
  try {
    await sql`select 1 from shop_facts limit 1`.execute(shop.db)
    return 'ok'
  } catch (error) {
    shop.log.error({ err: error }, 'not ready')
    return 'failing'
  }
}

/** Milliseconds for which the answer of the storage is reported again: a bucket may charge for each request. */
const STORAGE_AGE = 30 * SECOND
const STORAGE_TIMEOUT = 2 * SECOND

/** Whether the storage of uploaded pictures answers; after two seconds without an answer it counts as failing. */
function storageState(store: Store): () => Promise<'ok' | 'failing'> {
  let last: { at: number; state: Promise<'ok' | 'failing'> } | null = null
  return () => {
    if (last === null || performance.now() - last.at > STORAGE_AGE) {
      const answer = listOne(store).then(
        () => 'ok' as const,
        () => 'failing' as const,
      )
      const late = pause(STORAGE_TIMEOUT, 'failing' as const, { ref: false })
      last = { at: performance.now(), state: Promise.race([answer, late]) }
    }
    return last.state
  }
}

async function listOne(store: Store): Promise<void> {
  for await (const _first of store.list()) return
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
  /^(?:(?:forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|fastly-client-ip)$|x-forwarded-|x-original-|x-envoy-|cf-|x-amzn?-)/
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
