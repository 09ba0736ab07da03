import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import type { Product } from '#shared/api/products.ts'
import { addToCart } from '../../cart/cart.ts'
import { JavaScriptNote } from '../../session/guard.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import styles from './product.module.css'
import { quantities } from './quantities.ts'

/** How many, and into the cart with them. The picture goes along. */
export function BuyForm({ product }: { product: Product }) {
  const navigate = useNavigate()
  const [qty, setQty] = useState(1)
  const soldOut = product.countInStock === 0
  const offered = quantities(product.countInStock)
  const most = offered.length
  // The stock may have gone down since it was chosen.
  const wanted = Math.min(qty, most)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    addToCart(product, wanted)
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
            hint={qty > most ? `Only ${most} left` : undefined}
            value={wanted}
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
