/**
 * A complete shop for one test file: real database, real clients, sandboxes in this process, and a clock that tests can
 * set. Visitors send requests through Fastify's `inject`.
 */
import { buildApp, type Built } from '#server/app.ts'
import { newId, systemClock, shopClock, type ShopClock } from '#server/kernel/time/clock.ts'
import { readConfig } from '#server/kernel/config/config.ts'
import { demoProducts } from '#server/start/seed/demo.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { fold, wordsOf } from '#server/kernel/db/search.ts'
import { searchTextOf } from '#server/checkout/orders/buyers.ts'
import type { Pages } from '#server/site/pages/render.ts'
import type { Pictures } from '#server/kernel/pictures/pictures.ts'
import type { MapboxSandbox } from '#sandbox/mapbox/mapbox.ts'
import type { PaypalSandbox } from '#sandbox/paypal/paypal.ts'
import type { Providers } from '#server/providers/providers.ts'
import type { Delivery } from '#server/providers/payments.ts'
import { isAdminRole, type StaffRole } from '#shared/kernel/roles.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import type { ShippoSandbox } from '#sandbox/shippo/shippo.ts'
import { connectProviders } from '#server/providers/connect.ts'
import { sandboxPages } from '#server/platform/http/sandbox-pages.ts'
import type { Email } from 'postal-mime'
import type { ReaderLimits } from '#server/platform/http/connections.ts'
import { openStore } from '#server/platform/storage/open-store.ts'
import { hashPassword } from '#server/platform/sessions/passwords.ts'
import { openDatabase } from './database.ts'
import { visitor, type Visitor } from './visitor.ts'
import { insert } from './table-rows.ts'

type TestClock = ShopClock & { advance(milliseconds: number): void }

export type TestShop = Built & {
  db: Db
  clock: TestClock
  paypal: PaypalSandbox
  shippo: ShippoSandbox
  mapbox: MapboxSandbox
  /** The mails that the sandbox received, oldest first. */
  mail: { caught: () => Promise<Email[]> }
  /** A visitor without a session. */
  visitor: () => Visitor
  /** A newly registered user. */
  customer: (name?: string) => Promise<Visitor>
  admin: () => Promise<Visitor>
  /** A member of staff with this role. */
  staff: (role: StaffRole) => Promise<Visitor>
  /** Puts a product on sale and returns its id. */
  sell: (product?: {
    name?: string
    priceCents?: number
    stock?: number
    sizeGrams?: number | null
    /** A coffee without stock. */
    isRoastedToOrder?: boolean
    /** Further sizes; their ids are that of the product with -1, -2 and so on. */
    sizes?: Size[]
  }) => Promise<string>
  close: () => Promise<void>
}

/** All parts are on in tests; a new shop has no wholesale. */
export async function openWholesale(db: Db): Promise<void> {
  const value = JSON.stringify({ wholesale: 'on' })
  await db
    .insertInto('settings')
    .values({ id: 'parts', version: 0, value, updated_at: '1970-01-01T00:00:00.000Z' })
    .onConflict((taken) => taken.column('id').doUpdateSet({ value }).where('settings.version', '=', 0))
    .execute()
}

type Options = {
  env?: Record<string, string>
  /**
   * The timeout of the clients in milliseconds, for tests of services that do not answer. By default longer than in
   * production, so that no call fails because the machine is busy.
   */
  patienceMs?: number
  /** The rendered site; without it the shop serves only its API. */
  pages?: Pages
  /** The limits for clients that read slowly. */
  readers?: ReaderLimits
  /** The size of the pool on PostgreSQL. */
  connections?: number
  /** Replaces a service, for tests of its failure. */
  providers?: (real: Providers) => Providers
}

const NO_CREDENTIALS = { paypal: null, shippo: null, mapbox: null }

/** No bundled pictures. */
export const noPictures: Pictures = { pictureOf: () => null, fileOf: () => null, photos: () => [] }

export const PASSWORD = 'correct horse battery'
/** Hashed once, because a test file registers many users. */
const passwordHash = hashPassword(PASSWORD)

