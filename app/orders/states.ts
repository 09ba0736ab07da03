import type { OrderState } from '#shared/api/orders.ts'

/** The names of the order states on admin pages, in the usual order. */
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
