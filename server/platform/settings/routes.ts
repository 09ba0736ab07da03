import type { roastingSettings } from '#shared/platform/api/roasting-settings.ts'
import type { settings } from '#shared/platform/api/settings.ts'
import { SITE_PAGES } from '#shared/platform/site-pages/pages.ts'
import type { Handlers } from '../http/serve.ts'
import {
  ACCOUNTING,
  ANNOUNCEMENT,
  BUSINESS,
  GIFT_CARDS,
  GRINDING,
  HOURS,
  PARCELS,
  SELLING,
  SHIPPING,
  ROASTING,
  SUBSCRIBING,
  VACATION,
} from './groups.ts'
import { saveSettings, settingsIn } from './settings.ts'

/** All but the second factor of staff, which is in server/people/factors/routes.ts. */
export const settingsRoutes: Omit<Handlers<typeof settings>, 'signIn' | 'saveSignIn'> = {
  shipping: ({ shop }) => settingsIn(shop, SHIPPING),
  saveShipping: ({ shop, user, body }) => saveSettings(shop, user, SHIPPING, body),
  grinding: ({ shop }) => settingsIn(shop, GRINDING),
  saveGrinding: async ({ shop, user, body }) => {
    const saved = await saveSettings(shop, user, GRINDING, body)
    // Every coffee has the list.
    shop.changed({ tag: 'Product' })
    return saved
  },
  giftCards: ({ shop }) => settingsIn(shop, GIFT_CARDS),
  saveGiftCards: ({ shop, user, body }) => saveSettings(shop, user, GIFT_CARDS, body),
  business: ({ shop }) => settingsIn(shop, BUSINESS),
  saveBusiness: async ({ shop, user, body }) => {
    const saved = await saveSettings(shop, user, BUSINESS, body)
    // The texts of all pages may contain the details.
    for (const id of Object.keys(SITE_PAGES)) shop.changed({ tag: 'Page', id })
    return saved
  },
  hours: ({ shop }) => settingsIn(shop, HOURS),
  saveHours: ({ shop, user, body }) => saveSettings(shop, user, HOURS, body),
  announcement: ({ shop }) => settingsIn(shop, ANNOUNCEMENT),
  saveAnnouncement: ({ shop, user, body }) => saveSettings(shop, user, ANNOUNCEMENT, body),
  vacation: ({ shop }) => settingsIn(shop, VACATION),
  saveVacation: ({ shop, user, body }) => saveSettings(shop, user, VACATION, body),
  selling: ({ shop }) => settingsIn(shop, SELLING),
  saveSelling: ({ shop, user, body }) => saveSettings(shop, user, SELLING, body),
  subscribing: ({ shop }) => settingsIn(shop, SUBSCRIBING),
  saveSubscribing: ({ shop, user, body }) => saveSettings(shop, user, SUBSCRIBING, body),
  parcels: ({ shop }) => settingsIn(shop, PARCELS),
  saveParcels: ({ shop, user, body }) => saveSettings(shop, user, PARCELS, body),
  accounting: ({ shop }) => settingsIn(shop, ACCOUNTING),
  saveAccounting: ({ shop, user, body }) => saveSettings(shop, user, ACCOUNTING, body),
}

export const roastingSettingRoutes: Handlers<typeof roastingSettings> = {
  one: ({ shop }) => settingsIn(shop, ROASTING),
  save: ({ shop, user, body }) => saveSettings(shop, user, ROASTING, body),
}