export async function openShop({
  env = {},
  patienceMs,
  pages,
  readers,
  connections,
  providers = (real) => real,
}: Options = {}): Promise<TestShop> {
  const database = await openDatabase(connections)
  const clock = turnableClock()
  await openWholesale(database.db)
  const now = () => clock.now().getTime()
  const config = readConfig({
    DATA_DIR: database.dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    ...(database.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {}),
    ...env,
  })
  // Sandboxes of all services; a test of a live shop replaces the clients.
  const sandbox = await startSandbox({
    now,
    shippoWebhookSecret: config.shippoWebhookSecret,
    ...(config.publicOrigin ? { publicOrigin: config.publicOrigin } : {}),
    post: (path, delivery) => post(built, path, delivery),
  })
  // Each test sets the target of PayPal's webhooks.
  sandbox.paypal.webhooks.deliver = null
  const timeoutMs = patienceMs ?? 30_000
  // A shop with live credentials gets the sandboxes, too; one without that may not use them is not connected.
  const allowsSandbox = config.allowsSandbox || config.paypal !== null
  const connected = connectProviders({ ...config, ...NO_CREDENTIALS, allowsSandbox }, sandbox.report, {
    payments: { timeoutMs, captureTimeoutMs: timeoutMs, backoffMs: 5, now },
    shipping: { timeoutMs },
    maps: { timeoutMs: patienceMs ?? 5000 },
  })
  const built: Built = await buildApp({
    db: database.db,
    poolUse: database.poolUse,
    providers: providers(connected.providers),
    connector: connected.connector,
    config,
    clock,
    pictures: noPictures,
    store: await openStore(config),
    pages: pages ?? null,
    ...(readers ? { readers } : {}),
    sandboxes: [sandboxPages(sandbox.report.web)],
  })
  await built.app.ready()
  const { paypal, shippo, mapbox } = sandbox
  const mail = { caught: async () => sandbox.mail.mails }
  const shop = { ...built, db: database.db, clock, paypal, shippo, mapbox, mail }
  return {
    ...shop,
    visitor: () => visitor(built.app),
    customer: (name = 'Ann Buyer') => signIn(shop, { name, isAdmin: false }),
    admin: () => signIn(shop, { name: 'Olive Owner', isAdmin: true }),
    staff: (role) => signIn(shop, { name: 'Sam Staff', isAdmin: isAdminRole(role), role }),
    sell: (product = {}) => sell(shop, product),
    close: async () => {
      await built.app.close()
      await connected.close()
      await sandbox.close()
      await database.close()
    },
  }
}

/** Sends a webhook of PayPal to the shop; returns the status. */
export function deliverTo(built: Pick<Built, 'app'>, delivery: Delivery): Promise<number> {
  return post(built, '/api/paypal/webhook', delivery)
}

async function post({ app }: Pick<Built, 'app'>, url: string, { headers, body }: Delivery): Promise<number> {
  const given = Object.entries(headers).map(([name, value]) => [name, value ?? ''])
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: Object.fromEntries(given),
    payload: body,
  })
  return answer.statusCode
}

type Core = Built & { db: Db; clock: TestClock }

async function signIn(core: Core, account: Omit<NewUser, 'passwordHash'>): Promise<Visitor> {
  const { email } = await addUser(core, { ...account, passwordHash: await passwordHash })
  const caller = visitor(core.app)
  const answer = await caller.post('/api/users/auth', { email, password: PASSWORD })
  if (answer.status !== 200) throw new Error(`Could not sign in: ${answer.text}`)
  return caller
}

type NewUser = { name: string; isAdmin: boolean; role?: StaffRole | null; passwordHash: string }

/** An account with a unique email address, which is confirmed, because passkeys and apps wait for that. */
export async function addUser(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  account: NewUser,
): Promise<{ id: string; email: string }> {
  const id = newId(clock)
  const now = clock.now().toISOString()
  const named = { name: account.name, email: `${id}@example.com` }
  await insert(db, 'users', {
    id,
    ...named,
    password_hash: account.passwordHash,
    is_admin: account.isAdmin || isAdminRole(account.role ?? null) ? 1 : 0,
    staff_role: account.role ?? null,
    search_text: searchTextOf(named),
    confirmed_email: named.email,
    created_at: now,
    updated_at: now,
  })
  return { id, email: named.email }
}

/** The product that others are copies of. Computed once, because the whole catalog takes a millisecond. */
const MODEL = demoProducts(systemClock)[0]!.product

async function sell(
  { db, clock, shop }: Core,
  {
    name = 'Test Beans',
    priceCents = 1800,
    isRoastedToOrder = false,
    stock = isRoastedToOrder ? 0 : 10,
    sizeGrams = 340,
    sizes = [],
  }: Parameters<TestShop['sell']>[0] & {},
): Promise<string> {
  const id = newId(clock)
  const now = clock.now().toISOString()
  await insert(db, 'products', {
    ...MODEL,
    // Only coffee has a weight.
    category: sizeGrams === null ? 'Goods' : MODEL.category,
    id,
    name,
    is_roasted_to_order: isRoastedToOrder ? 1 : 0,
    created_at: now,
    updated_at: now,
    // A search finds the product only by its name.
    search_text: fold(name),
    search_words: wordsOf(name).join(' '),
  })
  const first = { priceCents, stock, sizeGrams }
  for (const [position, size] of [first, ...sizes].entries())
    await addSize(
      { db, clock },
      { id: position === 0 ? id : `${id}-${position}`, product: id, position },
      size,
    )
  shop.changed({ tag: 'Product', id })
  return id
}

type Size = { priceCents: number; stock: number; sizeGrams: number | null }

async function addSize(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { id, product, position }: { id: string; product: string; position: number },
  { priceCents, stock, sizeGrams }: Size,
): Promise<void> {
  await insert(db, 'product_sizes', {
    id,
    product_id: product,
    position,
    label: '',
    grams: sizeGrams,
    price_cents: priceCents,
    count_in_stock: stock,
    sku: '',
    removed_at: null,
  })
  if (stock > 0) {
    await insert(db, 'stock_moves', {
      id: newId(clock),
      size_id: id,
      order_id: null,
      qty: stock,
      reason: 'opening',
      at: clock.now().toISOString(),
    })
  }
}

function turnableClock(): TestClock {
  let ahead = 0
  return {
    ...shopClock({ now: () => new Date(Date.now() + ahead) }),
    advance: (milliseconds) => {
      ahead += milliseconds
    },
  }
}
