import { useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Product, ProductSize } from '#shared/api/products.ts'
import { addToCart } from '../../cart/cart.ts'
import { JavaScriptNote } from '../../session/guard.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import styles from './product.module.css'
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
  const navigate = useNavigate()
  const [qty, setQty] = useState(1)
  const [grind, setGrind] = useGrind(product.grinds)
  const soldOut = size.countInStock === 0
  const offered = quantities(size.countInStock)
  const maximum = offered.length
  // The stock may have decreased after the quantity was chosen.
  const quantity = Math.min(qty, maximum)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const added = addToCart(product, quantity, { sizeId: size.id, grind })
    void navigate('/cart', { state: { added }, viewTransition: true })
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
    </>
  )
}
