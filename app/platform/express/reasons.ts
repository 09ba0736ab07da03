/** Why a cart has no express buttons: the checkout asks for something that no wallet asks for. */
import { loadDraft } from '../session/drafts.ts'
import { getDeliveryDetails } from '../cart/delivery-details.ts'
import type { Cart } from '../cart/cart.ts'

/** A sentence for the buyer; null if the cart can be bought with an express button. */
export function whyNoExpress({ cartItems, isPickup }: Cart): string | null {
  if (cartItems.some(({ subscribe }) => subscribe))
    return 'Express buttons are not for subscriptions: the checkout shows their terms.'
  if (isPickup || cartItems.some(({ isPickupOnly }) => isPickupOnly))
    return 'Express buttons are not for pickup: you choose it at the checkout.'
  if (getDeliveryDetails().giftNote !== null)
    return 'Express buttons are not for gifts: the checkout sends your gift note.'
  if (hasGiftCards()) return 'Express buttons do not take gift cards: the checkout does.'
  return null
}

/** Whether the buyer has chosen gift cards at the checkout (app/checkout/checkout/gift-cards.ts). */
function hasGiftCards(): boolean {
  const text = loadDraft('gift cards')
  return text !== null && text !== '' && text !== '[]'
}
