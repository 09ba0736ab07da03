import { Link } from 'react-router'
import { materialOrArtist } from '#shared/catalog/material-or-artist.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDollars, toDollars } from '#shared/kernel/pricing.ts'
import { lineTitle, lineVariant } from '#shared/kernel/sizes.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { TASTE_NAMES, frequencyText, nameOfChoice } from '#shared/platform/subscriptions.ts'
import {
  countOf,
  getCart,
  keyOf,
  removeFromCart,
  setQty,
  type CartItem,
  type CartSubscription,
} from '#app/platform/cart/cart.ts'
import { cartSubtotal, linePrice } from '#app/platform/cart/code.ts'
import { focusHeading } from '#app/platform/layout/focus-heading.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Select } from '#app/platform/ui/field.tsx'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { useRoasts } from '#app/platform/api/business.ts'
import styles from './cart.module.css'
import { titleOf } from './product-card.tsx'
import { quantities } from './quantities.ts'

/** One line of the cart. The notices say what has changed since the product was added. */
export function CartLine({ item, isNew, notices }: { item: CartItem; isNew: boolean; notices: string[] }) {
  const { title, place } = titleOf(item)
  const soldOut = item.countInStock === 0
  const variant = [lineVariant(item), materialOrArtist(item)].filter(Boolean).join(', ')
  return (
    <li className={`grid rule-soft ${styles.line}`}>
      <FramedPicture
        of={item.pictures.image}
        sizes="6rem"
        alt=""
        className={styles.picture}
        style={{ viewTransitionName: isNew ? 'product-picture' : undefined }}
      />
      <h2 className={styles.name}>
        <Link to={productPath(item)}>
          {title}
          {place ? <span> {place}</span> : null}
        </Link>
      </h2>
      {notices.length > 0 ? (
        <p className={`italic lining ${styles.notice}`}>
          {variant ? `${variant}: ` : null}
          {notices.join('; ')}
        </p>
      ) : (
        <p className={`soft lining ${styles.each}`}>
          <Money dollars={toDollars(linePrice({ ...item, qty: 1 }))} />
          {variant ? `, ${variant}` : null}
          {item.subscribe ? <Frequency item={item} subscribe={item.subscribe} /> : null}
        </p>
      )}
      <div className={`cluster above-1 ${styles.howMany}`}>
        {soldOut ? <p className="italic">Sold out</p> : <QtySelect item={item} />}
        <Button look="quiet" aria-label={`Remove ${lineTitle(item)}`} onClick={() => remove(item)}>
          Remove
        </Button>
      </div>
      <p className={styles.sum}>
        <Money dollars={toDollars(linePrice(item))} />
      </p>
    </li>
  )
}

/** How often the line is delivered, and the coffee in the first box of roaster's choice. */
function Frequency({ item, subscribe }: { item: CartItem; subscribe: CartSubscription }) {
  const { weeks, taste, percent } = subscribe
  const roasts = useRoasts()
  const off = percent > 0 ? `, ${percent}% off ${formatDollars(item.price)}` : ''
  const choice = taste
    ? `. ${nameOfChoice(roasts)}, ${TASTE_NAMES[taste].toLowerCase()}: this is your first coffee`
    : ''
  return (
    <>
      <br />
      {frequencyText(weeks)}
      {off}
      {choice}
    </>
  )
}

function QtySelect({ item }: { item: CartItem }) {
  return (
    <Select
      className={styles.qty}
      aria-label={`Quantity of ${lineTitle(item)}`}
      value={item.qty}
      onChange={({ target }) => change(item, Number(target.value))}
    >
      {quantities(item.countInStock, item.qty).map((number) => (
        <option key={number}>{number}</option>
      ))}
    </Select>
  )
}

function change(item: CartItem, qty: number): void {
  setQty(keyOf(item), qty)
  announce(`${qty} × ${lineTitle(item)}. ${subtotal()}`)
}

function remove(item: CartItem): void {
  removeFromCart(keyOf(item))
  // The focused button was removed together with the line.
  focusHeading()
  announce(`${lineTitle(item)} was removed from your cart. ${subtotal()}`)
}

function subtotal(): string {
  const cart = getCart()
  return cart.cartItems.length === 0
    ? 'Your cart is empty'
    : `Subtotal ${formatDollars(cartSubtotal(cart))} for ${counted(countOf(cart), 'piece')}`
}

/** A placeholder of the same size as a line. It is shown until the cart has been read. */
export function LineSkeleton() {
  return (
    <div className={`grid rule-soft ${styles.line}`}>
      <FramedPicture of={null} sizes="" className={styles.picture} />
    </div>
  )
}
