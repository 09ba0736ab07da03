import { useEffect } from 'react'
import { choosePickup, orderItemsOf, type Cart } from '../cart/cart.ts'
import { tooLargeText, usePickup } from './delivery-note.tsx'

/**
 * The pickup of a cart; null if the shop does not offer it, undefined until it is loaded. If the buyer has chosen
 * pickup and the shop no longer offers it, the cart changes to shipping. If the shop offers pickup but has no day for
 * it, the choice stays. A cart with a work that is not shipped changes to pickup.
 */
export function useOfferedPickup(cart: Cart): ReturnType<typeof usePickup> {
  const pickup = usePickup(cart.cartItems, orderItemsOf(cart))
  const isGone = cart.isPickup && pickup === null
  useEffect(() => {
    if (isGone) choosePickup(false)
  }, [isGone])
  const mustPickUp = !cart.isPickup && Boolean(pickup?.promise) && tooLargeText(cart.cartItems) !== null
  useEffect(() => {
    if (mustPickUp) choosePickup(true)
  }, [mustPickUp])
  return pickup
}
