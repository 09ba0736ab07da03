/** Runs shops that process orders while their database fails or stops responding, and then checks the stored orders. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Postgres } from '../postgres.ts'
import { inconsistencies, withDatabase } from './consistency.ts'
import { restock } from './buying.ts'
import { freeze, causeFailure, FAILURES, type SilentProxy, type Failure } from './postgres-failures.ts'
import type { RunningShop } from './running-shop.ts'
import { startOrders, type OrderLoad } from './order-load.ts'

/** The running shop processes that share one database. */
export type Site = {
  /** The origin that buyers use: nginx, or the shop if there is only one. */
  origin: string
  shops: RunningShop[]
  databaseUrl: string
  /** The folder with PayPal's journal. */
  folder: string
  /** How long to wait at the end for payments that an outage interrupted; null to not wait. */
  capturedWithinMs: number | null
  /** How long to continue after the recovery, to detect late refusals. */
  watchedMs: number
}

export type Found = { violations: string[]; note: string }

const BUYERS = 6
const DOWN_MS = 500
/** Limits after the database accepts connections again. */
const RECOVERS_WITHIN_MS = { failed: 5000, silent: 15_000 }

/** Makes the database fail `times` times, with each of `failures` in turn. */
export async function failingDatabase(
  site: Site,
  server: Postgres,
  times: number,
  failures: readonly Failure[] = FAILURES,
): Promise<Found> {
  return underOrders(site, RECOVERS_WITHIN_MS.failed, async (trial) => {
    for (let time = 0; time < times; time++) {
      const failure = failures[time % failures.length]!
      await trial(failure, () => causeFailure(server, failure, DOWN_MS))
    }
  })
}

/** Makes the database stop responding `times` times: dead connections and a stopped server process, in turn. */
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
        await trial('a stopped server', async () => {
          const resume = await freeze(server)
          await pause(silentMs)
          resume()
        })
      }
    }
  })
}

/** Runs one trial: causes the failure, and measures how long buyers are refused after its end. */
type Trial = (name: string, failure: () => Promise<void>) => Promise<void>

async function underOrders(
  site: Site,
  recoversWithinMs: number,
  run: (trial: Trial) => Promise<void>,
): Promise<Found> {
  const bags = await restock(site.origin, [100_000, 100_000])
  const load = await startOrders(site.origin, bags, BUYERS)
  const violations: string[] = []
  const recoveries: number[] = []
  const trial: Trial = async (name, failure) => {
    if (crashedShops(site.shops).length > 0) return
    await failure()
    const end = performance.now()
    await Promise.race([load.untilAllBought(), ...site.shops.map(({ exited }) => exited)]).catch(
      (error: Error) => violations.push(`After ${name}: ${error.message}`),
    )
    await pause(site.watchedMs)
    const recovered = Math.max(0, load.lastRefusedAt() - end)
    recoveries.push(recovered)
    if (recovered > recoversWithinMs)
      violations.push(`After ${name}, buyers were refused for another ${Math.round(recovered)} ms`)
  }
  await load.untilAllBought()
  await run(trial)
  await load.finish(site.capturedWithinMs)
  violations.push(...crashedShops(site.shops), ...new Set(load.wrong))
  await Promise.all(site.shops.map((shop) => shop.kill()))
  const place = { dataDir: site.folder, databaseUrl: site.databaseUrl }
  violations.push(...(await inconsistencies(place)), ...(await unacknowledged(place, load)))
  return { violations, note: summary(load, recoveries) }
}

function crashedShops(shops: RunningShop[]): string[] {
  return shops.flatMap((shop) => (shop.isRunning() ? [] : [`A process exited:\n${shop.output()}`]))
}

/** Reports a difference between the number of stored orders and the number of acknowledged orders. */
async function unacknowledged(place: Parameters<typeof withDatabase>[0], load: OrderLoad): Promise<string[]> {
  const rows = await withDatabase(place, (db) => db.selectFrom('orders').select('id').execute())
  const count = load.orders()
  return rows.length === count ? [] : [`${rows.length} orders are stored, but ${count} were acknowledged`]
}

function summary(load: OrderLoad, recoveries: number[]): string {
  const slowest = (Math.max(...recoveries) / 1000).toFixed(1)
  return `${load.orders()} orders acknowledged, ${load.refusals()} calls refused with 503, slowest recovery ${slowest} s`
}
