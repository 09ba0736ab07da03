/** Vacation mode: whether it is on today, and whether the shop takes orders. */
import { formatDate } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { vacationDays, type VacationSettings } from '#shared/platform/settings/vacation.ts'
import { conflict } from '#server/kernel/errors.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { VACATION } from '#server/platform/settings/groups.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'

/** What visitors read while vacation mode is on: the owner's message, when it ends, and whether orders are paused. */
type VacationNotice = { message: string; text: string; isPaused: boolean }

/** The vacation of today, for visitors; null if there is none. */
export function vacationNotice(settings: VacationSettings, today: string): VacationNotice | null {
  const days = vacationDays(settings)
  if (!days || today < days.from || today > days.to) return null
  const last = formatDate(days.to, 'shortWeekday')
  const next = formatDate(addDays(days.to, 1), 'shortWeekday')
  const text = settings.isPaused
    ? `We are on vacation until ${last}, and take orders again on ${next}.`
    : `We are on vacation until ${last}. You can order now: we roast and ship after that.`
  return { message: settings.message, text, isPaused: settings.isPaused }
}

/** Throws 409 while a vacation pauses orders. */
export async function requireOrdersAccepted(shop: Shop): Promise<void> {
  const notice = vacationNotice(await currentSettings(shop, VACATION), nowAt(shop.clock).day)
  if (notice?.isPaused) throw conflict(notice.text, { code: 'paused' })
}
