/**
 * Caches the responses of endpoints whose contract has `cached`. Such a response is the same for every visitor until
 * data with one of its tags changes.
 */
import type { FastifyInstance } from 'fastify'
import type { Mark } from './recent-changes.ts'
import type { ResponseCache } from './response-cache.ts'
import type { LastGood } from './last-good.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: string
    cached?: readonly string[]
    /** Fields that every refusal contains in addition to `message`. */
    refusal?: Readonly<Record<string, unknown>>
    /** Whether the route returns data and not a document, so that browsers must not cache it by default. */
    data?: boolean
  }
  interface FastifyRequest {
    cacheMark: Mark
    /** Milliseconds for which the response may be cached, even without a change. */
    goodFor: number
    /** The id of the row that the response is about, if the request may name it by its address. */
    rowId: string | undefined
  }
}

/** The `cache-control` of a response for a single visitor. Neither this server nor a browser caches the response. */
export const NO_STORE = 'no-store'

type Caches = { cache: ResponseCache; lastGood: LastGood }

export function cachePublicResponses(app: FastifyInstance, { cache, lastGood }: Caches): void {
  app.decorateRequest('cacheMark')
  app.decorateRequest('goodFor', Infinity)
  app.decorateRequest('rowId')
  app.addHook('onRequest', async (request) => {
    request.cacheMark = cache.mark()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { cached, data } = request.routeOptions.config
    if ((data || request.url.startsWith('/api/')) && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', cached ? 'no-cache' : NO_STORE)
    }
    if (cached && reply.statusCode === 404) lastGood.drop(request.url)
    // A stale copy must not be cached as fresh data.
    if (reply.hasHeader('warning')) return payload
    if (!cached || request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string')
      return payload
    if (reply.getHeader('cache-control') === NO_STORE) return payload
    const headers = headersOf(reply.getHeaders())
    const response = {
      kind: 'data' as const,
      tags: tagsOf(request.params, cached, request.rowId),
      status: 200,
      headers,
      body: Buffer.from(payload),
      goodFor: request.goodFor,
    }
    cache.put(request.url, response, request.cacheMark)
    return payload
  })
}

/**
 * The tags that a response depends on. A response about one row depends on that row; a list depends on all rows of the
 * tag.
 * @param rowId the id of the row, if the parameter may be its address
 */
export function tagsOf(params: unknown, cached: readonly string[], rowId?: string): string[] {
  const id = rowId ?? (params as { id?: string } | undefined)?.id
  return cached.map((tag) => (id ? `${tag}:${id}` : tag))
}

/** The headers to store with a cached response: all but `content-length` and `set-cookie`. */
export function headersOf(
  headers: Record<string, string | number | string[] | undefined>,
): Record<string, string> {
  const cacheable: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'content-length' && name !== 'set-cookie')
      cacheable[name] = String(value)
  }
  return cacheable
}
