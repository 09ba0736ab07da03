/** One life of a shop that is to end at a named point. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CrashPoint } from '#server/crash.ts'
import { NoAnswer } from './caller.ts'
import { startShop, type Place, type RunningShop } from './running-shop.ts'

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

export function expectNoAnswer(error: unknown): void {
  if (!(error instanceof NoAnswer)) throw error
}
