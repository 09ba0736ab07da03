import type { giftCardAdmin } from '#shared/checkout/api/gift-card-admin.ts'
import type { giftCards } from '#shared/checkout/api/gift-cards.ts'
import { suggestedAmounts } from '#shared/platform/settings/gift-cards.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { GIFT_CARDS } from '#server/platform/settings/groups.ts'
import { cardFileForStaff } from './card-file.ts'
import { adjustCard, disableCard, mailCardAgain, replaceCard, sellCard } from './change-cards.ts'
import { readBalance } from './find-card.ts'
import { listOwnCards } from './own-cards.ts'
import { listCards, readCardForStaff } from './read-cards.ts'

/** The endpoints of gift cards for visitors and accounts. Those of an order are in orders/gift-card-routes.ts. */
export const giftCardRoutes: Pick<Handlers<typeof giftCards>, 'offer' | 'balance' | 'mine'> = {
  offer: async ({ shop }) => {
    const settings = await currentSettings(shop, GIFT_CARDS)
    const { isOffered, least, most } = settings
    return { isOffered, least, most, amounts: suggestedAmounts(settings) }
  },
  mine: ({ shop, user }) => listOwnCards(shop, user),
  balance: ({ shop, body, http }) => readBalance(shop, http.device.ip, body.code),
}

/** The endpoints for staff. */
export const giftCardAdminRoutes: Handlers<typeof giftCardAdmin> = {
  list: ({ shop, user, query }) => listCards(shop, user, query),
  one: ({ shop, params }) => readCardForStaff(shop, params.id),
  create: ({ shop, user, body, http }) => sellCard(shop, user, body, http.idempotencyKey),
  file: ({ shop, user, params }) => cardFileForStaff(shop, user, params.id),
  adjust: ({ shop, user, params, body, http }) =>
    adjustCard(shop, user, params.id, body, http.idempotencyKey),
  replace: ({ shop, user, params, body }) => replaceCard(shop, user, params.id, body),
  disable: ({ shop, user, params, body }) => disableCard(shop, user, params.id, body),
  mail: ({ shop, user, params }) => mailCardAgain(shop, user, params.id),
}
