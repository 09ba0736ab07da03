import { Link } from 'react-router'

export const CHECKOUT = '/checkout'

/** Leads from a product that was just added straight to the checkout, without a visit of the cart. */
export function CheckoutLink({ className = '' }: { className?: string }) {
  return (
    <Link to={CHECKOUT} className={className}>
      Check out
    </Link>
  )
}
