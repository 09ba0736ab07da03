import type { settings } from '#shared/api/settings.ts'
import type { Handlers } from '../http/serve.ts'
import { ACCOUNTING, GRINDING, readSettings, saveSettings, SHIPPING } from './settings.ts'

export const settingsRoutes: Handlers<typeof settings> = {
  shipping: ({ shop }) => readSettings(shop.db, SHIPPING),
  saveShipping: ({ shop, user, body }) => saveSettings(shop, user, SHIPPING, body),
  grinding: ({ shop }) => readSettings(shop.db, GRINDING),
  saveGrinding: async ({ shop, user, body }) => {
    const saved = await saveSettings(shop, user, GRINDING, body)
    // Every coffee has the list.
    shop.changed({ tag: 'Product' })
    return saved
  },
  accounting: ({ shop }) => readSettings(shop.db, ACCOUNTING),
  saveAccounting: ({ shop, user, body }) => saveSettings(shop, user, ACCOUNTING, body),
}
