import type { settings } from '#shared/api/settings.ts'
import type { Handlers } from '../http/serve.ts'
import { readSettings, saveSettings, SHIPPING } from './settings.ts'

export const settingsRoutes: Handlers<typeof settings> = {
  shipping: ({ shop }) => readSettings(shop.db, SHIPPING),
  saveShipping: ({ shop, user, body }) => saveSettings(shop, user, SHIPPING, body),
}
