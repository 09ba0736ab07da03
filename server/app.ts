/** Builds the server: the API, pages, pictures and files, and what they need. */
import type { FastifyInstance } from 'fastify'
import { sitePagePreview } from '#shared/content/api/site-page-preview.ts'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { type Clock, asShopClock, type ShopClock } from '#server/kernel/time/clock.ts'
import type { Config } from '#server/kernel/config/config.ts'
import {
  watchConnections,
  type Connections,
  disconnectSlowReaders,
  type ReaderLimits,
} from '#server/platform/http/connections.ts'
import { crashAt } from '#server/kernel/crash-points.ts'
import { createFastify } from '#server/platform/http/create-fastify.ts'
import type { Database } from '#server/kernel/db/connect.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { serveDocs } from '#server/site/docs/docs.ts'
import { serveAppleDomain } from '#server/site/apple-domain/routes.ts'
import { serveSeoFiles } from '#server/site/seo/routes.ts'
import { serveHealth } from '#server/platform/http/health.ts'
import { createSignal, createTask } from '#server/kernel/time/signal.ts'
import type { InstanceSignal } from '#server/platform/cache/change-channel.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import { openLimits } from '#server/kernel/limits/limits.ts'
import { cachePublicResponses } from '#server/platform/cache/cache-public.ts'
import { servePages } from '#server/site/pages/pages.ts'
import { previewRoutes } from '#server/site/pages/preview.ts'
import { previewRenderer, type Pages } from '#server/site/pages/render.ts'
import { servePaypalWebhook } from '#server/payments/events/webhook.ts'
import { servePictures, type Pictures } from '#server/kernel/pictures/pictures.ts'
import type { Connector } from '#server/providers/connect.ts'
import type { Providers } from '#server/providers/providers.ts'
import type { ConnectedService } from '#shared/platform/services.ts'
import { followAhead } from '#server/backoffice/rehearsal/rehearsal.ts'
import { isHttps, protect } from '#server/platform/http/protect.ts'
import { openOwnCalls } from '#server/platform/http/own-calls.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { openCaches } from '#server/platform/cache/share-changes.ts'
import type { Shop, SignalName } from '#server/platform/shop.ts'
import type { Store } from '#server/platform/storage/store.ts'
import { openPictureStore } from '#server/platform/storage/picture-store.ts'
import { watchStore } from '#server/platform/storage/watch-store.ts'
import { openUploads, type Uploads } from '#server/platform/storage/uploads.ts'
import { sessionCookie } from '#server/platform/sessions/cookie.ts'
import { followAgain, followConnections, openServices } from '#server/start/service-connections.ts'
import { serveApi } from './serve-api.ts'

type Building = {
  db: Db
  poolUse?: Database['poolUse']
  providers: Providers
  config: Config
  clock?: Clock
  /** Sets the clock of the sandboxes ahead by milliseconds. */
  moveSandboxes?: (ahead: number) => void
  pictures: Pictures
  /** The store of uploaded pictures. */
  store: Store
  /** The server-rendered pages; null serves only the API. */
  pages: Pages | null
  /** Creates the clients of services that an owner connects. */
  connector?: Connector
  /** Whether this instance may use the sandboxes of these services (server/start/sandbox-lock.ts). */
  mayUseSandboxes?: (services: readonly ConnectedService[]) => Promise<boolean>
  /** How slowly a client may read its response. Tests use shorter limits. */
  readers?: ReaderLimits
  /** Milliseconds after which cached responses expire if there are several instances; longer in tests. */
  maxAge?: number
  /** Add the routes of the sandboxes for browsers. */
  sandboxes?: ((app: FastifyInstance) => void | Promise<void>)[]
}

export type Built = {
  app: FastifyInstance
  shop: Shop
  cache: ResponseCache
  /** After this call /readyz responds with 503, and every response closes its connection. */
  drain: () => void
  /** Closes all connections after the responses to all accepted requests were sent. Call `drain` first. */
  finish: Connections['finish']
}

