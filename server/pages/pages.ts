/**
 * Renders the site's documents. A document is the same for every visitor (session and cart are in the browser), so it
 * is rendered once and cached. Its inline scripts are allowed by their hashes, which stay valid while it is cached.
 */
import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyStatic from '@fastify/static'
import type { RequestHandler, RouterContext, ServerBuild } from 'react-router'
import { RouterContextProvider, createRequestHandler } from 'react-router'
import { urlOf, type InProcessCall } from '#shared/api/url.ts'
import type { Mark } from '../cache/change-log.ts'
import { headersOf, tagsOf } from '../cache/cache-public.ts'
import { compress, preferred } from '../cache/encode.ts'
import { withoutUnreadQuery } from '../cache/page-query.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { STALE_HEADERS } from '../cache/last-good.ts'
import { originOf } from '../http/origin.ts'
import type { OwnCalls } from '../http/own-calls.ts'
import type { Shop } from '../shop.ts'
import { DOCUMENT_PERMISSIONS, documentPolicy } from './policy.ts'
import { styleText } from './style-text.ts'

export type Pages = {
  /** Returns the built site; in development, its newest version. */
  build: () => Promise<ServerBuild>
  /** Folder of hashed assets; null in development, where the middleware serves them. */
  assets: string | null
  /** Folder of files that are served at the root, such as the favicon. */
  files: string | null
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** In development, error pages show the stack trace. */
  mode: 'production' | 'development'
}

const NEVER_A_PAGE = /^\/(api|assets|uploads|pictures|sandbox)(\/|$)/
const PUBLIC = { config: { access: 'public' } }

/** Renders the document of a path with other data than the database's: the replies of endpoints by their URL. */
export type RenderPreview = (path: string, replies: ReadonlyMap<string, unknown>) => Promise<string>

/** Returns the function that renders previews. A preview is not cached. */
export function previewRenderer(site: Omit<Site, 'cache'>): RenderPreview {
  const render = renderer(site)
  return async (path, replies) => (await render(path, replies)).html
}

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
    app.get(`/${entry.name}`, PUBLIC, (_request, reply) =>
      reply.sendFile(entry.name, folder, { immutable: false, maxAge: '1h' }),
    )
  }
}

type Site = { shop: Shop; cache: ResponseCache; ownCalls: OwnCalls; pages: Pages }

type Page = {
  status: number
  headers: Headers
  html: string
  /** The inline scripts that the site itself put into the document. */
  scripts: string[]
  tags: string[]
  /** The time when its oldest data was read, in milliseconds of `performance.now()`. */
  readAt: number
  /** True if it was rendered from stale data because the database is unavailable. */
  isStale: boolean
  /** Milliseconds until it is wrong, even without a change. */
  goodFor: number
}

/**
 * Milliseconds for which a stale page is cached. Without it, every visitor would have to wait for the unavailable
 * database.
 */
const STALE_MAX_AGE = 2000

/** What the data of a page depends on, collected while it is rendered. */
type Sources = { tags: Set<string>; readAt: number; isStale: boolean; goodFor: number }

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
        const response = {
          kind: 'page',
          tags,
          readAt,
          goodFor,
          status: 200,
          body: Buffer.from(html),
        } as const
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

/** Returns the function that renders the complete document of a URL. */
function renderer({ shop, ownCalls, pages }: Omit<Site, 'cache'>) {
  let current: { build: ServerBuild; handle: RequestHandler } | null = null
  const textOf = styleText(pages.assets)

  return async (path: string, replies: ReadonlyMap<string, unknown> = NONE): Promise<Page> => {
    const build = await pages.build()
    if (current?.build !== build) current = { build, handle: createRequestHandler(build, pages.mode) }
    const sources: Sources = { tags: new Set(), readAt: performance.now(), isStale: false, goodFor: Infinity }
    const context = new RouterContextProvider()
    const { callContext, scriptsContext, settingsContext, stylesContext } = build.entry
      .module as unknown as Contexts
    const scripts: string[] = []
    context.set(callContext, inProcess(ownCalls, sources, replies))
    context.set(scriptsContext, scripts)
    context.set(stylesContext, textOf)
    const origin = originOf(shop.config)
    context.set(settingsContext, { origin, mailService: shop.config.mail.service ?? '' })
    // The request for rendering has no cookies, because the cached page must be the same for everybody.
    const request = new Request(origin + path, { headers: { accept: 'text/html' } })
    const response = await current.handle(request, context)
    const { status, headers } = response
    return { ...sources, status, headers, html: await response.text(), scripts, tags: [...sources.tags] }
  }
}

/** The contexts that the server sets for rendering; app/api/server-call.ts defines them. */
type Contexts = {
  callContext: RouterContext<InProcessCall>
  scriptsContext: RouterContext<string[]>
  stylesContext: RouterContext<(href: string) => string>
  settingsContext: RouterContext<{ origin: string; mailService: string }>
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
  const { status, headers, scripts, isStale } = page
  for (const [name, value] of headers) reply.header(name, value)
  reply.header('permissions-policy', DOCUMENT_PERMISSIONS)
  if (pages.mode === 'production')
    reply.header(
      'content-security-policy',
      documentPolicy(scripts, {
        payments: shop.providers.payments.mode,
        player: shop.config.music.mode === 'live' ? shop.config.music.embedBase : null,
        mailService: shop.config.mail.service,
      }),
    )
  else reply.removeHeader('content-security-policy')
  reply.status(status).header('cache-control', headers.get('cache-control') ?? 'no-cache')
  if (isStale) return reply.headers(STALE_HEADERS)
  const { cdnSeconds } = shop.config
  // RFC 9213: only CDNs read it; browsers still ask each time.
  if (status === 200 && cdnSeconds > 0) reply.header('cdn-cache-control', `max-age=${cdnSeconds}`)
  return reply
}

/** Sends the compressed copy if the page is cached. Otherwise compresses the page for this request. */
function send(request: FastifyRequest, reply: FastifyReply, page: Page, site: Site): FastifyReply {
  if (site.cache.respond(request.raw, reply.raw)) return reply.hijack()
  setHeaders(reply, page, site)
  if (!page.html) return reply.send()
  reply.header('vary', 'accept-encoding')
  const encoding = preferred(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(compress(encoding, Buffer.from(page.html)))
}

function renewPage(app: FastifyInstance, shop: Shop, url: string): void {
  app.inject({ method: 'GET', url }).catch((error: Error) => {
    shop.log.error({ err: error, url }, 'a page could not be renewed')
  })
}

const NONE: ReadonlyMap<string, unknown> = new Map()

/**
 * Calls public endpoints. Collects what their data depends on and how old it is.
 * @param replies replies by URL, which are used instead of calls
 */
function inProcess(
  ownCalls: OwnCalls,
  sources: Sources,
  replies: ReadonlyMap<string, unknown>,
): InProcessCall {
  return async (endpoint, input) => {
    const reply = replies.get(urlOf(endpoint, input ?? {}))
    if (reply !== undefined) return { status: 200, body: reply }
    for (const tag of tagsOf(input?.params, endpoint.cached)) sources.tags.add(tag)
    const { status, body, readAt, isStale, goodFor } = await ownCalls.call(endpoint, input)
    sources.readAt = Math.min(sources.readAt, readAt)
    sources.isStale ||= isStale
    sources.goodFor = Math.min(sources.goodFor, goodFor)
    return { status, body }
  }
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
