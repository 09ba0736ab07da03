import type { Order, OrderSummary } from '#shared/checkout/api/orders.ts'
import type { OrderState } from '#shared/kernel/order-states.ts'

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
}: Pick<OrderSummary, 'state' | 'isPickup' | 'readyAt'>): string {
  if (isPickup && state === 'paid') return readyAt ? 'Ready for pickup' : 'To get ready'
  return (isPickup ? PICKUP_STATES : STATES)[state]
}

const BUYERS_STATES: Record<OrderState, string> = {
  pending: 'waiting for payment',
  capturing: 'payment being confirmed',
  paid: 'paid',
  shipped: 'shipped',
  delivered: 'delivered',
  cancelled: 'canceled',
  expired: 'expired',
  refunded: 'refunded',
}

/** The number and state of an order, for the title and the heading of its page: `4GX-7QM, waiting for payment`. */
export function orderTitle(order: Order, isAdmin: boolean): string {
  const isStaffs = isAdmin && order.state !== 'pending'
  return `${order.number}, ${isStaffs ? stateOf(order).toLowerCase() : buyersState(order)}`
}

function buyersState({ state, isPickup, isGiftCard, readyAt }: Order): string {
  if (isPickup && state === 'paid' && readyAt) return 'ready for pickup'
  if (state !== 'delivered') return BUYERS_STATES[state]
  return isGiftCard ? 'paid' : isPickup ? 'picked up' : 'delivered'
}
