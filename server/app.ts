/** Builds the server: registers each resource of the API with `serve`, then pages, pictures and files. */
import type { FastifyInstance } from 'fastify'
import { account } from '#shared/api/account.ts'
import { addresses } from '#shared/api/addresses.ts'
import { artshow } from '#shared/api/artshow.ts'
import { backup } from '#shared/api/backup.ts'
import { config as configApi } from '#shared/api/config.ts'
import { maps } from '#shared/api/maps.ts'
import { adminHome } from '#shared/api/admin.ts'
import { delivery } from '#shared/api/delivery.ts'
import { departments } from '#shared/api/departments.ts'
import { demo } from '#shared/api/demo.ts'
import { guests } from '#shared/api/guests.ts'
import { inbox } from '#shared/api/inbox.ts'
import { labels } from '#shared/api/labels.ts'
import { mail } from '#shared/api/mail.ts'
import { menu } from '#shared/api/menu.ts'
import { messages } from '#shared/api/messages.ts'
import { money } from '#shared/api/money.ts'
import { orderAdmin } from '#shared/api/order-admin.ts'
import { orders } from '#shared/api/orders.ts'
import { packing } from '#shared/api/packing.ts'
import { pickup } from '#shared/api/pickup.ts'
import { productAdmin } from '#shared/api/product-admin.ts'
import { products } from '#shared/api/products.ts'
import { record } from '#shared/api/record.ts'
import { reviewAdmin } from '#shared/api/review-admin.ts'
import { sessions } from '#shared/api/sessions.ts'
import { settings } from '#shared/api/settings.ts'
import { shippo } from '#shared/api/shippo.ts'
import { staff } from '#shared/api/staff.ts'
import { upload } from '#shared/api/upload.ts'
import { users } from '#shared/api/users.ts'
import type { PictureFacts } from '#shared/picture.ts'
import { accountRoutes, sessionRoutes } from './account/routes.ts'
import { addressRoutes } from './addresses/routes.ts'
import { artshowRoutes } from './artshow/routes.ts'
import { backupRoutes } from './backup/routes.ts'
import { systemClock, type Clock } from './time/clock.ts'
import type { Config } from './config/config.ts'
import { configRoutes } from './browser-config/routes.ts'
import { watchConnections, type Connections } from './http/connections.ts'
import { crashAt } from './crash-points.ts'
import { createFastify } from './http/create-fastify.ts'
import type { Database } from './db/connect.ts'
import type { Db } from './db/schema.ts'
import { openSalesByDay, type SalesByDay } from './admin/sales-by-day.ts'
import { adminRoutes } from './admin/routes.ts'
import { demoRoutes } from './demo/routes.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { departmentRoutes } from './departments/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { serveDocs } from './docs/docs.ts'
import { serveSeoFiles } from './seo/routes.ts'
import { serveHealth } from './http/health.ts'
import { createSignal } from './time/signal.ts'
import type { ResponseCache } from './cache/response-cache.ts'
import { openLimits } from './limits/limits.ts'
import { cachePublicResponses } from './cache/cache-public.ts'
import { mapsRoutes } from './maps/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { menuRoutes } from './menu/routes.ts'
import { acceptFormPosts } from './messages/forms.ts'
import { inboxRoutes, messageRoutes } from './messages/routes.ts'
import { moneyRoutes } from './money/routes.ts'
import { orderAdminRoutes, orderRoutes, packingRoutes, pickupRoutes } from './orders/routes.ts'
import { servePages, type Pages } from './pages/pages.ts'
import { paymentAdminRoutes, paymentRoutes } from './payments/routes.ts'
import { servePaypalWebhook } from './payments/webhook.ts'
import { servePictures, type Pictures } from './pictures/pictures.ts'
import { productAdminRoutes, productRoutes, reviewAdminRoutes } from './products/routes.ts'
import type { Providers } from './providers/providers.ts'
import { watchProviders } from './providers/watched.ts'
import { recordRoutes } from './record/routes.ts'
import { isHttps, protect } from './http/protect.ts'
import { acceptForms } from './http/receive-files.ts'
import { openOwnCalls } from './http/own-calls.ts'
import { serve, type Serving } from './http/serve.ts'
import { labelRoutes } from './shippo/routes.ts'
import { shippoRoutes } from './quotes/routes.ts'
import { openCaches } from './cache/share-changes.ts'
import type { Shop, SignalName } from './shop.ts'
import { disconnectSlowReaders, type ReaderLimits } from './http/slow-readers.ts'
import { uploadRoutes } from './upload/routes.ts'
import type { Store } from './storage/store.ts'
import { watchStore } from './storage/watch-store.ts'
import { openUploads, type Uploads } from './storage/uploads.ts'
import { sessionCookie } from './sessions/cookie.ts'
import { staffRoutes } from './staff/routes.ts'
import { guestRoutes } from './users/guest-routes.ts'
import { userRoutes } from './users/routes.ts'

