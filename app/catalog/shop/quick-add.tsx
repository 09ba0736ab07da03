import { useState } from 'react'
import { defaultGrind } from '#shared/platform/grinds.ts'
import { keyOf, useCart } from '#app/platform/cart/store.ts'
import type { Product } from '#shared/catalog/api/products.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './quick-add.module.css'

/** Adds one piece of a product to the cart from a list, in its first size and whole bean, and confirms it in place. */
export function QuickAdd({ product, title }: { product: Product; title: string }) {
  const { _id, category, sizes } = product
  const key = keyOf({ _id, sizeId: sizes[0]!.id, grind: defaultGrind(category) })
  const inCart = useCart().cartItems.find((item) => keyOf(item) === key)?.qty ?? 0
  const isFull = inCart >= product.countInStock
  const [isAdding, setAdding] = useState(false)
  if (product.countInStock === 0) return null
  const add = async () => {
    setAdding(true)
    // The pricing code is loaded only when it is needed, because most visitors of a list do not buy.
    const cart = await import('#app/platform/cart/cart.ts').catch(() => null)
    setAdding(false)
    if (cart === null) {
      // Browsers do not load code again after a failure, until the page is loaded again.
      toast.error(`No connection. ${title} is not in your cart yet. Reload the page and try again`)
      return
    }
    cart.addToCart(product, inCart + 1)
    announce(`${title} is in your cart: ${inCart + 1}`)
  }
  const label = inCart === 0 ? 'Add to cart' : isFull ? 'All in your cart' : 'Add another'
  return (
    <p className={`cluster ${styles.add}`}>
      <Button
        look="line"
        aria-disabled={isFull}
        busy={isAdding}
        onClick={() => void add()}
        aria-label={`${label}: ${title}`}
      >
        {label}
      </Button>
      {inCart === 0 ? null : <span className="italic lining">{inCart} in your cart</span>}
    </p>
  )
}
