/** A shop with wholesale accounts, as two instances on PostgreSQL and one on SQLite, whose clock can be moved. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { DAY, isoNow, newId, type Clock } from '#server/kernel/time/clock.ts'
import { openWholesale } from '../../shop.ts'
import { insert } from '../../table-rows.ts'
import type { Answer, Visitor } from '../../visitor.ts'
import * as accounts from '../../wholesale/site.ts'
import { freePorts } from '../behind-nginx.ts'
import { newBuyer, ownerAt } from '../buying.ts'
import { caller, type Caller } from '../caller.ts'
import { withDatabase } from '../consistency.ts'
import { staffOf, untilAnswered } from '../counter/site.ts'
import type { Place } from '../running-shop.ts'
import { startSharedSandboxes, type SharedSandboxes } from '../shared-sandboxes.ts'
import { killAll, MOVABLE_CLOCK, startAll, type Instance } from '../subscriptions/site.ts'

export type Site = accounts.Site & {
  place: Place
  instances: Instance[]
  sandboxes: SharedSandboxes
  sandboxFolder: string
  /** The cookie of the owner's session, which all instances know. */
  cookie: string
  /** How many days the clock is ahead. */
  days: number
}

const SECRETS_KEY = 'a key of a test that both instances have'
/** People who act at the same time. */
const AT_ONCE = 4
const COFFEES = 3

/** Creates the shop and its accounts, and starts all instances. */
export async function openSite(place: Place, count: number): Promise<Site> {
  const sandboxFolder = join(place.dataDir, 'sandboxes')
  const ports = await freePorts(place.databaseUrl ? 2 : 1)
  const origin = `http://127.0.0.1:${ports[0]}`
  const ahead = { days: 0 }
  const now = () => Date.now() + ahead.days * DAY
  const sandboxes = await startSharedSandboxes(sandboxFolder, origin, now)
  const instances = ports.map((port, index): Instance => {
    const env = {
      ...sandboxes.env,
      ...MOVABLE_CLOCK,
      PUBLIC_ORIGIN: origin,
      TRUST_PROXY: '127.0.0.1',
      SECRETS_KEY,
    }
    const dataDir = index === 0 ? place.dataDir : join(place.dataDir, `instance-${index + 1}`)
    return { dataDir, shop: null, env: { ...env, PORT: String(port) } }
  })
  const shop = { place, instances }
  await startAll(shop)
  const { cookie } = await ownerAt(instances[0]!.shop!.origin)
  const people: accounts.Person[] = []
  for (let index = 0; index < count; index++) people.push(await personAt(shop))
  await killAll(shop)
  const clock: Clock = { now: () => new Date(now()) }
  const site = await withDatabase(place, async (db) => {
    await openWholesale(db)
    return accounts.openSite({ db, clock }, people, await goodsOf(db, clock), {
      clock,
      random: Math.random,
      staff: patient(shop, staffOf({ cookie })),
      window: caller(`http://127.0.0.1:${sandboxes.windowPort}`),
      atOnce: AT_ONCE,
    })
  })
  await startAll(shop)
  return Object.defineProperty({ ...site, ...shop, sandboxes, sandboxFolder, cookie, days: 0 }, 'days', {
    get: () => ahead.days,
    set: (days: number) => {
      ahead.days = days
    },
  })
}

async function personAt(shop: Pick<Site, 'instances'>): Promise<accounts.Person> {
  const buyer = await newBuyer(shop.instances[0]!.shop!.origin)
  const { body } = await buyer.get('/api/users/profile')
  return { id: body._id, email: body.email, visitor: patient(shop, buyer) }
}

/** Coffees that are about to be roasted to order, and something else with enough stock for a year. */
async function goodsOf(db: Db, clock: Clock) {
  const sizes = await db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['product_id as product', 'grams', 'category'])
    .whereRef('product_sizes.id', '=', 'products.id')
    .where('is_roasted_to_order', '=', 0)
    .orderBy('products.id')
    .execute()
  const coffees = sizes.flatMap(({ category, product, grams }) =>
    category === COFFEE_BEANS && grams !== null ? [{ product, grams }] : [],
  )
  const other = sizes.find(({ category }) => category !== COFFEE_BEANS)!.product
  const qty = 1_000_000
  await db
    .updateTable('product_sizes')
    .set((eb) => ({ count_in_stock: eb('count_in_stock', '+', qty) }))
    .where('id', '=', other)
    .execute()
  const move = { id: newId(clock), size_id: other, order_id: null, qty, at: isoNow(clock) }
  await insert(db, 'stock_moves', { ...move, reason: 'edit' })
  return { coffees: coffees.slice(0, COFFEES), other }
}

/** Sends each request to any instance that runs, until it is answered, also if the database was too slow on a busy machine. */
function patient(shop: Pick<Site, 'instances'>, who: Caller): Visitor {
  const until = async (send: () => Promise<Answer>) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await untilAnswered(shop, who, send)
      if (answer.status !== 503 || !TOO_SLOW.test(answer.text) || attempt === MOST_ATTEMPTS) return answer
      await pause(250)
    }
  }
  return {
    cookie: who.cookie,
    get: (...ask) => until(() => who.get(...ask)),
    post: (...ask) => until(() => who.post(...ask)),
    put: (...ask) => until(() => who.put(...ask)),
    delete: (...ask) => until(() => who.delete(...ask)),
  }
}

/** The answer of server/platform/http/error-replies.ts if the database did not answer. */
const TOO_SLOW = /The shop cannot (show|save) this right now/
const MOST_ATTEMPTS = 5
