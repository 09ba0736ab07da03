/** Renders documents, and previews of documents with other data than the database's. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type RequestHandler,
  type RouterContext,
  type ServerBuild,
  RouterContextProvider,
} from 'react-router'
import { urlOf, type InProcessCall } from '#shared/platform/api/url.ts'
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import { isPageOpen } from '#shared/platform/part-pages.ts'
import { paymentUseOf } from '#shared/platform/payment-pages.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { OwnCalls } from '#server/platform/http/own-calls.ts'
import { currentMusic } from '#server/platform/settings/current.ts'
import { openPartsOf } from '#server/platform/settings/parts.ts'
import { payMethodsOf } from '#server/platform/settings/pay-methods.ts'
import type { Shop } from '#server/platform/shop.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { handlersOf } from './handlers.ts'

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

/** What rendering needs. */
export type Rendering = { shop: Shop; ownCalls: OwnCalls; pages: Pages }

export type Page = {
  status: number
  headers: Headers
  html: Buffer
  /** The inline scripts that the site itself put into the document. */
  scripts: string[]
  tags: string[]
  /** The origin of the player of the music page; null for the shop's own. */
  player: string | null
  /** The ways to pay whose scripts the page may load; none if it has no payment, and in sandbox mode. */
  methods: readonly PayMethod[]
  /** The time when its oldest data was read, in milliseconds of `performance.now()`. */
  readAt: number
  /** True if it was rendered from stale data because the database is unavailable. */
  isStale: boolean
  /** Milliseconds until it is wrong, even without a change. */
  goodFor: number
}

/** Milliseconds for which a page is cached that shows data without tags, as for such data itself. */
const MAX_AGE_WITHOUT_TAGS = MINUTE

/** What the data of a page depends on, collected while it is rendered. */
type Sources = { tags: Set<string>; readAt: number; isStale: boolean; goodFor: number }

/** Returns the function that renders the complete document of a URL. */
export function renderer({ shop, ownCalls, pages }: Rendering) {
  let current: { build: ServerBuild; handlerOf: (path: string) => RequestHandler } | null = null
  const textOf = styleText(pages.assets)

  return async (path: string, replies: ReadonlyMap<string, unknown> = NONE): Promise<Page> => {
    const build = await pages.build()
    if (current?.build !== build) current = { build, handlerOf: handlersOf(build, pages.mode) }
    const sources: Sources = { tags: new Set(), readAt: performance.now(), isStale: false, goodFor: Infinity }
    const context = new RouterContextProvider()
    const { callContext, documentContext, settingsContext, stylesContext } = build.entry
      .module as unknown as Contexts
    const document: RenderedDocument = { html: null, scripts: [] }
    context.set(callContext, inProcess(ownCalls, sources, replies))
    context.set(documentContext, document)
    context.set(stylesContext, textOf)
    const origin = originOf(shop.config)
    context.set(settingsContext, {
      origin,
      mailService: shop.config.mail.service ?? '',
      limitsPayments: shop.providers.payments.mode === 'live',
    })
    // The request for rendering has no cookies, because the cached page must be the same for everybody.
    const request = new Request(origin + path, { headers: { accept: 'text/html' } })
    const response = await current.handlerOf(path)(request, context)
    const { headers } = response
    // The page itself says that it does not exist (app/platform/layout/frame.tsx).
    const status = isPageOpen(path, await openPartsOf(shop)) ? response.status : 404
    const music = await currentMusic(shop)
    const player = music.mode === 'live' ? music.embedBase : null
    return {
      ...sources,
      player,
      methods: await methodsOn(shop, path),
      status,
      headers,
      html: bytesOf(document.html ?? [await response.text()]),
      scripts: document.scripts,
      tags: [...sources.tags],
    }
  }
}

/** The bytes of a text in parts, which are not joined first, because strings of this size would outlive the page. */
function bytesOf(parts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0))
  let at = 0
  for (const part of parts) at += bytes.write(part, at)
  return bytes
}

/** As app/platform/api/server-call.ts defines it. */
type RenderedDocument = { html: string[] | null; scripts: string[] }

/** The contexts that the server sets for rendering; app/platform/api/server-call.ts defines them. */
type Contexts = {
  callContext: RouterContext<InProcessCall>
  documentContext: RouterContext<RenderedDocument>
  stylesContext: RouterContext<(href: string) => string>
  settingsContext: RouterContext<{ origin: string; mailService: string; limitsPayments: boolean }>
}

async function methodsOn(shop: Shop, path: string): Promise<readonly PayMethod[]> {
  const use = paymentUseOf(path.split('?')[0]!)
  if (use === null || shop.providers.payments.mode !== 'live') return []
  return use === 'save' ? ['paypal'] : payMethodsOf(shop)
}

/** Renders the document of a path with other data than the database's: the replies of endpoints by their URL. */
export type RenderPreview = (path: string, replies: ReadonlyMap<string, unknown>) => Promise<string>

/** Returns the function that renders previews. A preview is not cached. */
export function previewRenderer(site: Rendering): RenderPreview {
  const render = renderer(site)
  return async (path, replies) => withoutScripts((await render(path, replies)).html.toString())
}

/**
 * Removes the script elements of a preview, in which the browser may run no scripts: it would otherwise load and report
 * them. `data-preview` makes the header look as it does with scripts (app/platform/layout/header.module.css).
 */
function withoutScripts(html: string): string {
  const [head = '', ...rest] = html.replace('<html ', '<html data-preview ').split(/<script\b/)
  const end = '</script>'
  return [head, ...rest.map((part) => part.slice(part.indexOf(end) + end.length))]
    .join('')
    .replace(/<link\b[^<>]*>/g, (link) => (link.includes('rel="modulepreload"') ? '' : link))
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
    const { status, body, tags, readAt, isStale, goodFor } = await ownCalls.call(endpoint, input)
    for (const tag of tags) sources.tags.add(tag)
    sources.readAt = Math.min(sources.readAt, readAt)
    sources.isStale ||= isStale
    const maxAge = endpoint.cached.length === 0 ? MAX_AGE_WITHOUT_TAGS : Infinity
    sources.goodFor = Math.min(sources.goodFor, goodFor, maxAge)
    return { status, body }
  }
}

/**
 * Returns a function for app/platform/page-styles.tsx: the text of a built style sheet by its URL. Each file is read once. Without
 * a folder, in development, every text is empty.
 * @param assets folder of the built assets
 */
function styleText(assets: string | null): (href: string) => string {
  const texts = new Map<string, string>()
  return (href) => {
    if (assets === null) return ''
    let text = texts.get(href)
    // React Router may add `#` to the URL.
    if (text === undefined) text = readFileSync(join(assets, basename(href.replace(/#$/, ''))), 'utf8')
    texts.set(href, text)
    return text
  }
}
