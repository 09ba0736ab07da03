/**
 * A whole shop for one test file: real database, real clients on the real sandboxes, a clock that tests turn.
 * Visitors speak HTTP to it through Fastify's `inject`.
 */
import { randomBytes } from 'node:crypto'
import { buildApp, type Built } from '#server/app.ts'
import { newId, type Clock } from '#server/time/clock.ts'
import { readConfig } from '#server/config/config.ts'
import { demoProducts } from '#server/start/seed/demo.ts'
import type { Db } from '#server/db/schema.ts'
import { searchTextOf } from '#server/orders/buyers.ts'
import type { Pages } from '#server/pages/pages.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import { musicSandboxPlayer } from '#server/providers/music/sandbox/player.ts'
import { mapboxMaps } from '#server/providers/mapbox/client.ts'
import { startMapboxSandbox, type MapboxSandbox } from '#server/providers/mapbox/sandbox.ts'
import { paypalPayments } from '#server/providers/paypal/client.ts'
import { paypalSandboxBrowser } from '#server/providers/paypal/sandbox/browser.ts'
import { startPaypalSandbox, type PaypalSandbox } from '#server/providers/paypal/sandbox/sandbox.ts'
import { sandboxMail } from '#server/providers/mail/catcher.ts'
import type { Providers } from '#server/providers/providers.ts'
import type { Delivery } from '#server/providers/refunds.ts'
import { shippoShipping } from '#server/providers/shippo/client.ts'
import { shippoSandboxBrowser } from '#server/providers/shippo/sandbox-browser.ts'
import { startShippoSandbox, type ShippoSandbox } from '#server/providers/shippo/sandbox.ts'
import type { ReaderLimits } from '#server/http/slow-readers.ts'
import { openStore } from '#server/storage/open-store.ts'
import { hashPassword } from '#server/sessions/passwords.ts'
import { openDatabase } from './database.ts'
import { visitor, type Visitor } from './visitor.ts'

type TestClock = Clock & { advance(milliseconds: number): void }

export type TestShop = Built & {
  db: Db
  clock: TestClock
  paypal: PaypalSandbox
  shippo: ShippoSandbox
  mapbox: MapboxSandbox
  mail: ReturnType<typeof sandboxMail>
  /** Somebody without a session. */
  visitor: () => Visitor
  /** Somebody who has just registered. */
  customer: (name?: string) => Promise<Visitor>
  admin: () => Promise<Visitor>
  /** Puts a product on sale and answers its id. */
  sell: (product?: {
    name?: string
    priceCents?: number
    stock?: number
    sizeGrams?: number | null
  }) => Promise<string>
  close: () => Promise<void>
}

type Options = {
  env?: Record<string, string>
  /** How long the clients wait for an answer, in milliseconds, for tests of services that give none. */
  patienceMs?: number
  /** The rendered site; without it the shop answers its API alone. */
  pages?: Pages
  /** How slowly clients may take their answers. */
  readers?: ReaderLimits
  /** Replaces a service, for tests of its absence. */
  providers?: (real: Providers) => Providers
}

/** No bundled picture at all. */
export const noPictures: Pictures = { pictureOf: () => null, fileOf: () => null }

export const PASSWORD = 'correct horse battery'
/** Hashed once: a test file signs many people up. */
const passwordHash = hashPassword(PASSWORD)

