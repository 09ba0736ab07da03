import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import type { Product } from '#shared/api/products.ts'
import { addToCart } from '../../cart/cart.ts'
import { JavaScriptNote } from '../../session/guard.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import styles from './product.module.css'
import { quantities } from './quantities.ts'

/** The quantity and the button that adds the product to the cart. */
export function BuyForm({ product }: { product: Product }) {
  const navigate = useNavigate()
  const [qty, setQty] = useState(1)
  const soldOut = product.countInStock === 0
  const offered = quantities(product.countInStock)
  const maximum = offered.length
  // The stock may have decreased after the quantity was chosen.
  const quantity = Math.min(qty, maximum)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    addToCart(product, quantity)
    void navigate('/cart', { state: { added: product._id }, viewTransition: true })
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
    </>
  )
}
