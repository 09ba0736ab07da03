import type { giftCards } from '#shared/api/gift-cards.ts'
import { cardFileOf } from '../gift-cards/card-file.ts'
import { cardOfOrder, readCardOf } from '../gift-cards/card-of-order.ts'
import type { Handlers } from '../http/serve.ts'
import { findOrder } from './orders.ts'
import { buyGiftCard } from './place-gift-card.ts'

/** The endpoints of gift cards that are about an order. */
export const giftCardOrderRoutes: Pick<Handlers<typeof giftCards>, 'buy' | 'ofOrder' | 'file'> = {
  buy: ({ shop, user, body, http }) => buyGiftCard(shop, user, body, http),
  ofOrder: async ({ shop, user, params }) => {
    const { id } = await findOrder(shop, user, params.id)
    return cardOfOrder(shop, id)
  },
  file: async ({ shop, user, params }) => {
    const { id } = await findOrder(shop, user, params.id)
    return cardFileOf(shop, await readCardOf(shop, id))
  },
}
