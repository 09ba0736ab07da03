import { useEffect, useRef, useState } from 'react'
import { goodsNote } from '#shared/catalog/goods-note.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDollars, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { lineVariant } from '#shared/kernel/sizes.ts'
import { countOf, keyOf, type Cart, type CartItem } from '#app/platform/cart/cart.ts'
import { linePrice } from '#app/platform/cart/code.ts'
import { DiscountCode } from '#app/platform/orders/discount-code.tsx'
import { Totals } from '#app/platform/orders/totals.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import type { TypedFields } from '#app/platform/ui/typed-fields.ts'
import { GiftCardField } from './gift-card-field.tsx'
import { paidByCards, useGiftCards } from './gift-cards.ts'
import styles from './order-summary.module.css'
import { totalsOf } from './totals.ts'

type SummaryProps = {
  cart: Cart
  /** The fields for codes, whose texts a press on a way to pay applies. */
  fields: TypedFields
  /** Whether a payment is open, so that nothing can be changed. */
  isBusy: boolean
}

/** The order: its lines, the codes and the totals. On phones it is a bar at the bottom with the total, which opens the rest. */
export function OrderSummary({ cart, fields, isBusy }: SummaryProps) {
  const [isOpen, setOpen] = useState(false)
  const totals = totalsOf(cart)
  const cards = useGiftCards()
  const isSoFar = totals.shippingPrice === null
  const giftCardPrice = isSoFar ? 0 : paidByCards(cards, totals.totalPrice)
  const due = toDollars(toCents(totals.totalPrice) - toCents(giftCardPrice))
  useAnnounced(
    `${isSoFar ? 'Total so far' : giftCardPrice > 0 ? 'Left to pay' : 'Total'} ${formatDollars(due)}.`,
  )
  return (
    <aside className={styles.aside} aria-label="Your order" data-open={isOpen || undefined}>
      <button
        type="button"
        className={`flex wraps apart gap-0-2 align-middle ${styles.bar}`}
        aria-expanded={isOpen}
        aria-controls="order-summary"
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.barText}>Your order, {counted(countOf(cart), 'piece')}</span>
        <span className={styles.barSum}>
          {isSoFar ? <em>so far </em> : null}
          <Money dollars={due} />
        </span>
      </button>
      <div id="order-summary" className={`stack-3 ${styles.summary}`} inert={isBusy}>
        <h2 className="size-h3">Your order</h2>
        <ul className="stack-2">
          {cart.cartItems.map((item) => (
            <Line key={keyOf(item)} item={item} />
          ))}
        </ul>
        <div>
          <DiscountCode cart={cart} beside={fields} />
          <GiftCardField beside={fields} />
        </div>
        <Totals {...totals} giftCardPrice={giftCardPrice} />
        <p className={styles.change}>
          <ButtonLink look="quiet" to="/cart">
            Change the cart
          </ButtonLink>
        </p>
      </div>
    </aside>
  )
}

function Line({ item }: { item: CartItem }) {
  const variant = [lineVariant(item), goodsNote(item)].filter(Boolean).join(', ')
  return (
    <li className={styles.line}>
      <FramedPicture of={item.pictures.image} sizes="4rem" alt="" />
      <div className="may-shrink">
        <p className={`break-words ${styles.lineName}`}>{item.name}</p>
        <p className="soft small lining">
          {variant ? `${item.qty} × ${variant}` : counted(item.qty, 'piece')}
        </p>
      </div>
      <p className="figures">
        <Money dollars={toDollars(linePrice(item))} />
      </p>
    </li>
  )
}

/** Announces a text when it changes, after what the change itself announces. */
function useAnnounced(text: string): void {
  const before = useRef(text)
  useEffect(() => {
    if (before.current === text) return
    before.current = text
    const timer = setTimeout(() => announce(text), 1000)
    return () => clearTimeout(timer)
  }, [text])
}
