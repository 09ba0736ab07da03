/** What the owner has set about subscriptions, and the days of their deliveries. */
import { planner, type Planner } from '#shared/platform/subscriptions.ts'
import { calendarOf } from '#shared/platform/settings/shipping.ts'
import { scheduleOf } from '#server/roastery/delivery/schedule.ts'
import type { Shop } from '#server/platform/shop.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { SUBSCRIBING } from '#server/platform/settings/groups.ts'

/** The owner's settings of subscriptions. */
export function subscribingOf(shop: Pick<Shop, 'cached' | 'db' | 'config'>) {
  return currentSettings(shop, SUBSCRIBING)
}

/** The planner of deliveries for the current roast calendar, with all closures. */
export async function plannerOf(shop: Shop): Promise<Planner> {
  return planner(calendarOf(await scheduleOf(shop)))
}
