import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Order } from '#shared/checkout/api/orders.ts'
import { Alert } from '../ui/alert.tsx'

/**
 * Says that the order of an earlier checkout is paid: in another tab, or after the tab of its checkout was closed. Its goods
 * have left the cart. Gets the focus, because the page has changed.
 */
export function PaidNote({ order }: { order: Order | null }) {
  const note = useRef<HTMLDivElement>(null)
  const id = order?._id
  useEffect(() => {
    if (id) note.current?.focus()
  }, [id])
  if (!order) return null
  return (
    <div ref={note} tabIndex={-1}>
      <Alert>
        <p>
          Your order {order.number} {order.isPaid ? 'is paid' : 'is being paid, and PayPal is reviewing it'}.
          Its goods have left your cart. <Link to={`/order/${order._id}`}>See your order</Link>
        </p>
      </Alert>
    </div>
  )
}
