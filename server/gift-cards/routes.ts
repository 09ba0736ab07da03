import type { giftCards } from '#shared/api/gift-cards.ts'
import { suggestedAmounts } from '#shared/resources/gift-cards.ts'
import type { Handlers } from '../http/serve.ts'
import { currentSettings } from '../settings/current.ts'
import { GIFT_CARDS } from '../settings/groups.ts'
import { readBalance } from './find-card.ts'

/** The public endpoints of gift cards. Those of an order are in orders/gift-card-routes.ts. */
export const giftCardRoutes: Pick<Handlers<typeof giftCards>, 'offer' | 'balance'> = {
  offer: async ({ shop }) => {
    const settings = await currentSettings(shop, GIFT_CARDS)
    const { isOffered, least, most } = settings
    return { isOffered, least, most, amounts: suggestedAmounts(settings) }
  },
  balance: ({ shop, body, http }) => readBalance(shop, http.device.ip, body.code),
}
