import { useEffect } from 'react'
import { choosePickup, orderItemsOf, type Cart } from '../cart/cart.ts'
import { usePickup } from './delivery-note.tsx'

/**
 * The pickup of a cart; null if the shop does not offer it, undefined until it is loaded. If the buyer had chosen pickup
 * and the shop offers it no more, the cart changes to shipping. While the shop only has no day for it, the choice stays.
 */
export function useOfferedPickup(cart: Cart): ReturnType<typeof usePickup> {
  const pickup = usePickup(cart.cartItems, orderItemsOf(cart))
  const isGone = cart.isPickup && pickup === null
  useEffect(() => {
    if (isGone) choosePickup(false)
  }, [isGone])
  return pickup
}
