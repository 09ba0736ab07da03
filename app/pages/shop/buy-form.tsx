import { useState, type FormEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Product, ProductSize } from '#shared/api/products.ts'
import { counted } from '#shared/counts.ts'
import { lineTitle } from '#shared/sizes.ts'
import { addToCart, itemOf, keyOf } from '../../cart/cart.ts'
import { JavaScriptNote } from '../../session/guard.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import styles from './product.module.css'
import { announce } from '../../ui/live-region.tsx'
import { quantities } from './quantities.ts'
import { useGrind } from './use-grind.ts'

/**
 * The grind, the quantity and the button that adds the product to the cart.
 * @param children the choice of the size, if there are several
 */
export function BuyForm({
  product,
  size,
  children,
}: {
  product: Product
  size: ProductSize
  children: ReactNode
}) {
  const [added, setAdded] = useState<Added | null>(null)
  const [qty, setQty] = useState(1)
  const [grind, setGrind] = useGrind(product.grinds)
  const soldOut = size.countInStock === 0
  const offered = quantities(size.countInStock)
  const maximum = offered.length
  // The stock may have decreased after the quantity was chosen.
  const quantity = Math.min(qty, maximum)
  const choice = { sizeId: size.id, grind }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const key = addToCart(product, quantity, choice)
    announce(`${lineTitle(itemOf(product, quantity, choice))} is in your cart`)
    setAdded({ key, qty: quantity })
  }
  return (
    <>
      <JavaScriptNote />
      <form className={styles.choices} onSubmit={onSubmit}>
        {children}
        {product.grinds.length > 0 ? (
          <SelectField label="Grind" required value={grind} onChange={({ target }) => setGrind(target.value)}>
            {product.grinds.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        ) : null}
        <div className={styles.buy}>
          {soldOut ? null : (
            <SelectField
              label="Qty"
              required
              hint={qty > maximum ? `Only ${maximum} left` : undefined}
              value={quantity}
              onChange={({ target }) => setQty(Number(target.value))}
            >
              {offered.map((number) => (
                <option key={number}>{number}</option>
              ))}
            </SelectField>
          )}
          <Button type="submit" disabled={soldOut}>
            Add to cart
          </Button>
        </div>
      </form>
      {soldOut ? null : <AddedNote of={added?.key === keyOf(itemOf(product, 1, choice)) ? added : null} />}
    </>
  )
}

/** The line that was just added to the cart: its key and its quantity. */
type Added = { key: string; qty: number }

/** Confirms in place that the product is in the cart. Its line is reserved, so that nothing moves. */
function AddedNote({ of: added }: { of: Added | null }) {
  return (
    <p className={styles.added}>
      {added === null ? null : (
        <>
          <span>In your cart: {counted(added.qty, 'piece')}.</span>{' '}
          <Link to="/cart" state={{ added: added.key }} viewTransition>
            Go to the cart
          </Link>
        </>
      )}
    </p>
  )
}