/** Builds the server, which can then listen or get injected requests. All its dependencies are parameters. */
export async function buildApp({ db, providers, config, ...rest }: Building): Promise<Built> {
  const clock = asShopClock(rest.clock)
  const caches = openCaches(config, rest.maxAge)
  const { cache, lastGood } = caches
  const pictureStore = openPictureStore(rest.store)
  const health = { draining: false, store: pictureStore, cache, poolUse: rest.poolUse ?? null }
  const connections = watchConnections()
  const app = createFastify(config, cache, connections)
  disconnectSlowReaders(app.server, rest.readers)
  const services = openServices({ ...rest, db, config, providers, clock, caches, log: app.log, pictureStore })
  const store = watchStore(pictureStore, services.outcomes, config.conceal)
  const uploads = openUploads({ db, store, isShared: config.databaseUrl !== null })
  await uploads.load()
  const shop: Shop = {
    db,
    ...services,
    config,
    limits: openLimits(config, db, app.log),
    ...clocksOf(clock, caches, rest.moveSandboxes),
    log: app.log,
    pictureOf: (path, alt = '') => withAlt(alt, rest.pictures.pictureOf(path) ?? uploads.factsOf(path)),
    bundled: rest.pictures,
    uploads,
    pictureStore,
    ...createSignals(config.role === 'web' ? (name) => caches.sendSignal(name) : undefined),
    ...changesFor(caches, db),
    crash: crashAt(config.crashAt),
  }
  await followConnections(app, shop)
  await followClock(app, shop)
  const serving: Serving = {
    shop,
    limits: shop.limits,
    cookie: sessionCookie(isHttps(config)),
    incoming: config.incoming,
    lastGood,
    ownCalls: openOwnCalls(shop, caches),
  }

  await protect(app, config)
  cachePublicResponses(app, caches)
  await caches.listen(app, db, (name) => hear(shop, name))

  await serveApi(app, serving)
  servePaypalWebhook(app, serving)
  serveDocs(app, shop)
  serveSeoFiles(app, shop)
  serveAppleDomain(app, shop)
  serveHealth(app, shop, health)
  serveFiles(app, rest.pictures, uploads)
  for (const sandbox of rest.sandboxes ?? []) await app.register(async (scope) => sandbox(scope))
  await serveSite(app, serving, cache, rest.pages)

  return {
    app,
    shop,
    cache,
    drain: () => drain(health, connections),
    finish: (patience) => connections.finish(patience),
  }
}

/** Serves the rendered pages, and previews of pages that are not published. */
async function serveSite(
  app: FastifyInstance,
  serving: Serving,
  cache: ResponseCache,
  pages: Pages | null,
): Promise<void> {
  const { shop, ownCalls } = serving
  const site = pages && { shop, cache, ownCalls, pages }
  serve(app, serving, sitePagePreview, previewRoutes(site && previewRenderer(site)))
  if (site) await servePages(app, site)
}

/** Handles a signal of another instance. */
function hear(shop: Shop, name: InstanceSignal): void {
  if (name === 'connections') followAgain(shop)
  // A process without jobs sends its own signals to the other processes, and must not react to theirs.
  else if (shop.config.role !== 'web') shop[name].raise()
}

/**
 * Sets the clock ahead as it was before the restart, and follows later changes of the clock until the app is closed.
 */
async function followClock(app: FastifyInstance, { db, config, providers, rehearsal }: Shop): Promise<void> {
  const stop = await followAhead({
    db,
    clock: rehearsal.clock,
    isLive: providers.payments.mode === 'live',
    isShared: config.databaseUrl !== null,
    onMove: rehearsal.onMove,
  })
  app.addHook('onClose', async () => stop())
}

/** @param moveSandboxes sets the clock of the sandboxes */
function clocksOf(
  clock: ShopClock,
  { cache }: ReturnType<typeof openCaches>,
  moveSandboxes: (ahead: number) => void = () => {},
): Pick<Shop, 'clock' | 'realClock' | 'rehearsal'> {
  const onMove = (ahead: number) => {
    cache.clear()
    moveSandboxes(ahead)
  }
  return { clock, realClock: clock.real, rehearsal: { clock, onMove, jobs: createTask() } }
}

/** Makes /readyz respond with 503, and closes each connection after its next response. */
function drain(health: { draining: boolean }, connections: Connections): void {
  health.draining = true
  connections.drain()
}

/** The functions of a shop that report changes to the caches and read cached values. */
function changesFor(caches: ReturnType<typeof openCaches>, db: Db): Pick<Shop, 'changed' | 'cached'> {
  return { changed: (change) => caches.changed(change), cached: caches.cacheValuesOf(db) }
}

/**
 * Signals that start jobs early.
 * @param send sends a signal to the other processes; used if this process runs no jobs
 */
function createSignals(send: (name: SignalName) => void = () => {}): Pick<Shop, SignalName> {
  return {
    mailSignal: createSignal(() => send('mailSignal')),
    parcelSignal: createSignal(() => send('parcelSignal')),
    paypalSignal: createSignal(() => send('paypalSignal')),
    importSignal: createSignal(() => send('importSignal')),
    webhookSignal: createSignal(() => send('webhookSignal')),
  }
}

/** Adds the text `alt` to a picture that has no description. */
function withAlt(alt: string, facts: PictureFacts | null): PictureFacts | null {
  return facts?.alt === '' ? { ...facts, alt } : facts
}

/** Serves bundled and uploaded pictures; both are available under /uploads. */
function serveFiles(app: FastifyInstance, pictures: Pictures, uploads: Uploads): void {
  servePictures(app, pictures)
  servePictures(app, { fileOf: async (name) => pictures.fileOf(name) ?? uploads.fileOf(name) }, '/uploads')
}
