/** The names of the states of an order on the desk. */
import type { OrderState, OrderVia } from './order-states.ts'

/** How an order came in, in a sentence. */
export const VIA_TEXTS: Record<OrderVia, string> = {
  web: 'on the website',
  phone: 'by phone',
  counter: 'at the counter',
}

/** The names of the order states on admin pages, in the usual order. */
export const STATES: Record<OrderState, string> = {
  pending: 'Not paid',
  capturing: 'Being paid',
  paid: 'To ship',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Canceled',
  expired: 'Expired',
  refunded: 'Refunded',
}

/** The same names if all orders are for pickup. They do not say whether an order is ready. */
export const PICKUP_STATES: Record<OrderState, string> = {
  ...STATES,
  paid: 'To hand over',
  delivered: 'Picked up',
}

/** The name of an order's state on admin pages. An order for pickup has other steps. */
export function stateOf({
  state,
  isPickup,
  readyAt,
}: {
  state: OrderState
  isPickup: boolean
  readyAt?: string | null | undefined
}): string {
  if (isPickup && state === 'paid') return readyAt ? 'Ready for pickup' : 'To get ready'
  return (isPickup ? PICKUP_STATES : STATES)[state]
}
