import type { config, Announcement, CurrentBusiness } from '#shared/site/api/config.ts'
import { playerUrl, playlistUrl } from '#shared/kernel/playlist.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { currentMusic, businessOf, currentSettings, sellingOf } from '#server/platform/settings/current.ts'
import { passwordRule } from '#server/platform/sessions/passwords.ts'
import { addDays } from '#shared/kernel/days.ts'
import { upcoming } from '#shared/platform/hours.ts'
import type { AnnouncementSettings } from '#shared/platform/settings/announcement.ts'
import { excludedOf, taxRuleOf } from '#shared/platform/settings/selling.ts'
import { allDepartments } from '#server/content/departments/departments.ts'
import { barOf, vacationNotice } from '#server/roastery/delivery/schedule.ts'
import { ANNOUNCEMENT, RETURNS, ROASTING, VACATION } from '#server/platform/settings/groups.ts'
import { openPartsOf, roasts } from '#server/platform/settings/parts.ts'
import { payMethodsOf } from '#server/platform/settings/pay-methods.ts'
import { openNow } from '#server/platform/settings/open-now.ts'
import { utcOf, nowAt, startOf } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'

export const configRoutes: Handlers<typeof config> = {
  paypal: async ({ shop }) => ({
    ...shop.providers.payments.browser,
    methods: await payMethodsOf(shop),
    merchantName: (await businessOf(shop)).name,
    sandbox: shop.providers.payments.mode === 'sandbox',
  }),
  passwords: async ({ shop: { config: settings } }) => passwordRule(settings.passwordMin),
  business: ({ shop }) => currentBusiness(shop),
  music: async ({ shop }) => {
    const music = await currentMusic(shop)
    return {
      playlist: {
        player: playerUrl(music.playlist, music.embedBase),
        link: music.mode === 'sandbox' ? null : playlistUrl(music.playlist),
        load: music.load,
        sandbox: music.mode === 'sandbox',
      },
    }
  },
}

/** Days ahead for which special days are published. */
const AHEAD = 365

async function currentBusiness(shop: Shop): Promise<CurrentBusiness> {
  const { day: today } = nowAt(shop.clock)
  const bar = await barOf(shop)
  const { until: changes, ...open } = openNow(bar, shop.clock.now())
  const selling = await sellingOf(shop)
  const departments = await shop.cached('Product', allDepartments)
  const announced = await currentSettings(shop, ANNOUNCEMENT)
  const now = shop.clock.now().toISOString()
  const ends = [changes, ...momentsOf(announced), startOf(addDays(today, 1))].filter((each) => each > now)
  return {
    ...(await businessOf(shop)),
    hours: {
      week: structuredClone(bar.week) as CurrentBusiness['hours']['week'],
      special: structuredClone(upcoming(bar.special, today, AHEAD)) as CurrentBusiness['hours']['special'],
    },
    open,
    today,
    announcement: announcementAt(announced, now),
    vacation: vacationNotice(await currentSettings(shop, VACATION), { today, isRoasted: await roasts(shop) }),
    tax: taxRuleOf(selling),
    excluded: excludedOf(selling),
    returns: await currentSettings(shop, RETURNS),
    inPounds: (await currentSettings(shop, ROASTING)).inPounds,
    departments: departments.map(({ slug, name }) => ({ slug, name })),
    parts: await openPartsOf(shop),
    until: ends.toSorted()[0]!,
  }
}

/** The moments at which an announcement begins and ends. */
function momentsOf({ from, until }: AnnouncementSettings): string[] {
  return [from, until].filter(Boolean).map(toMoment)
}

function toMoment(dayTime: string): string {
  return utcOf({ day: dayTime.slice(0, 10), time: dayTime.slice(11) })
}

/** The announcement that is shown at a moment; null if there is none. */
function announcementAt(saved: AnnouncementSettings & { version: number }, now: string): Announcement | null {
  const { text, link, linkText, from, until, version } = saved
  if (text === '' || (from && toMoment(from) > now) || (until && toMoment(until) <= now)) return null
  return { _id: String(version), text, link, linkText }
}
