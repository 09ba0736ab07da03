/** The planner of deliveries for the current roast calendar, with all closures. */
import { planner, type Planner } from '#shared/subscriptions.ts'
import { calendarOf } from '#shared/resources/shipping.ts'
import { scheduleOf } from '../delivery/schedule.ts'
import type { Shop } from '../shop.ts'

export async function plannerOf(shop: Shop): Promise<Planner> {
  return planner(calendarOf(await scheduleOf(shop)))
}
