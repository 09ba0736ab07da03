import type { ReactNode, RefObject } from 'react'
import { Link } from 'react-router'
import type { Product } from '#shared/catalog/api/products.ts'
import { JavaScriptNote } from '#app/platform/session/guard.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import lineForm from '#app/platform/ui/line-form.module.css'
import { CheckoutLink } from './checkout-link.tsx'
import styles from './product.module.css'
import { SubscribeChoice } from './subscribe-choice.tsx'
import type { Buy } from './use-buy.ts'

/**
 * The grind, the quantity and the button that adds the product to the cart.
 * @param button a ref to the button, for the bar that is shown while the button is out of view @param children the
 * choice of the size, if there are several
 */
export function BuyForm({
  product,
  buy,
  button,
  children,
}: {
  product: Product
  buy: Buy
  button?: RefObject<HTMLButtonElement | null>
  children: ReactNode
}) {
  const { isSoldOut } = buy
  return (
    <>
      <JavaScriptNote />
      <form
        className="stack-2"
        onSubmit={(event) => {
          event.preventDefault()
          buy.add()
        }}
      >
        {children}
        <SubscribeChoice of={buy.subscribing} price={buy.listPrice} />
        <div className={`row-1 align-bottom ${styles.buy}`}>
          <GrindAndQty product={product} buy={buy} />
          <Button type="submit" disabled={isSoldOut} ref={button}>
            {buy.label}
          </Button>
        </div>
      </form>
      {isSoldOut ? null : <AddedNote of={buy.added} />}
    </>
  )
}

function GrindAndQty({ product, buy }: { product: Product; buy: Buy }) {
  const { isSoldOut, offered } = buy
  return (
    <>
      {product.grinds.length > 0 ? (
        <div className={styles.grind}>
          <SelectField
            label="Grind"
            required
            value={buy.grind}
            onChange={({ target }) => buy.setGrind(target.value)}
          >
            {product.grinds.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        </div>
      ) : null}
      {isSoldOut ? null : (
        <div className={styles.qty}>
          <SelectField
            label="Qty"
            required
            hint={buy.isTooMuch ? `Only ${offered.length} left` : undefined}
            value={buy.quantity}
            onChange={({ target }) => buy.setQty(Number(target.value))}
          >
            {offered.map((number) => (
              <option key={number}>{number}</option>
            ))}
          </SelectField>
        </div>
      )}
    </>
  )
}

/** Confirms in place that the product is in the cart, with the ways on. One line is reserved, so that nothing moves. */
function AddedNote({ of: added }: { of: Buy['added'] }) {
  return (
    <p className={`row-0-2 align-middle ${styles.added}`}>
      {added === null ? null : (
        <>
          <em className="lining">{added.qty} in your cart</em>
          <CartLink added={added.key} />
          <CheckoutLink />
        </>
      )}
    </p>
  )
}

/** @param added the key of the line that the cart highlights */
export function CartLink({ added }: { added: string }) {
  return (
    <Link to="/cart" state={{ added }} viewTransition>
      Go to the cart
    </Link>
  )
}

/** Asks for one mail when a sold-out size is back: a plain form, so that it adds little script to the page. */
export function NoticeForm({ sizeId }: { sizeId: string }) {
  return (
    <form action="/api/stock-notices" method="post" className={`stack-1 above-2 ${styles.notice}`}>
      <label htmlFor="notice-email">Tell me when it is back. One email only.</label>
      <div className={lineForm.line}>
        <input
          id="notice-email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          placeholder="Your email"
          required
        />
        <input type="hidden" name="size" value={sizeId} />
        <button type="submit">Tell me</button>
      </div>
    </form>
  )
}
