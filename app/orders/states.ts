import type { OrderState } from '#shared/api/orders.ts'

/** What the desk calls the states of an order, in the order of their lives. */
export const STATES: Record<OrderState, string> = {
  pending: 'Not paid',
  capturing: 'Being paid',
  paid: 'To ship',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  expired: 'Expired',
  refunded: 'Refunded',
}
