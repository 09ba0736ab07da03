/** One life of a shop that is to end at a named point. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CrashPoint } from '#server/crash-points.ts'
import { NoAnswer } from './caller.ts'
import { startShop, type Place, type RunningShop } from './running-shop.ts'

/** So many seconds after a start nothing of before is open any more. */
export const REST_WITHIN = 60

/** Starts the shop for as long as `visit` takes. */
export async function atShop<T>(
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

export async function deathOf(shop: RunningShop, point: CrashPoint): Promise<void> {
  const signal = await Promise.race([shop.died, pause(10_000, 'alive', { ref: false })])
  if (signal !== 'SIGKILL') throw new Error(`The shop did not die at ${point}: ${signal}`)
}

/** Does the same again and again until nobody answers any more. Anything else that ends it is written down as wrong. */
export async function untilDeath(wrong: string[], work: () => Promise<unknown>): Promise<void> {
  try {
    for (;;) await work()
  } catch (error) {
    if (!(error instanceof NoAnswer)) wrong.push((error as Error).stack ?? String(error))
  }
}

export function expectNoAnswer(error: unknown): void {
  if (!(error instanceof NoAnswer)) throw error
}
