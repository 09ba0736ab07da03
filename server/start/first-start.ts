/** What a new shop needs before it opens: the demo where it is wanted, and the first admin. */
import { seedDemo } from './seed/demo.ts'
import { seedHouse } from './seed/content.ts'
import type { Shop } from '../shop.ts'
import { ensureAdmin, type FirstAdmin } from '../users/first-admin.ts'

/**
 * Lays out what is missing; does nothing in a shop that has it. Only one instance may do this at a time.
 * @returns whether the demo catalogue was laid out just now, and how the first admin signs in where that is known
 */
export async function firstStart(shop: Shop): Promise<{ seeded: boolean; admin: FirstAdmin | null }> {
  const isDemo = shop.config.seed === 'demo'
  const seeded = isDemo && (await seedDemo(shop.db, shop.clock))
  if (isDemo) await seedHouse(shop.db, shop.clock)
  return { seeded, admin: await ensureAdmin(shop) }
}
