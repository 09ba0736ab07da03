/** A shop with many subscriptions, as one instance or two, with sandboxes that a kill of the shop does not end. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readAhead } from '#server/backoffice/rehearsal/rehearsal.ts'
import { newId } from '#server/kernel/time/clock.ts'
import { SUBSCRIBING_DEFAULTS } from '#shared/platform/settings/subscribing.ts'
import { addSubscriptions, coffeeSizes, dayIn } from '../../many-subscriptions.ts'
import { freePorts } from '../behind-nginx.ts'
import { ownerAt, Unexpected } from '../buying.ts'
import { caller, NoResponse, type Caller } from '../caller.ts'
import { withDatabase } from '../consistency.ts'
import { startShop, type Place, type RunningShop } from '../running-shop.ts'
import { startSharedSandboxes, type SharedSandboxes } from '../shared-sandboxes.ts'
import { insert } from '../../table-rows.ts'

export type Instance = {
  dataDir: string
  env: Record<string, string>
  /** Null while it is down. */
  shop: RunningShop | null
}

export type Site = {
  place: Place
  instances: Instance[]
  sandboxes: SharedSandboxes
  sandboxFolder: string
  /** The cookie of the owner's session, which all instances know. */
  cookie: string
  subscriptions: string[]
  /** Subscriptions that were skipped, paused, resumed or canceled by a request. */
  changed: Set<string>
  /** How many days the clock is ahead. */
  days: number
  /** One sentence per violation. */
  wrong: string[]
  done: { kills: number; crashes: number; outages: number; missedDays: number; changes: number }
}

export type Instances = Pick<Site, 'place' | 'instances'>

const HOOK = pathToFileURL(join(import.meta.dirname, 'changed-constants.ts')).href
/** The environment of a shop whose clock can be moved, although it shares its sandboxes. */
export const MOVABLE_CLOCK = { NODE_OPTIONS: `--import=${HOOK}`, RUN_SOURCES: '1' }
const DAY_MS = 86_400_000
/** The first deliveries are on days 10 to 37, so the mails before the first charges are sent in time. */
const FIRST_DAYS = { from: 10, spread: 28 }
/** `large` is more than a year needs. The size with `scarce` stock sells out, and gets new stock. */
const STOCK = { large: 10_000_000, scarce: 0.4 }
const SIZES = 6
/** Most people take a box every four to eight weeks. */
const FREQUENCIES = [1, 2, 3, 4, 4, 4, 6, 6, 6, 6, 8, 8, 8, 8, 8, 8] as const

/** Creates the shop and its subscriptions, and starts all instances. */
export async function openSite(place: Place, subscriptions: number): Promise<Site> {
  const sandboxFolder = join(place.dataDir, 'sandboxes')
  const count = place.databaseUrl ? 2 : 1
  const ports = await freePorts(count)
  const origin = `http://127.0.0.1:${ports[0]}`
  await createShop(place)
  const ids = await withDatabase(place, async (db) => {
    const sizes = await coffeeSizes(db, SIZES)
    const at = new Date().toISOString()
    for (const [index, { id }] of sizes.entries()) {
      const qty = index === sizes.length - 1 ? Math.ceil(subscriptions * STOCK.scarce) : STOCK.large
      await db
        .updateTable('product_sizes')
        .set((eb) => ({ count_in_stock: eb('count_in_stock', '+', qty) }))
        .where('id', '=', id)
        .execute()
      const move = { id: newId({ now: () => new Date() }), size_id: id, order_id: null, qty, at }
      await insert(db, 'stock_moves', { ...move, reason: 'edit' })
    }
    return addSubscriptions(db, sizes, {
      count: subscriptions,
      nextOn,
      sandboxFolder,
      weeks: FREQUENCIES,
    })
  })
  const clock = { ahead: 0 }
  const sandboxes = await startSharedSandboxes(sandboxFolder, origin, () => Date.now() + clock.ahead)
  const instances = ports.map((port, index): Instance => {
    const env = { ...sandboxes.env, PUBLIC_ORIGIN: origin, TRUST_PROXY: '127.0.0.1', PORT: String(port) }
    const dataDir = index === 0 ? place.dataDir : join(place.dataDir, `instance-${index + 1}`)
    return { dataDir, shop: null, env: { ...env, ...MOVABLE_CLOCK } }
  })
  const site: Site = {
    place,
    instances,
    sandboxes,
    sandboxFolder,
    cookie: '',
    subscriptions: ids,
    changed: new Set(),
    get days() {
      return clock.ahead / DAY_MS
    },
    set days(days: number) {
      clock.ahead = days * DAY_MS
    },
    wrong: [],
    done: { kills: 0, crashes: 0, outages: 0, missedDays: 0, changes: 0 },
  }
  await startAll(site)
  site.cookie = (await ownerAt(site.instances[0]!.shop!.origin)).cookie
  return site
}

