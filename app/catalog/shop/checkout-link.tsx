import { Link } from 'react-router'

/** The first screen of the checkout. */
export const CHECKOUT = '/shipping'

/** Leads from a product that was just added straight to the checkout, without a visit of the cart. */
export function CheckoutLink({ className = '' }: { className?: string }) {
  return (
    <Link to={CHECKOUT} className={className}>
      Check out
    </Link>
  )
}
