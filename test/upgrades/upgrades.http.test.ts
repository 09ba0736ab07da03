// Slow, not in `npm run check`: servers in child processes.
/**
 * Today's shop is started on the data folder and on the backup of earlier releases. Every order, sum, product, picture and
 * password must be as that release had it. README.md in this folder says how the data of a release is kept.
 */
import { rm } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/kernel/config/config.ts'
import { START_CRASH_POINTS } from '#server/kernel/crash-points.ts'
import { connectForCommand } from '#server/kernel/db/connect.ts'
import { migrationNames } from '#server/kernel/db/migrate.ts'
import { KEPT_TABLES } from '#server/kernel/db/schema.ts'
import { systemClock } from '#server/kernel/time/clock.ts'
import { makeAdmin } from '#server/people/users/make-admin.ts'
import { restoreBackup } from '#server/backoffice/backup/restore.ts'
import { newPlace, onPostgres, openPlace, type TestPlace } from '../database.ts'
import { violations } from '../invariants.ts'
import { EVERYTHING } from '../where-tests-run.ts'
import { caller, type Caller } from '../torture/caller.ts'
import { crashAtStart, ensureBuilt, startShop } from '../torture/running-shop.ts'
import { hashOf, type OldShop } from './old-shop.ts'
import { backupOf, contentsOf, oldPlace, RELEASES } from './place.ts'

beforeAll(ensureBuilt, 300_000)

const ADMIN = { email: 'upgraded@example.com', password: 'the same beans, a new roaster' }
/** The passwords of the old releases have the hashes of a live shop. */
const REAL_HASHES = { REAL_HASHES: '1' }

const DATABASE = onPostgres ? 'PostgreSQL' : 'SQLite'
/**
 * The start of the killed shops takes longest. The search index of SQLite is new after the two oldest releases; on
 * PostgreSQL the oldest one is killed at the same steps.
 */
const KILLED = EVERYTHING ? RELEASES : RELEASES.slice(0, onPostgres ? 1 : 2)
/**
 * On PostgreSQL a release is started with the rows of its backup (place.ts), which are inserted and migrated as by a restore.
 * The other steps of a restore are the same for all releases.
 */
const RESTORED = EVERYTHING || !onPostgres ? RELEASES : [RELEASES.at(0), RELEASES.at(-1)]
/** A folder for every migration would make the repository large. */
const MOST_MIGRATIONS_SINCE = 10

test('the data of a recent release is kept', () => {
  const all = migrationNames()
  expect(
    all.length - 1 - all.indexOf(RELEASES.at(-1)!),
    `The last shop that is kept has none of these migrations. Run \`npm run keep-release\`, and commit the new folder (test/upgrades/README.md)`,
  ).toBeLessThanOrEqual(MOST_MIGRATIONS_SINCE)
})

describe.each(RELEASES)(`on ${DATABASE}, a shop of %s`, (release) => {
  const old = contentsOf(release)

  test('starts with everything as it was', async () => {
    await inPlace(await oldPlace(release), (place) => expectSame(place, old))
  })

  test.runIf(RESTORED.includes(release))(
    'is restored from its backup with everything as it was',
    async () => {
      await inPlace(await newPlace(), async (place) => {
        await restoreBackup({ ...place, store: null }, backupOf(release), false)
        await expectSame(place, old)
      })
    },
  )

  test.runIf(KILLED.includes(release) && release !== migrationNames().at(-1))(
    'starts with everything as it was after its first start was killed at each of its steps',
    async () => {
      await inPlace(await oldPlace(release), async (place) => {
        for (const point of START_CRASH_POINTS)
          expect(await crashAtStart(place, { CRASH_AT: point }), point).toBe('SIGKILL')
        await expectSame(place, old)
      })
    },
  )
})

async function inPlace(place: TestPlace, work: (place: TestPlace) => Promise<void>): Promise<void> {
  try {
    await work(place)
  } finally {
    await rm(place.dataDir, { recursive: true, force: true })
  }
}