type Building = {
  db: Db
  poolUse?: Database['poolUse']
  providers: Providers
  config: Config
  clock?: Clock
  pictures: Pictures
  /** The store of uploaded pictures. */
  store: Store
  /** The server-rendered pages; null serves only the API. */
  pages: Pages | null
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
  salesByDay: SalesByDay
  cache: ResponseCache
  /** After this call /readyz responds with 503, and every response closes its connection. */
  drain: () => void
  /** Closes all connections after the responses to all accepted requests were sent. Call `drain` first. */
  finish: Connections['finish']
}

/** Builds the server, which can then listen or get injected requests. All its dependencies are parameters. */
export async function buildApp({
  db,
  providers,
  config,
  clock = systemClock,
  ...rest
}: Building): Promise<Built> {
  const caches = openCaches(config, rest.maxAge)
  const { cache, lastGood } = caches
  const health = { draining: false, store: rest.store, cache, poolUse: rest.poolUse ?? null }
  const connections = watchConnections()
  const app = createFastify(config, cache, connections)
  disconnectSlowReaders(app.server, rest.readers)
  const watched = watchProviders(providers, clock, config.conceal)
  const store = watchStore(rest.store, watched.outcomes, config.conceal)
  const uploads = openUploads({ db, store, isShared: config.databaseUrl !== null })
  await uploads.load()
  const shop: Shop = {
    db,
    ...watched,
    config,
    limits: openLimits(config, db, app.log),
    clock,
    log: app.log,
    pictureOf: (path, alt = '') => withAlt(alt, rest.pictures.pictureOf(path) ?? uploads.factsOf(path)),
    bundled: rest.pictures,
    uploads,
    ...createSignals(config.role === 'web' ? (name) => caches.sendSignal(name) : undefined),
    ...changesFor(caches, db),
    crash: crashAt(config.crashAt),
  }
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
  // A process without jobs passes its own signals on, so it must not react to those of others.
  await caches.listen(app, db, (name) => config.role !== 'web' && shop[name].raise())

  const salesByDay = openSalesByDay({ db, clock })
  await serveContracts(app, serving, salesByDay)
  servePaypalWebhook(app, serving)
  serveDocs(app)
  serveSeoFiles(app, shop)
  serveHealth(app, shop, health)
  serveFiles(app, rest.pictures, uploads)
  for (const sandbox of rest.sandboxes ?? []) await app.register(async (scope) => sandbox(scope))
  if (rest.pages) await servePages(app, { shop, cache, ownCalls: serving.ownCalls, pages: rest.pages })

  return {
    app,
    shop,
    salesByDay,
    cache,
    drain: () => drain(health, connections),
    finish: (patience) => connections.finish(patience),
  }
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

/** Signals that start jobs early. @param send passes a signal on, if no job runs in this process */
function createSignals(send: (name: SignalName) => void = () => {}): Pick<Shop, SignalName> {
  return {
    mailSignal: createSignal(() => send('mailSignal')),
    parcelSignal: createSignal(() => send('parcelSignal')),
    paypalSignal: createSignal(() => send('paypalSignal')),
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

/** Serves all resources of the API. */
async function serveContracts(app: FastifyInstance, serving: Serving, salesByDay: SalesByDay): Promise<void> {
  serve(app, serving, users, userRoutes)
  serve(app, serving, staff, staffRoutes)
  serve(app, serving, account, accountRoutes)
  serve(app, serving, sessions, sessionRoutes)
  serve(app, serving, guests, guestRoutes)
  serve(app, serving, addresses, addressRoutes)
  serve(app, serving, products, productRoutes)
  serve(app, serving, productAdmin, productAdminRoutes)
  serve(app, serving, departments, departmentRoutes)
  serve(app, serving, reviewAdmin, reviewAdminRoutes)
  serve(app, serving, orders, { ...orderRoutes, ...paymentRoutes })
  serve(app, serving, orderAdmin, { ...orderAdminRoutes, ...paymentAdminRoutes })
  serve(app, serving, packing, packingRoutes)
  serve(app, serving, pickup, pickupRoutes)
  serve(app, serving, shippo, shippoRoutes)
  serve(app, serving, labels, labelRoutes)
  serve(app, serving, configApi, configRoutes)
  serve(app, serving, artshow, artshowRoutes)
  serve(app, serving, maps, mapsRoutes)
  serve(app, serving, adminHome, adminRoutes(salesByDay))
  serve(app, serving, inbox, inboxRoutes)
  serve(app, serving, mail, mailRoutes)
  serve(app, serving, money, moneyRoutes)
  serve(app, serving, record, recordRoutes)
  serve(app, serving, settings, settingsRoutes)
  serve(app, serving, demo, demoRoutes)
  serve(app, serving, delivery, deliveryRoutes)
  serve(app, serving, backup, backupRoutes)
  await app.register(async (scope) => {
    acceptForms(scope)
    serve(scope, serving, menu, menuRoutes)
    serve(scope, serving, upload, uploadRoutes)
  })
  await app.register(async (scope) => {
    acceptFormPosts(scope)
    serve(scope, serving, messages, messageRoutes)
  })
}
