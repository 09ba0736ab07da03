import type { giftCards } from '#shared/checkout/api/gift-cards.ts'
import { cardFileForStaff, cardFileOf } from '../gift-cards/card-file.ts'
import { cardOfOrder, readCardOf } from '../gift-cards/card-of-order.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { findOrder } from './orders.ts'
import { buyGiftCard } from './place/place-gift-card.ts'

/** The endpoints of gift cards that are about an order. A file that staff load for a customer is recorded. */
export const giftCardOrderRoutes: Pick<Handlers<typeof giftCards>, 'buy' | 'ofOrder' | 'file'> = {
  buy: ({ shop, user, body, http }) => buyGiftCard(shop, user, body, http),
  ofOrder: async ({ shop, user, params }) => {
    const { id } = await findOrder(shop, user, params.id)
    return cardOfOrder(shop, id)
  },
  file: async ({ shop, user, params }) => {
    const order = await findOrder(shop, user, params.id)
    const card = await readCardOf(shop, order.id)
    const isOwn = user._id === null || user._id === order.user_id
    return isOwn ? cardFileOf(shop, card) : cardFileForStaff(shop, user, card.id)
  },
}
