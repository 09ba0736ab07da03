import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import type { Product } from '#shared/api/products.ts'
import { counted } from '#shared/counts.ts'
import { addToCart } from '../../cart/cart.ts'
import { JavaScriptNote } from '../../session/guard.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import styles from './product.module.css'
import { announce } from '../../ui/live-region.tsx'
import { quantities } from './quantities.ts'

/** The quantity and the button that adds the product to the cart. */
export function BuyForm({ product }: { product: Product }) {
  const [added, setAdded] = useState<number | null>(null)
  const [qty, setQty] = useState(1)
  const soldOut = product.countInStock === 0
  const offered = quantities(product.countInStock)
  const maximum = offered.length
  // The stock may have decreased after the quantity was chosen.
  const quantity = Math.min(qty, maximum)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    addToCart(product, quantity)
    announce(`${product.name} is in your cart`)
    setAdded(quantity)
  }
  return (
    <>
      <JavaScriptNote />
      <form className={styles.buy} onSubmit={onSubmit}>
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
      </form>
      {soldOut ? null : <AddedNote qty={added} id={product._id} />}
    </>
  )
}

/** Confirms in place that the product is in the cart. Its line is reserved, so that nothing moves. */
function AddedNote({ qty, id }: { qty: number | null; id: string }) {
  return (
    <p className={styles.added}>
      {qty === null ? null : (
        <>
          <span>In your cart: {counted(qty, 'piece')}.</span>{' '}
          <Link to="/cart" state={{ added: id }} viewTransition>
            Go to the cart
          </Link>
        </>
      )}
    </p>
  )
}
