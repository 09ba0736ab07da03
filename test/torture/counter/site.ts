/** A shop with a counter, as two instances on PostgreSQL and one on SQLite, and calls that survive its kills. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../../visitor.ts'
import { freePorts } from '../behind-nginx.ts'
import { ownerAt, restock, Unexpected } from '../buying.ts'
import { caller, NoResponse, type Caller } from '../caller.ts'
import type { Place } from '../running-shop.ts'
import { startSharedSandboxes, type SharedSandboxes } from '../shared-sandboxes.ts'
import { killAll, startAll, type Instance } from '../subscriptions/site.ts'

export type Site = {
  place: Place
  instances: Instance[]
  sandboxes: SharedSandboxes
  sandboxFolder: string
  /** PayPal's window. */
  window: Caller
  /** The cookie of the owner's session, which all instances know. */
  cookie: string
  bags: string[]
  /** Whether staff and buyers finish what they do, and begin nothing new. */
  isEvening: boolean
  /** The replies of the shop to those who closed a day, by the day. */
  closed: Map<string, Answer['body']>
  /** The ids of everything that was acknowledged: orders, and gift cards that were sold. */
  sold: Set<string>
  /** One sentence per violation. */
  wrong: string[]
  done: Record<string, number>
}

const SECRETS_KEY = 'a key of a test that both instances have'
/** Short enough that unpaid orders expire within a campaign. */
const HOLD_MINUTES = '0.1'
/** Two bags that do not sell out, and one that does. */
const STOCK = [100_000, 100_000, 60]

/** Creates the shop, which does not run afterwards. */
export async function openSite(place: Place): Promise<Site> {
  const sandboxFolder = join(place.dataDir, 'sandboxes')
  const ports = await freePorts(place.databaseUrl ? 2 : 1)
  const origin = `http://127.0.0.1:${ports[0]}`
  const sandboxes = await startSharedSandboxes(sandboxFolder, origin)
  const instances = ports.map((port, index): Instance => {
    // Without it, each data folder has a key of its own, and an instance cannot read the gift cards of another.
    const env = { ...sandboxes.env, PUBLIC_ORIGIN: origin, TRUST_PROXY: '127.0.0.1', SECRETS_KEY }
    const dataDir = index === 0 ? place.dataDir : join(place.dataDir, `instance-${index + 1}`)
    return { dataDir, shop: null, env: { ...env, PORT: String(port) } }
  })
  await startAll({ place, instances })
  const owner = await ownerAt(instances[0]!.shop!.origin)
  const { body } = await owner.get('/api/settings/selling')
  const saved = await owner.put('/api/settings/selling', { ...body, fixed: undefined, roundsCash: true })
  if (saved.status !== 200) throw new Unexpected('Rounding cash', saved)
  const bags = await restock(owner.origin, STOCK)
  await killAll({ place, instances })
  // Only now, because the settings show no part of a minute.
  for (const { env } of instances) env.HOLD_MINUTES = HOLD_MINUTES
  return {
    place,
    instances,
    sandboxes,
    sandboxFolder,
    window: caller(`http://127.0.0.1:${sandboxes.windowPort}`),
    cookie: owner.cookie,
    bags,
    isEvening: false,
    closed: new Map(),
    sold: new Set(),
    wrong: [],
    done: {},
  }
}

export function staffOf({ cookie }: Pick<Site, 'cookie'>): Caller {
  return Object.assign(caller(''), { cookie })
}

/** Repeats the step at any running instance until none is killed in the middle. */
export async function untilAnswered<T>(
  site: Pick<Site, 'instances'>,
  who: Caller,
  step: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const running = site.instances.flatMap(({ shop }) => (shop?.isRunning() ? [shop.origin] : []))
    who.origin = running[Math.floor(Math.random() * running.length)] ?? ''
    try {
      if (who.origin) return await step()
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
    }
    await pause(20)
  }
}

/** Counts something for the note of the result. */
export function count({ done }: Site, what: string): void {
  done[what] = (done[what] ?? 0) + 1
}
