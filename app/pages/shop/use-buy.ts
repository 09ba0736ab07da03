import { useState } from 'react'
import type { Product, ProductSize } from '#shared/api/products.ts'
import { lineTitle } from '#shared/sizes.ts'
import { usePriceRules } from '../../cart/price-rules.ts'
import { addToCart, itemOf, keyOf } from '../../cart/cart.ts'
import { announce } from '../../ui/live-region.tsx'
import { quantities } from './quantities.ts'
import { useGrind } from './use-grind.ts'

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
  const choice = { sizeId: size.id, grind }
  return {
    size,
    chooseSize,
    grind,
    setGrind,
    offered,
    quantity,
    setQty,
    isSoldOut: size.countInStock === 0,
    /** Whether the visitor chose more pieces than are in stock. */
    isTooMuch: qty > offered.length,
    /** The key of the line in the cart, and how many pieces were just added; null if none. */
    added: added?.key === keyOf(itemOf(product, 1, choice)) ? added : null,
    add: () => {
      const key = addToCart(product, quantity, choice)
      announce(`${lineTitle(itemOf(product, quantity, choice))} is in your cart`)
      setAdded({ key, qty: quantity })
    },
  }
}

/** The chosen size; before the choice, the first one in stock. */
function sizeToShow({ sizes }: Product, chosenId: string): ProductSize {
  const isChosen = ({ id }: ProductSize) => id === chosenId
  return sizes.find(isChosen) ?? sizes.find(({ countInStock }) => countInStock > 0) ?? sizes[0]!
}
