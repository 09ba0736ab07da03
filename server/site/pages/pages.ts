/**
 * Renders the site's documents. A document is the same for every visitor (session and cart are in the browser), so it
 * is rendered once and cached. Its inline scripts are allowed by their hashes, which stay valid while it is cached.
 */
import { readdirSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyStatic from '@fastify/static'
import type { Mark } from '#server/platform/cache/recent-changes.ts'
import { headersOf } from '#server/platform/cache/cache-public.ts'
import { compress, preferred } from '#server/platform/cache/encode.ts'
import { withoutUnreadQuery } from '#server/platform/cache/page-query.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import { STALE_HEADERS } from '#server/platform/cache/last-good.ts'
import type { Shop } from '#server/platform/shop.ts'
import { DOCUMENT_PERMISSIONS, documentPolicy } from './policy.ts'
import { renderer, type Page, type Pages, type Rendering } from './render.ts'

const NEVER_A_PAGE = /^\/(api|assets|uploads|pictures|sandbox)(\/|$)/
const PUBLIC = { config: { access: 'public' } }

export async function servePages(app: FastifyInstance, site: Site): Promise<void> {
  const { pages } = site
  const answerPage = pageHandler(app, site)
  if (pages.assets) {
    await app.register(fastifyStatic, {
      root: pages.assets,
      serve: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    })
    app.get<{ Params: { '*': string } }>('/assets/*', PUBLIC, (request, reply) =>
      reply.sendFile(request.params['*']),
    )
  }
  if (pages.files) serveRootFiles(app, pages.files)
  app.get('/*', PUBLIC, async (request, reply) => {
    if (NEVER_A_PAGE.test(request.url)) return reply.callNotFound()
    if (pages.middleware && (await handledBy(pages.middleware, request, reply))) return reply.hijack()
    return answerPage(request, reply)
  })
}

function serveRootFiles(app: FastifyInstance, folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue
    const isWorker = entry.name.endsWith('-worker.js')
    app.get(`/${entry.name}`, PUBLIC, (_request, reply) => {
      if (isWorker) reply.header('content-security-policy', WORKER_POLICY)
      return reply.sendFile(entry.name, folder, { immutable: false, maxAge: isWorker ? 0 : '1h' })
    })
  }
}

/** The policy of a service worker, which limits what it can load. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

type Site = Rendering & { cache: ResponseCache }

/**
 * Milliseconds for which a stale page is cached. Without it, every visitor would have to wait for the unavailable
 * database.
 */
const STALE_MAX_AGE = 2000

/** Responds with pages and caches them. Concurrent requests for the same page share one rendering. */
function pageHandler(app: FastifyInstance, site: Site) {
  const { shop, cache, pages } = site
  const render = renderer(site)
  const underWay = new Map<string, { page: Promise<Page>; mark: Mark }>()

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { cacheMark: mark } = request
    const url = pageUrl(request.url)
    if (url === null) return reply.callNotFound()
    const shared = underWay.get(url)
    if (shared && cache.isCurrent(shared.mark)) return send(request, reply, await shared.page, site)
    const work = { page: render(url), mark }
    underWay.set(url, work)
    try {
      const page = await work.page
      setHeaders(reply, page, site)
      if (page.status === 200 && pages.mode === 'production') {
        const { tags, readAt, isStale, html } = page
        const goodFor = Math.min(page.goodFor, isStale ? STALE_MAX_AGE : Infinity)
        const response = { kind: 'page', tags, readAt, goodFor, status: 200, body: html } as const
        const headers = headersOf(reply.getHeaders())
        const more = isStale ? { staleFor: STALE_MAX_AGE } : { renew: () => renewPage(app, shop, url) }
        cache.put(url, { ...response, headers, ...more }, mark)
      }
      return send(request, reply, page, site)
    } finally {
      if (underWay.get(url) === work) underWay.delete(url)
    }
  }
}

/**
 * Path and query of the URL in a request line, without parameters that the page does not read. `//host/path` is treated
 * as a path. The host of an absolute URL is ignored. Returns null if there is no path, as in the `*` of OPTIONS.
 */
function pageUrl(url: string): string | null {
  if (url.startsWith('/')) return withoutUnreadQuery(url)
  const address = URL.parse(url)
  return address?.pathname.startsWith('/') ? withoutUnreadQuery(address.pathname + address.search) : null
}

/** Sets a page's status and headers on a reply. */
function setHeaders(reply: FastifyReply, page: Page, { shop, pages }: Site): FastifyReply {
  const { status, headers, scripts, isStale, player, methods } = page
  for (const [name, value] of headers) reply.header(name, value)
  reply.header('permissions-policy', DOCUMENT_PERMISSIONS)
  if (pages.mode === 'production')
    reply.header(
      'content-security-policy',
      documentPolicy(scripts, { methods, player, mailService: shop.config.mail.service }),
    )
  else reply.removeHeader('content-security-policy')
  reply.status(status).header('cache-control', headers.get('cache-control') ?? 'no-cache')
  if (isStale) return reply.headers(STALE_HEADERS)
  const { cdnSeconds } = shop.config
  // RFC 9213: only CDNs read it; browsers still revalidate each time.
  if (status === 200 && cdnSeconds > 0) reply.header('cdn-cache-control', `max-age=${cdnSeconds}`)
  return reply
}

/** Sends the compressed copy if the page is cached. Otherwise compresses the page for this request. */
function send(request: FastifyRequest, reply: FastifyReply, page: Page, site: Site): FastifyReply {
  if (site.cache.respond(request.raw, reply.raw)) return reply.hijack()
  setHeaders(reply, page, site)
  if (page.status === 301) reply.header('location', withQuery(page.headers.get('location')!, request.url))
  if (page.html.length === 0) return reply.send()
  reply.header('vary', 'accept-encoding')
  const encoding = preferred(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(compress(encoding, page.html))
}

/** The target of a permanent redirect with the whole query of the request, also what pages do not read. */
function withQuery(location: string, requested: string): string {
  const start = requested.indexOf('?')
  return start === -1 || location.includes('?') ? location : location + requested.slice(start)
}

function renewPage(app: FastifyInstance, shop: Shop, url: string): void {
  app.inject({ method: 'GET', url }).catch((error: Error) => {
    shop.log.error({ err: error, url }, 'a page could not be renewed')
  })
}

function handledBy(
  middleware: NonNullable<Pages['middleware']>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  return new Promise((resolve) => {
    reply.raw.once('close', () => resolve(true))
    middleware(request.raw, reply.raw, () => resolve(false))
  })
}
