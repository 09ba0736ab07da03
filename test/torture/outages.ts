/** Shops under orders whose database fails or falls silent; what must hold afterwards. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Postgres } from '../postgres.ts'
import { wrongInBooks, withDatabase } from './books.ts'
import { restock } from './buying.ts'
import { freeze, makeTrouble, TROUBLES, type SilentProxy, type Trouble } from './postgres-trouble.ts'
import type { RunningShop } from './running-shop.ts'
import { startTrade, type Trade } from './steady-orders.ts'

/** Shops that are open on one database. */
export type Site = {
  /** What buyers call: nginx's origin, or that of the only shop. */
  origin: string
  shops: RunningShop[]
  databaseUrl: string
  /** Where PayPal's journal is kept. */
  folder: string
  /** How long payments that an outage interrupted are waited for at the end; null for not at all. */
  capturedWithinMs: number | null
  /** How long buyers are watched after the recovery, for refusals that come late. */
  watchedMs: number
}

export type Found = { violations: string[]; note: string }

const BUYERS = 6
const DOWN_MS = 500
/** After the database accepts connections again. */
const RECOVERS_WITHIN_MS = { failed: 5000, silent: 15_000 }

/** The database fails so many times, each time in the next way. */
export async function failingDatabase(
  site: Site,
  server: Postgres,
  times: number,
  troubles: readonly Trouble[] = TROUBLES,
): Promise<Found> {
  return underOrders(site, RECOVERS_WITHIN_MS.failed, async (trial) => {
    for (let time = 0; time < times; time++) {
      const trouble = troubles[time % troubles.length]!
      await trial(trouble, () => makeTrouble(server, trouble, DOWN_MS))
    }
  })
}

/** The database falls silent so many times: by turns the server stands still, and the way to it goes dead. */
export async function silentDatabase(
  site: Site,
  { server, proxy }: { server: Postgres; proxy: SilentProxy },
  { times, silentMs }: { times: number; silentMs: number },
): Promise<Found> {
  return underOrders(site, RECOVERS_WITHIN_MS.silent, async (trial) => {
    for (let time = 0; time < times; time++) {
      if (time % 2 === 0) {
        await trial('dead connections', async () => {
          proxy.silence()
          await pause(silentMs)
          proxy.restore()
        })
      } else {
        await trial('a server that stands still', async () => {
          const goOn = await freeze(server)
          await pause(silentMs)
          goOn()
        })
      }
    }
  })
}

/** Runs one trial: makes the trouble, and measures how long buyers are refused after it is over. */
type Trial = (name: string, trouble: () => Promise<void>) => Promise<void>

async function underOrders(
  site: Site,
  recoversWithinMs: number,
  run: (trial: Trial) => Promise<void>,
): Promise<Found> {
  const bags = await restock(site.origin, [100_000, 100_000])
  const trade = await startTrade(site.origin, bags, BUYERS)
  const violations: string[] = []
  const recoveries: number[] = []
  const trial: Trial = async (name, trouble) => {
    if (dead(site.shops).length > 0) return
    await trouble()
    const over = performance.now()
    await Promise.race([trade.untilAllBought(), ...site.shops.map(({ died }) => died)]).catch(
      (error: Error) => violations.push(`After ${name}: ${error.message}`),
    )
    await pause(site.watchedMs)
    const recovered = Math.max(0, trade.lastRefusedAt() - over)
    recoveries.push(recovered)
    if (recovered > recoversWithinMs)
      violations.push(`After ${name} buyers were refused for ${Math.round(recovered)} ms more`)
  }
  await trade.untilAllBought()
  await run(trial)
  await trade.finish(site.capturedWithinMs)
  violations.push(...dead(site.shops), ...new Set(trade.wrong))
  await Promise.all(site.shops.map((shop) => shop.kill()))
  const place = { dataDir: site.folder, databaseUrl: site.databaseUrl }
  violations.push(...(await wrongInBooks(place)), ...(await untold(place, trade)))
  return { violations, note: summary(trade, recoveries) }
}

function dead(shops: RunningShop[]): string[] {
  return shops.flatMap((shop) => (shop.isRunning() ? [] : [`A process died:\n${shop.said()}`]))
}

/** An order that is in the books twice, or that nobody was told of. */
async function untold(place: Parameters<typeof withDatabase>[0], trade: Trade): Promise<string[]> {
  const rows = await withDatabase(place, (db) => db.selectFrom('orders').select('id').execute())
  const told = trade.orders()
  return rows.length === told ? [] : [`${rows.length} orders are in the books, and ${told} were acknowledged`]
}

function summary(trade: Trade, recoveries: number[]): string {
  const slowest = (Math.max(...recoveries) / 1000).toFixed(1)
  return `${trade.orders()} orders acknowledged, ${trade.refusals()} calls refused with 503, slowest recovery ${slowest} s`
}
