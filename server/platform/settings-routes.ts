import type { Handlers } from './http/serve.ts'
import { namedPairs } from '#shared/platform/api/pairs.ts'
import type { roastingSettings, settings } from '#shared/platform/api/settings.ts'
import type { EditOf, Fields } from '#shared/platform/resources/described.ts'
import type { SignedIn } from './sessions/sessions.ts'
import type { Shop } from './shop.ts'
import {
  ACCOUNTING,
  ANNOUNCEMENT,
  BUSINESS,
  GIFT_CARDS,
  GRINDING,
  HOURS,
  INVOICING,
  PARCELS,
  RETURNS,
  SELLING,
  SHIPPING,
  ROASTING,
  SUBSCRIBING,
  VACATION,
  WAYS_TO_PAY,
  WHOLESALE,
  WHOLESALE_TERMS,
} from './settings/groups.ts'
import { waysToPayOf } from './settings/pay-methods.ts'
import { saveSettings, settingsIn, type Group } from './settings/settings.ts'

type Save<F extends Fields> = { shop: Shop; user: SignedIn; body: EditOf<F> & { version: number } }

/** @param groupIn the group, for one whose defaults depend on the shop */
function handlersOf<F extends Fields, Id extends string>(
  group: Group<F, Id>,
  groupIn: (shop: Shop) => Group<F, Id> = () => group,
) {
  return {
    one: ({ shop }: { shop: Shop }) => settingsIn(shop, groupIn(shop)),
    save: ({ shop, user, body }: Save<F>) => saveSettings(shop, user, groupIn(shop), body),
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
  returns: handlersOf(RETURNS),
  subscribing: handlersOf(SUBSCRIBING),
  parcels: handlersOf(PARCELS),
  accounting: handlersOf(ACCOUNTING),
  invoicing: handlersOf(INVOICING),
  wholesale: handlersOf(WHOLESALE),
  wholesaleTerms: handlersOf(WHOLESALE_TERMS),
  payMethods: handlersOf(WAYS_TO_PAY, waysToPayOf),
})

export const roastingSettingRoutes: Handlers<typeof roastingSettings> = handlersOf(ROASTING)
