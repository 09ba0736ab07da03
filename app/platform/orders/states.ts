import type { Order } from '#shared/checkout/api/orders.ts'
import { stateOf } from '#shared/kernel/order-state-names.ts'
import type { OrderState } from '#shared/kernel/order-states.ts'

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
