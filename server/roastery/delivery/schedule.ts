/**
 * When the shop roasts, packs and opens: the roast calendar with all closures, and the opening hours. Closures come from
 * the roast calendar itself, from the special days of the opening hours, and from vacation mode.
 */
import type { Place } from '#shared/platform/business.ts'
import { type BarHours, closuresOf, type SpecialDay } from '#shared/platform/hours.ts'
import { barHoursOf } from '#shared/platform/settings/hours.ts'
import { readClosure, type ShippingSettings } from '#shared/platform/settings/shipping.ts'
import { vacationDays, type VacationSettings } from '#shared/platform/settings/vacation.ts'
import { businessOf, currentSettings } from '#server/platform/settings/current.ts'
import { HOURS, SHIPPING, VACATION } from '#server/platform/settings/groups.ts'
import { partsOf, roasts } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { conflict } from '#server/kernel/errors.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'

/**
 * `closures` has all days on which the shop neither roasts nor packs. `pickup`: whether new orders may be picked up. It is false
 * unless that part of the shop is on.
 */
export type Schedule = ShippingSettings & { bar: BarHours; place: Place; roasts: boolean }

export async function scheduleOf(shop: Shop): Promise<Schedule> {
  const shipping = await currentSettings(shop, SHIPPING)
  const vacation = await currentSettings(shop, VACATION)
  const own = await ownHours(shop)
  const { place } = await businessOf(shop)
  const days = vacationDays(vacation)
  const closed = [...closuresOf(own.special), ...(days ? [days] : [])]
  const closures = [...shipping.closures, ...closed.map(({ from, to }) => `${from} to ${to}`)]
  const parts = await partsOf(shop)
  const pickup = shipping.pickup && parts.pickup === 'on'
  const bar = withVacation(own, vacation)
  return { ...shipping, pickup, closures, bar, place, roasts: parts.roastery === 'on' }
}

/** The opening hours of the bar, closed during a vacation if the owner closes the bar too. */
export async function barOf(shop: Shop): Promise<BarHours> {
  const own = await ownHours(shop)
  return withVacation(own, await currentSettings(shop, VACATION))
}

/** The saved hours, with the closures of the roast calendar, on which the bar is closed too. */
async function ownHours(shop: Shop): Promise<BarHours> {
  const saved = barHoursOf(await currentSettings(shop, HOURS))
  const { closures } = await currentSettings(shop, SHIPPING)
  const closed = closures.flatMap((text) => {
    const days = readClosure(text)
    return days ? [{ ...days, hours: [], reason: '' }] : []
  })
  return { week: saved.week, special: [...saved.special, ...closed] }
}

/** The vacation comes first, because it replaces the special days within it. */
function withVacation(bar: BarHours, vacation: VacationSettings): BarHours {
  const days = vacation.isBarClosed ? vacationDays(vacation) : null
  if (!days) return bar
  const closed: SpecialDay = { ...days, hours: [], reason: 'Vacation' }
  return { week: bar.week, special: [closed, ...bar.special] }
}

/** What visitors read while vacation mode is on: the owner's message, when it ends, and whether orders are paused. */
type VacationNotice = { message: string; text: string; isPaused: boolean }

/** The vacation of today, for visitors; null if there is none. */
export function vacationNotice(
  settings: VacationSettings,
  { today, isRoasted }: { today: string; isRoasted: boolean },
): VacationNotice | null {
  const days = vacationDays(settings)
  if (!days || today < days.from || today > days.to) return null
  const last = formatDate(days.to, 'shortWeekday')
  const next = formatDate(addDays(days.to, 1), 'shortWeekday')
  const text = settings.isPaused
    ? `We are on vacation until ${last}, and take orders again on ${next}.`
    : `We are on vacation until ${last}. You can order now: we ${isRoasted ? 'roast and ship' : 'ship'} after that.`
  return { message: settings.message, text, isPaused: settings.isPaused }
}

/** Throws 409 while a vacation pauses orders. */
export async function requireOrdersAccepted(shop: Shop): Promise<void> {
  const notice = vacationNotice(await currentSettings(shop, VACATION), {
    today: nowAt(shop.clock).day,
    isRoasted: await roasts(shop),
  })
  if (notice?.isPaused) throw conflict(notice.text, { code: 'paused' })
}
