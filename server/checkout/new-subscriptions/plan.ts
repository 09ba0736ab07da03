/** What the owner has set about subscriptions, and the days of their deliveries. */
import { planner, type Planner } from '#shared/platform/subscriptions.ts'
import { calendarOf } from '#shared/platform/settings/shipping.ts'
import { scheduleOf } from '#server/roastery/delivery/schedule.ts'
import type { Shop } from '#server/platform/shop.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { SUBSCRIBING } from '#server/platform/settings/groups.ts'
import { partOf } from '#server/platform/settings/parts.ts'

/** The owner's settings of subscriptions. New ones are offered only while this part of the shop is on. */
export async function subscribingOf(shop: Pick<Shop, 'cached' | 'db' | 'config'>) {
  const settings = await currentSettings(shop, SUBSCRIBING)
  return { ...settings, isOffered: settings.isOffered && (await partOf(shop, 'subscriptions')) === 'on' }
}

/** The planner of deliveries for the current roast calendar, with all closures. */
export async function plannerOf(shop: Shop): Promise<Planner> {
  return planner(calendarOf(await scheduleOf(shop)))
}
