/** The days of the deliveries of subscriptions. */
import { planner, type Planner } from '#shared/platform/subscriptions.ts'
import { calendarOf } from '#shared/platform/settings/shipping.ts'
import { scheduleOf } from '#server/roastery/delivery/schedule.ts'
import type { Shop } from '#server/platform/shop.ts'

/** The planner of deliveries for the current roast calendar, with all closures. */
export async function plannerOf(shop: Shop): Promise<Planner> {
  return planner(calendarOf(await scheduleOf(shop)))
}
