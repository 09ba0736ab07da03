/** The planner of deliveries for the current roast calendar, with all closures. */
import { planner, type Planner } from '#shared/platform/subscriptions.ts'
import { calendarOf } from '#shared/platform/settings/shipping.ts'
import { scheduleOf } from '#server/roastery/delivery/schedule.ts'
import type { Shop } from '#server/platform/shop.ts'

export async function plannerOf(shop: Shop): Promise<Planner> {
  return planner(calendarOf(await scheduleOf(shop)))
}
