/** Runs a shop process that crashes at a named point. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { CrashPoint } from '#server/kernel/crash-points.ts'
import { NoResponse, type Caller } from './caller.ts'
import { startShop, type Place, type RunningShop } from './running-shop.ts'

/** A shop that crashes again and again. It runs on from the check after a crash until the next crash. */
export type Site = {
  place: Place
  /** Additional environment variables of every start. */
  env: Record<string, string>
  /** Calls the running shop. */
  buyer: Caller
  bag: string
  /** Seconds from each start after a crash until everything was finished. */
  recoveredAfter: number[]
  running: RunningShop | null
}

/** Runs `visit` at the running shop; starts it if it does not run. */
export async function withSite<T>(site: Site, visit: (shop: RunningShop) => Promise<T>): Promise<T> {
  if (!site.running?.isRunning()) {
    site.running = await startShop(site.place, { ...site.env, CRASH_AT: fileOf(site) })
    site.buyer.origin = site.running.origin
  }
  return visit(site.running)
}

/** Runs `visit`, in which the shop must crash at `point`. */
export async function crashing<T>(
  site: Site,
  point: CrashPoint,
  visit: (shop: RunningShop) => Promise<T>,
): Promise<T> {
  return withSite(site, async (shop) => {
    await writeFile(fileOf(site), point)
    try {
      const seen = await visit(shop)
      await expectCrash(shop, point)
      return seen
    } finally {
      await stopSite(site)
    }
  })
}

/** Kills the shop if it runs. */
export async function stopSite(site: Site): Promise<void> {
  await rm(fileOf(site), { force: true })
  await site.running?.kill()
  site.running = null
}

/** The file in which the shop reads at which point to crash. */
const fileOf = ({ place }: Site) => join(place.dataDir, 'crash-at')

/** Within this time after a start (seconds), everything that a crash interrupted must be finished. */
export const RECOVERY_LIMIT_S = 60

/** Starts the shop, runs `visit`, and kills the shop. */
export async function withShop<T>(
  place: Place,
  env: Record<string, string>,
  visit: (shop: RunningShop) => Promise<T>,
): Promise<T> {
  const shop = await startShop(place, env)
  try {
    return await visit(shop)
  } finally {
    await shop.kill()
  }
}

/** Waits until the shop crashes. Throws after ten seconds. */
async function expectCrash(shop: RunningShop, point: CrashPoint): Promise<void> {
  const signal = await Promise.race([shop.exited, pause(10_000, 'still running', { ref: false })])
  if (signal !== 'SIGKILL') throw new Error(`The shop did not crash at ${point}: ${signal}`)
}

/** Repeats `work` until the shop does not respond. Any other error is added to `wrong`. */
export async function repeatUntilKilled(wrong: string[], work: () => Promise<unknown>): Promise<void> {
  try {
    for (;;) await work()
  } catch (error) {
    if (!(error instanceof NoResponse)) wrong.push((error as Error).stack ?? String(error))
  }
}

export function expectNoResponse(error: unknown): void {
  if (!(error instanceof NoResponse)) throw error
}
