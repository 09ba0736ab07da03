import { useEffect, useState, type RefObject } from 'react'
import type { Product } from '#shared/catalog/api/products.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { itemOf } from '#app/platform/cart/cart.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import styles from './buy-bar.module.css'
import { CartLink } from './buy-form.tsx'
import type { Buy } from './use-buy.ts'

/**
 * The price and a button to buy, at the bottom of a phone's screen while the form's own button is out of view. It is
 * the last element of the page, so it stays above the footer. Its space is reserved while it is hidden, so that nothing
 * moves.
 */
export function BuyBar({
  product,
  buy,
  button,
}: {
  product: Product
  buy: Buy
  button: RefObject<HTMLButtonElement | null>
}) {
  const isInView = useIsInView(button)
  if (buy.isSoldOut) return null
  const { added, size, quantity, grind } = buy
  const title = lineTitle(itemOf(product, quantity, { sizeId: size.id, grind }))
  return (
    <div className={styles.bar} data-hidden={isInView || undefined}>
      <p className={`grid may-shrink ${styles.what}`}>
        <strong className={`lining ${styles.price}`}>
          {buy.subscribing.choice ? 'up to ' : null}
          <Money dollars={size.price} />
        </strong>
        <span className={`nowrap ${styles.title}`}>
          {added ? <CartLink added={added.key} /> : quantity > 1 ? `${quantity} × ${title}` : title}
        </span>
      </p>
      <Button aria-label={`${buy.label}: ${title}`} onClick={buy.add}>
        {buy.label}
      </Button>
    </div>
  )
}

/** False until the page is hydrated. */
function useIsInView(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setInView(entry!.isIntersecting), {
      threshold: 0.9,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInView
}
