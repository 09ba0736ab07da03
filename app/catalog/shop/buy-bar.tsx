import { useEffect, useState, type RefObject } from 'react'
import type { Product } from '#shared/catalog/api/products.ts'
import { lineTitle, variantText } from '#shared/kernel/sizes.ts'
import { itemOf } from '#app/platform/cart/cart.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import bottomBar from './bottom-bar.module.css'
import styles from './buy-bar.module.css'
import { CartLink } from './buy-form.tsx'
import { CHECKOUT } from './checkout-link.tsx'
import type { Buy } from './use-buy.ts'

/**
 * The price and a button to buy, at the bottom of a phone's screen while the form's own button is out of view. Its space
 * is reserved while it is hidden, so that nothing moves.
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
  // The name is above on the page; here it would be cut off.
  const choice = variantText({ size: size.label, grind }) || product.name
  return (
    <div className={`${bottomBar.bar} ${styles.bar}`} data-hidden={isInView || undefined}>
      {added ? <Added of={added} /> : null}
      <p className={`grid may-shrink ${bottomBar.what}`}>
        <strong className={`lining ${bottomBar.price}`}>
          {buy.subscribing.choice ? 'up to ' : null}
          <Money dollars={size.price} />
        </strong>
        <span className={`nowrap ${styles.title}`}>{quantity > 1 ? `${quantity} × ${choice}` : choice}</span>
      </p>
      <Button look={added ? 'line' : 'solid'} aria-label={`${buy.label}: ${title}`} onClick={buy.add}>
        {buy.label}
      </Button>
    </div>
  )
}

/** The ways on, above the button that was pressed: it stays where it is, and a second press adds again. */
function Added({ of: { key, qty } }: { of: NonNullable<Buy['added']> }) {
  return (
    <div className={styles.added}>
      <p className={`grid may-shrink ${bottomBar.what}`}>
        <em className="lining">{qty} in your cart</em>
        <CartLink added={key} />
      </p>
      <ButtonLink to={CHECKOUT}>Check out</ButtonLink>
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
