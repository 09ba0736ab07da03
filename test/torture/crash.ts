/** Runs a shop process that crashes at a named point. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CrashPoint } from '#server/crash-points.ts'
import { NoResponse } from './caller.ts'
import { startShop, type Place, type RunningShop } from './running-shop.ts'

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
export async function expectCrash(shop: RunningShop, point: CrashPoint): Promise<void> {
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
