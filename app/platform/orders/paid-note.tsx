import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Order } from '#shared/checkout/api/orders.ts'
import { Alert } from '../ui/alert.tsx'

type PaidNoteProps = {
  order: Order | null
  /** Why a payment that the buyer had approved was not taken; empty if there is none. */
  problem: string
}

/**
 * Says that the order of an earlier checkout is paid: in another tab, or after the tab of its checkout was closed. Its goods
 * have left the cart. Or says why it is not. Gets the focus, because the page has changed.
 */
export function PaidNote({ order, problem }: PaidNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  const about = order?._id ?? problem
  useEffect(() => {
    if (about) note.current?.focus()
  }, [about])
  if (!about) return null
  return (
    <div ref={note} tabIndex={-1}>
      {order ? (
        <Alert>
          <p>
            Your order {order.number} {order.isPaid ? 'is paid' : 'is being paid, and PayPal is reviewing it'}
            . Its goods have left your cart. <Link to={`/order/${order._id}`}>See your order</Link>
          </p>
        </Alert>
      ) : (
        <Alert tone="danger">
          <p>{problem}</p>
        </Alert>
      )}
    </div>
  )
}
