/**
 * The rendered site. A document is the same for every visitor (session and cart live in the browser), so it is
 * rendered once and kept; the build's own inline scripts are allowed by their hashes, which a kept page can carry.
 */
import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyStatic from '@fastify/static'
import type { RequestHandler, RouterContext, ServerBuild } from 'react-router'
import { RouterContextProvider, createRequestHandler } from 'react-router'
import { urlOf, type InProcessCall } from '#shared/api/url.ts'
import type { Mark } from '../cache/change-log.ts'
import { headersOf } from '../cache/cache-public.ts'
import { encodedFor, type Kept } from '../cache/response-cache.ts'
import { STALE_HEADERS } from '../cache/last-good.ts'
import { originOf } from '../http/origin.ts'
import type { Shop } from '../shop.ts'
import { DOCUMENT_PERMISSIONS, documentPolicy } from './policy.ts'

export type Pages = {
  /** The built site, or in development the newest version of it. */
  build: () => Promise<ServerBuild>
  /** Folder of hashed assets; null in development, where the middleware has them. */
  assets: string | null
  /** Folder whose own files, such as the favicon, are served at the root. */
  files: string | null
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** Shown with every stack in development. */
  mode: 'production' | 'development'
}

const NEVER_A_PAGE = /^\/(api|assets|uploads|pictures|sandbox)(\/|$)/
const PUBLIC = { config: { access: 'public' } }

export async function servePages(app: FastifyInstance, site: Site): Promise<void> {
  const { pages } = site
  const answerPage = pageAnswers(app, site)
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

type Site = { shop: Shop; kept: Kept; pages: Pages }

type Page = {
  status: number
  headers: Headers
  html: string
  /** The inline scripts that the site itself wrote into the document. */
  scripts: string[]
  tags: string[]
  /** When the oldest data in it was read, on the clock of `performance`. */
  readAt: number
  /** Made from old copies, because the database cannot be asked. */
  isStale: boolean
}

/** Milliseconds for which such a page is kept, so that visitors do not wait for the database one by one. */
const STALE_FOR = 2000

type Found = { tags: Set<string>; readAt: number; isStale: boolean }

/** Answers with pages and keeps them. Visitors who ask for one while it is being rendered share the rendering. */
function pageAnswers(app: FastifyInstance, site: Site) {
  const { shop, kept, pages } = site
  const render = renderer(app, site)
  const underWay = new Map<string, { page: Promise<Page>; mark: Mark }>()

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { url, keptMark: mark } = request
    const path = pathOf(url)
    if (path === null) return reply.callNotFound()
    const shared = underWay.get(url)
    if (shared && kept.isCurrent(shared.mark)) return send(request, reply, await shared.page, site)
    const work = { page: render(path), mark }
    underWay.set(url, work)
    try {
      const page = await work.page
      dress(reply, page, site)
      if (page.status === 200 && pages.mode === 'production') {
        const { tags, readAt, isStale } = page
        const answer = { kind: 'page', tags, readAt, status: 200, body: Buffer.from(page.html) } as const
        const headers = headersOf(reply.getHeaders())
        const more = isStale ? { staleFor: STALE_FOR } : { renew: () => renewPage(app, shop, url) }
        kept.keep(url, { ...answer, headers, ...more }, mark)
      }
      return send(request, reply, page, site)
    } finally {
      if (underWay.get(url) === work) underWay.delete(url)
    }
  }
}

/** Answers the function that renders a URL to a whole document. */
function renderer(app: FastifyInstance, { shop, kept, pages }: Site) {
  let known: { build: ServerBuild; handle: RequestHandler } | null = null

  return async (path: string): Promise<Page> => {
    const build = await pages.build()
    if (known?.build !== build) known = { build, handle: createRequestHandler(build, pages.mode) }
    const found: Found = { tags: new Set(), readAt: performance.now(), isStale: false }
    const context = new RouterContextProvider()
    const { callContext, scriptsContext, settingsContext } = build.entry.module as unknown as Contexts
    const scripts: string[] = []
    context.set(callContext, inProcess(app, kept, found))
    context.set(scriptsContext, scripts)
    const origin = originOf(shop.config)
    context.set(settingsContext, { origin, mailService: shop.config.mail.service ?? '' })
    // No cookie goes in: a page that knew its visitor could not be kept.
    const request = new Request(origin + path, { headers: { accept: 'text/html' } })
    const response = await known.handle(request, context)
    const { status, headers } = response
    return { ...found, status, headers, html: await response.text(), scripts, tags: [...found.tags] }
  }
}

/** What the site is handed to render with, as app/api/server-call.ts describes it. */
type Contexts = {
  callContext: RouterContext<InProcessCall>
  scriptsContext: RouterContext<string[]>
  settingsContext: RouterContext<{ origin: string; mailService: string }>
}

/**
 * Path and query of a URL from the request line, where `//host/path` is a path and an absolute address names this site.
 * Null for what is neither, such as the `*` of OPTIONS.
 */
function pathOf(url: string): string | null {
  if (url.startsWith('/')) return url
  const address = URL.parse(url)
  return address && address.pathname.startsWith('/') ? address.pathname + address.search : null
}

/** Puts a page's headers on a reply. */
function dress(reply: FastifyReply, page: Page, { shop, pages }: Site): FastifyReply {
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
  return isStale ? reply.headers(STALE_HEADERS) : reply
}

/** The first to ask gets what is kept for all, compressed once; a page that is not kept is compressed for its asker. */
function send(request: FastifyRequest, reply: FastifyReply, page: Page, site: Site): FastifyReply {
  if (site.kept.answer(request.raw, reply.raw)) return reply.hijack()
  dress(reply, page, site)
  if (!page.html) return reply.send()
  reply.header('vary', 'accept-encoding')
  const { encoding, bytes } = encodedFor(request.headers['accept-encoding'], Buffer.from(page.html))
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bytes)
}

function renewPage(app: FastifyInstance, shop: Shop, url: string): void {
  app.inject({ method: 'GET', url }).catch((error: Error) => {
    shop.log.error({ err: error, url }, 'a page could not be made anew')
  })
}

/** Calls a public endpoint without leaving the process, and notes what the answer depends on and how old it is. */
function inProcess(app: FastifyInstance, kept: Kept, found: Found): InProcessCall {
  return async (endpoint, input) => {
    const { id } = input?.params ?? {}
    for (const tag of endpoint.cached) found.tags.add(id ? `${tag}:${id}` : tag)
    const url = urlOf(endpoint, input)
    const known = kept.peek(url)
    if (known) {
      found.readAt = Math.min(found.readAt, known.readAt)
      return { status: 200, body: JSON.parse(known.body.toString()) }
    }
    const answer = await app.inject({ method: 'GET', url })
    if (answer.headers.warning) found.isStale = true
    return { status: answer.statusCode, body: answer.json() }
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
