/**
 * Two and three instances of a shop behind nginx, on one PostgreSQL database. Each trial checks what instances must agree
 * on: the last bag is sold once, sessions and rate limits are shared, and a change shows at every instance.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openBehindNginx, type Cluster } from './behind-nginx.ts'
import { newBuyer, ownerAt, restock, saveProduct, Unexpected } from './buying.ts'
import { caller, type Caller } from './caller.ts'
import { withDatabase } from './consistency.ts'
import { newAddress } from './limits/instances.ts'
import { orderBody } from '../purchase.ts'
import { violations } from '../invariants.ts'
import { makePlace } from './places.ts'
import type { Place } from './running-shop.ts'
import type { Database, Result } from './table.ts'

const COUNTS = [2, 3]
const BUYERS = 12
/** Wrong passwords for one account that all instances together accept, from any addresses. */
const GUESSES = 15
/** A change shows at the other instances after at most this many milliseconds: with a message, and without one. */
const SHOWN_WITHIN = { message: 1000, expiry: 5000 }

type Plan = { database: Database; count: number; postgres: string | null }
type Site = {
  cluster: Cluster
  place: Place
  origins: string[]
  slowestMs: Record<'message' | 'expiry', number>
}

/** @param count trials with two instances, and as many with three */
export async function instanceResults({ database, count, postgres }: Plan): Promise<Result[]> {
  if (postgres === null) return []
  const results: Result[] = []
  for (const instances of COUNTS) {
    const start = performance.now()
    const { wrong, note } = await instanceCampaign(postgres, instances, count)
    const seconds = (performance.now() - start) / 1000
    results.push({
      campaign: `${instances} instances`,
      database,
      trials: count,
      violations: wrong,
      seconds,
      note,
    })
  }
  return results
}

async function instanceCampaign(postgres: string, instances: number, trials: number) {
  const place = await makePlace(postgres)
  const cluster = await openBehindNginx({
    count: instances,
    databaseUrl: place.databaseUrl!,
    env: { SEED: 'catalogue', RATE_LIMITS: 'on' },
  })
  const origins = cluster.instances.map(({ shop }) => shop.origin)
  const site: Site = { cluster, place, origins, slowestMs: { message: 0, expiry: 0 } }
  const wrong: string[] = []
  try {
    for (let trial = 0; trial < trials; trial++) {
      wrong.push(...(await lastBag(site)), ...(await sharedSessions(site)), ...(await sharedLimits(site)))
      wrong.push(...(await shownEverywhere(site, 'message')), ...(await shownEverywhere(site, 'expiry')))
    }
    wrong.push(...(await withDatabase(place, violations)))
    const { message, expiry } = site.slowestMs
    const note = `a change showed everywhere within ${Math.round(message)} ms, without a message within ${Math.round(expiry)} ms`
    return { wrong, note }
  } finally {
    await cluster.close()
    await place.remove()
  }
}

/** A client of one instance. */
function at(origin: string): Caller {
  return caller(origin, { 'x-forwarded-for': newAddress() })
}

/** Buyers at all instances order the last bag at the same time. One gets it; the others are told that it is sold out. */
async function lastBag({ cluster, origins }: Site): Promise<string[]> {
  const [bag = ''] = await restock(cluster.origin, [1])
  const buyers = await Promise.all(
    Array.from({ length: BUYERS }, async (_, index) => {
      const origin = origins[index % origins.length]!
      const buyer = await newBuyer(origin, { 'x-forwarded-for': newAddress() })
      return { buyer, body: await orderBody(buyer, [{ _id: bag, qty: 1 }]) }
    }),
  )
  const answers = await Promise.all(buyers.map(({ buyer, body }) => buyer.post('/api/orders', body)))
  const sold = answers.filter(({ status }) => status === 201).length
  const refused = answers.filter(({ status, body }) => status === 409 && body.code === 'stock').length
  if (sold === 1 && refused === BUYERS - 1) return []
  const statuses = answers.map(({ status, text }) => `${status} ${text.slice(0, 80)}`).join('; ')
  return [`The last bag was sold ${sold} times and refused ${refused} times: ${statuses}`]
}