export async function openShop({
  env = {},
  patienceMs,
  pages,
  readers,
  providers = (real) => real,
}: Options = {}): Promise<TestShop> {
  const database = await openDatabase()
  const clock = turnableClock()
  const keys = { clientId: 'test-client', clientSecret: randomBytes(16).toString('hex') }
  const now = () => clock.now().getTime()
  const paypal = await startPaypalSandbox({ ...keys, now })
  const token = 'shippo_test_0123456789'
  const shippo = await startShippoSandbox({ token, now })
  const config = readConfig({
    DATA_DIR: database.dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    ...(database.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {}),
    ...env,
  })
  const shipping = shippoShipping({
    token,
    apiBase: shippo.apiBase,
    from: config.shipFrom,
    mode: 'sandbox',
    ...(patienceMs === undefined ? {} : { timeoutMs: patienceMs }),
  })
  const payments = paypalPayments({
    ...keys,
    apiBase: paypal.apiBase,
    scriptUrl: paypal.scriptPath,
    environment: 'sandbox',
    mode: 'sandbox',
    merchantId: paypal.merchantId,
    webhookId: paypal.webhooks.id,
    backoffMs: 5,
    ...(patienceMs === undefined ? {} : { timeoutMs: patienceMs, captureTimeoutMs: patienceMs }),
    now,
  })
  const mapbox = await startMapboxSandbox({ token: 'pk.test' })
  const maps = mapboxMaps({
    token: 'pk.test',
    apiBase: mapbox.apiBase,
    contributeBase: mapbox.apiBase,
    timeoutMs: patienceMs ?? 1000,
    reports: true,
    mode: 'sandbox',
  })
  const mail = sandboxMail()
  const built = await buildApp({
    db: database.db,
    providers: providers({ payments, shipping, mail, maps }),
    config,
    clock,
    pictures: noPictures,
    store: await openStore(config),
    pages: pages ?? null,
    ...(readers ? { readers } : {}),
    sandboxes: [
      async (app) => {
        await app.register(paypalSandboxBrowser(paypal))
        await app.register(shippoSandboxBrowser(shippo, config.shippoWebhookSecret))
        if (config.music.mode === 'sandbox') await musicSandboxPlayer(app)
      },
    ],
  })
  await built.app.ready()
  const shop = { ...built, db: database.db, clock, paypal, shippo, mapbox, mail }
  return {
    ...shop,
    visitor: () => visitor(built.app),
    customer: (name = 'Ann Buyer') => signIn(shop, name, false),
    admin: () => signIn(shop, 'Olive Owner', true),
    sell: (product = {}) => sell(shop, product),
    close: async () => {
      await built.app.close()
      await Promise.all([paypal.close(), shippo.close(), mapbox.close(), mail.close()])
      await database.close()
    },
  }
}

/** A webhook of PayPal's, at the shop's door; answers the status. */
export async function deliverTo({ app }: Pick<Built, 'app'>, { headers, body }: Delivery): Promise<number> {
  const given = Object.entries(headers).map(([name, value]) => [name, value ?? ''])
  const answer = await app.inject({
    method: 'POST',
    url: '/api/paypal/webhook',
    headers: Object.fromEntries(given),
    payload: body,
  })
  return answer.statusCode
}

type Core = Built & { db: Db; clock: TestClock }

async function signIn(core: Core, name: string, isAdmin: boolean): Promise<Visitor> {
  const { email } = await addUser(core, { name, isAdmin, passwordHash: await passwordHash })
  const somebody = visitor(core.app)
  const answer = await somebody.post('/api/users/auth', { email, password: PASSWORD })
  if (answer.status !== 200) throw new Error(`Could not sign in: ${answer.text}`)
  return somebody
}

/** An account at an address of its own. */
export async function addUser(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  account: { name: string; isAdmin: boolean; passwordHash: string },
): Promise<{ id: string; email: string }> {
  const id = newId(clock)
  const now = clock.now().toISOString()
  const named = { name: account.name, email: `${id}@example.com` }
  await db
    .insertInto('users')
    .values({
      id,
      ...named,
      password_hash: account.passwordHash,
      is_admin: account.isAdmin ? 1 : 0,
      search_text: searchTextOf(named),
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { id, email: named.email }
}

async function sell(
  { db, clock, shop }: Core,
  {
    name = 'Test Beans',
    priceCents = 1800,
    stock = 10,
    sizeGrams = 340,
  }: Parameters<TestShop['sell']>[0] & {},
): Promise<string> {
  const [model] = demoProducts(clock)
  const id = newId(clock)
  await db
    .insertInto('products')
    .values({
      ...model!,
      id,
      name,
      search_text: name.toLowerCase(),
      price_cents: priceCents,
      count_in_stock: stock,
      size_grams: sizeGrams,
    })
    .execute()
  if (stock > 0) {
    await db
      .insertInto('stock_moves')
      .values({
        id: newId(clock),
        product_id: id,
        order_id: null,
        qty: stock,
        reason: 'opening',
        at: clock.now().toISOString(),
      })
      .execute()
  }
  shop.changed({ tag: 'Product', id })
  return id
}

function turnableClock(): TestClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (milliseconds) => {
      ahead += milliseconds
    },
  }
}