/** Starts the shop, and compares what it answers with `old`. */
async function expectSame(place: TestPlace, old: OldShop): Promise<void> {
  const shop = await startShop(place, REAL_HASHES)
  try {
    const admin = await adminAt(place, shop.origin)
    expect(await ordersAt(admin, old)).toEqual(old.orders.map(expectedOrder))
    const users: { _id: string; name: string; email: string }[] = (await admin.get('/api/users')).body
    const { password, signIn } = old
    const known = new Set(old.users.map(({ id }) => id))
    expect(
      users
        .filter(({ _id }) => known.has(_id))
        .map(userFields)
        .toSorted(byId),
    ).toEqual(old.users.map(({ id, name, email }) => ({ id, name, email })).toSorted(byId))
    for (const email of signIn) {
      const { status } = await caller(shop.origin).post('/api/users/auth', { email, password })
      expect([email, status]).toEqual([email, 200])
    }
    await expectProducts(admin, old)
    for (const { path, sha256 } of old.pictures) {
      const answer = await admin.get(path)
      expect([path, answer.status, hashOf(answer.bytes!)]).toEqual([path, 200, sha256])
    }
  } finally {
    await shop.kill()
  }
  const { db, close } = await openPlace(place)
  expect(await violations(db)).toEqual([])
  // The job of the start deletes mails that are no longer right, such as a warning about an order that is paid.
  for (const table of KEPT_TABLES.filter((name) => name !== 'outbox')) {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    expect(rows, table).toBeGreaterThanOrEqual(old.rows[table] ?? 0)
  }
  const hashes = await db.selectFrom('users').select(['id', 'password_hash']).execute()
  const byUser = new Map(hashes.map(({ id, password_hash }) => [id, password_hash]))
  for (const { id, password_hash } of old.users) expect([id, byUser.get(id)]).toEqual([id, password_hash])
  await close()
}

/** An admin of the running shop, made like with `npm run admin`, because the passwords of some old admins are not known. */
async function adminAt({ dataDir, databaseUrl }: TestPlace, origin: string): Promise<Caller> {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' })
  const { db, close } = await connectForCommand(config)
  await makeAdmin({ db, config, clock: systemClock }, { ...ADMIN, name: null })
  await close()
  const admin = caller(origin)
  const { status, text } = await admin.post('/api/users/auth', ADMIN)
  if (status !== 200) throw new Error(`The admin cannot sign in: ${status} ${text}`)
  return admin
}

const userFields = ({ _id, name, email }: { _id: string; name: string; email: string }) => ({
  id: _id,
  name,
  email,
})
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

/**
 * A start decides about unpaid orders: their holds have ended, and PayPal may have captured a payment. Only the sums and
 * lines of these orders are compared.
 */
const isOpen = ({ state }: { state: string }) => ['pending', 'capturing'].includes(state)

/** The API gives times in the shop's time zone. */
const momentOf = (time: string | null) => (time === null ? null : new Date(time).toISOString())

function expectedOrder(order: OldShop['orders'][number]) {
  return {
    id: order.id,
    // The shop numbers the orders of releases that had no numbers.
    number: order.number ?? expect.stringMatching(/^[A-Z0-9-]{4,}$/),
    buyer: order.buyer,
    items: order.items_cents,
    shipping: order.shipping_cents,
    tax: order.tax_cents,
    total: order.total_cents,
    deliveredAt: momentOf(order.delivered_at),
    lines: order.lines,
    ...(isOpen(order) ? {} : { state: order.state, paidAt: momentOf(order.paid_at) }),
  }
}

async function ordersAt(admin: Caller, old: OldShop) {
  const orders = []
  for (const order of old.orders) {
    const { id } = order
    const { status, text, body } = await admin.get(`/api/orders/${id}`)
    if (status !== 200) throw new Error(`Order ${id}: ${status} ${text}`)
    orders.push({
      id: body._id,
      number: body.number,
      buyer: body.user?.name ?? body.buyer?.name ?? body.guest?.name,
      items: cents(body.itemsPrice),
      shipping: cents(body.shippingPrice),
      tax: cents(body.taxPrice),
      total: cents(body.totalPrice),
      deliveredAt: momentOf(body.deliveredAt ?? null),
      lines: body.orderItems.map((line: { name: string; qty: number; price: number }) => ({
        name: line.name,
        qty: line.qty,
        price_cents: cents(line.price),
      })),
      ...(isOpen(order) ? {} : { state: body.state, paidAt: momentOf(body.paidAt ?? null) }),
    })
  }
  return orders
}

const cents = (dollars: number) => Math.round(dollars * 100)

/** Compares prices and counts, and searches each product. Goods that an unpaid order held may be back in stock. */
async function expectProducts(admin: Caller, old: OldShop): Promise<void> {
  for (const { id, name, sizes, is_draft } of old.products) {
    const { body } = await admin.get(`/api/products/${id}`)
    expect([id, body.name, body.isDraft]).toEqual([id, name, is_draft === 1])
    expect(body.sizes).toHaveLength(sizes.length)
    for (const [index, { price, countInStock }] of body.sizes.entries()) {
      const { price_cents, count_in_stock, held } = sizes[index]!
      expect([id, cents(price)]).toEqual([id, price_cents])
      // Coffee roasted to order has no stock.
      if (body.isRoastedToOrder) continue
      expect(countInStock, name).toBeGreaterThanOrEqual(count_in_stock)
      expect(countInStock, name).toBeLessThanOrEqual(count_in_stock + held)
    }
    const word = /\p{L}{4,}/u.exec(name)?.[0]
    if (is_draft || !word) continue
    const found = await admin.get(`/api/products/find?keyword=${encodeURIComponent(word)}`)
    expect([word, found.body.total > 0]).toEqual([word, true])
  }
}