/** A session that starts at one instance is valid at all instances. After it ends at another one, it is valid at none. */
async function sharedSessions({ origins }: Site): Promise<string[]> {
  const buyer = await newBuyer(origins[0]!, { 'x-forwarded-for': newAddress() })
  const statuses = async () =>
    Promise.all(
      origins.map(
        async (origin) =>
          (await Object.assign(at(origin), { cookie: buyer.cookie }).get('/api/users/profile')).status,
      ),
    )
  const signedIn = await statuses()
  const other = Object.assign(at(origins.at(-1)!), { cookie: buyer.cookie })
  const out = await other.post('/api/users/logout')
  if (out.status !== 200) throw new Unexpected('Signing out', out)
  const signedOut = await statuses()
  return [
    ...(signedIn.every((status) => status === 200)
      ? []
      : [`A new session is not valid everywhere: ${signedIn.join(' ')}`]),
    ...(signedOut.every((status) => status === 401)
      ? []
      : [`An ended session is still valid: ${signedOut.join(' ')}`]),
  ]
}

/** All instances together accept as many wrong passwords as one would. */
async function sharedLimits({ origins }: Site): Promise<string[]> {
  const email = `${randomBytes(8).toString('hex')}@example.com`
  const statuses = await Promise.all(
    Array.from({ length: 3 * GUESSES }, async (_, index) => {
      const guess = { email, password: 'not this one' }
      return (await at(origins[index % origins.length]!).post('/api/users/auth', guess)).status
    }),
  )
  const accepted = statuses.filter((status) => status === 401).length
  const refused = statuses.filter((status) => status === 429).length
  return accepted === GUESSES && refused === statuses.length - GUESSES
    ? []
    : [`${accepted} wrong passwords were accepted instead of ${GUESSES}, and ${refused} refused`]
}

/**
 * Renames a product and reads its page and data at every instance until all show the name. `message` saves it at the
 * first instance, which notifies the others. `expiry` changes the row directly, as if every message was lost.
 */
async function shownEverywhere(site: Site, how: 'message' | 'expiry'): Promise<string[]> {
  const { origins, place, slowestMs } = site
  const owner = await ownerAt(origins[0]!)
  const { body } = await owner.get('/api/products')
  const product = body.products[0]
  const paths = [`/api/products/${product._id}`, `/product/${product._id}`, '/api/products']
  const reads = origins.flatMap((origin) => paths.map((path) => ({ origin, path })))
  await Promise.all(reads.map(({ origin, path }) => at(origin).get(path)))
  const name = `Renamed ${randomBytes(6).toString('hex')}`
  if (how === 'expiry') await renameSilently(place, product._id, name)
  else await saveProduct(owner, product, { name })
  const changed = performance.now()
  const stale = await Promise.all(
    reads.map(async (read) => ({ ...read, ms: await staleFor(read, name, changed) })),
  )
  slowestMs[how] = Math.max(slowestMs[how], ...stale.map(({ ms }) => ms))
  return stale
    .filter(({ ms }) => ms > SHOWN_WITHIN[how])
    .map(
      ({ path, ms }) => `${path} was stale at an instance for ${Math.round(ms)} ms after a change (${how})`,
    )
}

async function renameSilently({ databaseUrl }: Place, id: string, name: string): Promise<void> {
  const client = new pg.Client(databaseUrl!)
  await client.connect()
  await client.query('update products set name = $1 where id = $2', [name, id])
  await client.end()
}

/** Milliseconds from the change to the last request whose response did not show it; 0 if every response did. */
async function staleFor(
  { origin, path }: { origin: string; path: string },
  name: string,
  changed: number,
): Promise<number> {
  for (let staleMs = 0; ; await pause(20)) {
    const sent = performance.now()
    const { text } = await at(origin).get(path)
    if (text.includes(name) || sent - changed > 4 * SHOWN_WITHIN.expiry) return staleMs
    staleMs = sent - changed
  }
}
