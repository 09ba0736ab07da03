import type { Handlers } from '../http/serve.ts'
import { namedPairs } from '#shared/platform/api/pairs.ts'
import type { roastingSettings, settings } from '#shared/platform/api/settings.ts'
import type { EditOf, Fields } from '#shared/platform/resources/described.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import type { Shop } from '../shop.ts'
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
import { saveSettings, settingsIn, type Group } from './settings.ts'

type Save<F extends Fields> = { shop: Shop; user: SignedIn; body: EditOf<F> & { version: number } }

function handlersOf<F extends Fields, Id extends string>(group: Group<F, Id>) {
  return {
    one: ({ shop }: { shop: Shop }) => settingsIn(shop, group),
    save: ({ shop, user, body }: Save<F>) => saveSettings(shop, user, group, body),
  }
}

/** All but the second factor of staff, which is in server/people/routes.ts. */
export const settingsRoutes: Omit<Handlers<typeof settings>, 'signIn' | 'saveSignIn'> = namedPairs({
  shipping: handlersOf(SHIPPING),
  grinding: handlersOf(GRINDING),
  giftCards: handlersOf(GIFT_CARDS),
  business: handlersOf(BUSINESS),
  hours: handlersOf(HOURS),
  announcement: handlersOf(ANNOUNCEMENT),
  vacation: handlersOf(VACATION),
  selling: handlersOf(SELLING),
  subscribing: handlersOf(SUBSCRIBING),
  parcels: handlersOf(PARCELS),
  accounting: handlersOf(ACCOUNTING),
})

export const roastingSettingRoutes: Handlers<typeof roastingSettings> = handlersOf(ROASTING)
