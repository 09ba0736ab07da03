import { useState } from 'react'
import type { Product, ProductSize } from '#shared/catalog/api/products.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { usePriceRules } from '#app/platform/cart/price-rules.ts'
import { addToCart, itemOf, keyOf, type Choice } from '#app/platform/cart/cart.ts'
import { announce } from '#app/platform/ui/live-region.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { quantities } from './quantities.ts'
import { useGrind } from './use-grind.ts'
import { useSubscribing } from './use-subscribing.ts'

export type Buy = ReturnType<typeof useBuy>

/** The visitor's choices for buying a product. The form, and the bar at the bottom of phones, share them. */
export function useBuy(product: Product) {
  usePriceRules()
  const [chosenId, chooseSize] = useState('')
  const [added, setAdded] = useState<{ key: string; qty: number } | null>(null)
  const [qty, setQty] = useState(1)
  const [grind, setGrind] = useGrind(product.grinds)
  const size = sizeToShow(product, chosenId)
  const offered = quantities(size.countInStock)
  // The stock may have decreased after the quantity was chosen.
  const quantity = Math.min(qty, offered.length)
  const subscribing = useSubscribing(product)
  const choice = { sizeId: size.id, grind, subscribe: subscribing.chosen }
  const put = (coffee: Product, of: Choice) => {
    const key = addToCart(coffee, quantity, of)
    announce(`${lineTitle(itemOf(coffee, quantity, of))} is in your cart`)
    setAdded({ key, qty: quantity })
  }
  return {
    /** The chosen size, at the subscriber's price if a subscription is chosen. */
    size: { ...size, price: subscribing.priceOf(size.price) },
    /** The price of a piece of this size without a subscription, in dollars. */
    listPrice: size.price,
    chooseSize,
    grind,
    setGrind,
    offered,
    quantity,
    setQty,
    subscribing,
    /** The text of the button. */
    label: subscribing.chosen ? 'Subscribe' : 'Add to cart',
    isSoldOut: size.countInStock === 0,
    /** Whether the visitor chose more pieces than are in stock. */
    isTooMuch: qty > offered.length,
    /** The key of the line in the cart, and how many pieces were just added; null if none. */
    added: added && (added.key === keyOf(itemOf(product, 1, choice)) || subscribing.choice) ? added : null,
    add: () => {
      const first = subscribing.firstBox()
      if (!first) put(product, choice)
      else
        void first.then(
          (coffee) => put(coffee, { grind, subscribe: subscribing.chosen }),
          (error: Error) => toast.error(error.message),
        )
    },
  }
}

/** The chosen size; the first size in stock until the visitor chooses. */
function sizeToShow({ sizes }: Product, chosenId: string): ProductSize {
  const isChosen = ({ id }: ProductSize) => id === chosenId
  return sizes.find(isChosen) ?? sizes.find(({ countInStock }) => countInStock > 0) ?? sizes[0]!
}