const nextOn = (index: number) => dayIn(FIRST_DAYS.from + (index % FIRST_DAYS.spread))

/** Creates the tables and the catalog, and offers subscriptions. */
async function createShop(place: Place): Promise<void> {
  const shop = await startShop(place)
  try {
    const owner = await ownerAt(shop.origin)
    const { body } = await owner.get('/api/settings/subscribing')
    const offer = { ...SUBSCRIBING_DEFAULTS, isOffered: true, version: body.version }
    const saved = await owner.put('/api/settings/subscribing', offer)
    if (saved.status !== 200) throw new Unexpected('Offering subscriptions', saved)
  } finally {
    await shop.kill()
  }
}

/** Starts the instances that are down. */
export async function startAll(site: Instances): Promise<void> {
  for (const each of site.instances) {
    if (each.shop?.isRunning()) continue
    each.shop = await startShop(placeOf(site, each), each.env)
  }
}

/** Starts an instance that is down, and lets it crash at a named point, now or during its next work. */
export async function startCrashing(site: Site, instance: Instance, point: string): Promise<void> {
  instance.shop = await startShop(placeOf(site, instance), { ...instance.env, CRASH_AT: point }).catch(
    // It can crash before it is ready.
    () => null,
  )
}

export async function killOne(instance: Instance): Promise<void> {
  await instance.shop?.kill()
  instance.shop = null
}

export async function killAll({ instances }: Instances): Promise<void> {
  await Promise.all(instances.map(killOne))
}

/** The owner at a running instance. */
export function ownerOf({ cookie }: Pick<Site, 'cookie'>, { shop }: Instance): Caller {
  return Object.assign(caller(shop!.origin), { cookie })
}

/** Moves the clock a day at one instance, which then does the work of the day. */
export async function moveDay(
  site: Pick<Site, 'cookie' | 'days' | 'wrong'>,
  instance: Instance,
): Promise<void> {
  if (!instance.shop) return
  const from = site.days
  site.days = from + 1
  try {
    const answer = await ownerOf(site, instance).post('/api/rehearsal/moves', { days: 1, from })
    // Another instance has not stored its move yet.
    if (answer.status !== 200 && answer.status !== 409 && answer.status !== 503)
      throw new Unexpected('Moving the clock', answer)
  } catch (error) {
    if (!(error instanceof NoResponse)) site.wrong.push(String(error))
  }
}

/** The stored time; all instances may be down. */
export async function storedDays({ place }: Pick<Site, 'place'>): Promise<number> {
  return Math.round((await withDatabase(place, readAhead)) / DAY_MS)
}

/** Moves the stored clock while the shop is down, as if it had been down for days. */
export async function missDays(site: Site, days: number): Promise<void> {
  const ahead = (await storedDays(site)) + days
  await withDatabase(site.place, (db) =>
    db
      .insertInto('shop_facts')
      .values({ key: 'clock ahead', value: String(ahead * DAY_MS) })
      .onConflict((taken) => taken.column('key').doUpdateSet({ value: String(ahead * DAY_MS) }))
      .execute(),
  )
  site.days = ahead
}

function placeOf({ place }: Instances, { dataDir }: Instance): Place {
  return { dataDir, databaseUrl: place.databaseUrl }
}
