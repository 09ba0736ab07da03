/** Keeps the answers of endpoints whose contract says `cached`: the same for everybody until a tag changes. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Mark } from './change-log.ts'
import type { Kept } from './response-cache.ts'
import type { LastGood } from './last-good.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: string
    cached?: readonly string[]
    /** Fields that stand beside `message` in every refusal. */
    refusal?: Readonly<Record<string, unknown>>
    /** Answers data rather than a document, so that no browser may keep it unasked. */
    data?: boolean
  }
  interface FastifyRequest {
    keptMark: Mark
  }
}

/** The `cache-control` of an answer that is one visitor's own: neither this server nor a browser keeps it. */
export const NOT_KEPT = 'no-store'

type Memory = { kept: Kept; lastGood: LastGood }

export function keepPublicAnswers(app: FastifyInstance, { kept, lastGood }: Memory): void {
  app.decorateRequest('keptMark')
  app.addHook('onRequest', async (request) => {
    request.keptMark = kept.mark()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { cached, data } = request.routeOptions.config
    if ((data || request.url.startsWith('/api/')) && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', cached ? 'no-cache' : NOT_KEPT)
    }
    if (cached && reply.statusCode === 404) lastGood.drop(request.url)
    // A copy of old data is not kept as new.
    if (reply.hasHeader('warning')) return payload
    if (!cached || request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string')
      return payload
    if (reply.getHeader('cache-control') === NOT_KEPT) return payload
    const headers = headersOf(reply.getHeaders())
    const answer = {
      kind: 'data' as const,
      tags: tagsOf(request, cached),
      status: 200,
      headers,
      body: Buffer.from(payload),
    }
    kept.keep(request.url, answer, request.keptMark)
    return payload
  })
}

/** An endpoint for one row depends on that row; a list on all of its kind. */
function tagsOf(request: FastifyRequest, cached: readonly string[]): string[] {
  const { id } = (request.params ?? {}) as { id?: string }
  return cached.map((tag) => (id ? `${tag}:${id}` : tag))
}

export function headersOf(
  headers: Record<string, string | number | string[] | undefined>,
): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'content-length' && name !== 'set-cookie') kept[name] = String(value)
  }
  return kept
}
