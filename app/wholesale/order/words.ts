import type { OrderState } from '#shared/kernel/order-states.ts'

/** The state of an order of an account in words. An order on account is accepted before it is paid. */
export function stateWords(state: OrderState, onAccount: boolean): string {
  return state === 'paid' ? (onAccount ? 'Accepted' : 'Paid') : WORDS[state]
}

const WORDS: Record<OrderState, string> = {
  pending: 'To be paid',
  capturing: 'Payment is confirmed',
  paid: 'Paid',
  shipped: 'On its way',
  delivered: 'Delivered',
  cancelled: 'Canceled',
  expired: 'Canceled, not paid in time',
  refunded: 'Refunded',
}
