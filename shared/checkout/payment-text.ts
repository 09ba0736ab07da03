/** With what an order is paid, as texts for pages, mails and invoices. */
import type { Order } from './api/orders.ts'
import { paidWithText } from '#shared/platform/pay-methods.ts'

type Paid = Pick<Order, 'paymentMethod' | 'paidWith'>

const CARD_AND = /^Gift card and /

/** What pays the part that gift cards do not pay: `Visa ending in 1234`, `Venmo`. Until it is paid, the chosen method. */
export function restPaidWith({ paymentMethod, paidWith }: Paid): string {
  return paidWith ? paidWithText(paidWith) : paymentMethod.replace(CARD_AND, '')
}

/** Everything that pays: `Gift card and Visa ending in 1234`. */
export function paymentText(order: Paid): string {
  const rest = restPaidWith(order)
  return CARD_AND.test(order.paymentMethod) ? `Gift card and ${rest}` : rest
}
