import { currentSettings } from '#server/platform/settings/current.ts'
import { ROASTING } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { daysAfter, nowAt } from '#server/kernel/time/shop-days.ts'

/**
 * The first day of roasting of coffee that is fresh enough for orders of `day`; if `day` has passed, for orders of today.
 * Coffee that was roasted today is always fresh enough: the work of a day can be done before it.
 */
export async function freshFrom(shop: Shop, day: string): Promise<string> {
  const { freshDays } = await currentSettings(shop, ROASTING)
  const today = nowAt(shop.clock).day
  const oldest = daysAfter(day > today ? day : today, -freshDays)
  return oldest > today ? today : oldest
}
