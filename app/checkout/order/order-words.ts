/** What the order page says to the buyer first: the state of the order as a title and a sentence. */
import { TENDER_WAYS, isTender } from '#shared/checkout/tenders.ts'
import { buysSubscription, paysInvoices } from '#shared/checkout/gift-cards.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { sourceText } from '#shared/platform/pay-methods.ts'
import type { DateFormat } from '#shared/kernel/dates.ts'
import { PARCEL_SENTENCES } from '#shared/platform/parcel.ts'
import { goodsOf } from '#app/platform/orders/goods.ts'

/** @param payBy until when the order can be paid, as text; empty if the time is over */
export function titleOf(order: Order, payBy: string): string {
  const { state, isReplacement, paymentState, user } = order
  if (isReplacement && state !== 'cancelled') return 'A replacement for you'
  switch (state) {
    case 'pending':
      if (!payBy) return 'The time to pay is ending'
      return paysInvoices(order) ? 'Pay your invoice' : `Pay by ${payBy} to ${wantedOf(order)}`
    case 'capturing':
      return paymentState === 'review' ? 'Your payment is under review' : 'Your payment is being confirmed'
    case 'cancelled':
    case 'expired':
      return 'This order is closed'
    case 'refunded':
      return 'Your order is refunded'
    default:
      return `Thank you, ${user.name}`
  }
}

/** What a payment is for: 'keep your coffee'. */
function wantedOf(order: Order): string {
  if (!order.isGiftCard) return `keep ${goodsOf(order.orderItems)}`
  return buysSubscription(order) ? 'give the subscription' : 'get the gift card'
}

/**
 * Until when an unpaid order can be paid: '3:42 PM', or 'Nov 21, 9:41 AM' if that is another day. Empty if the time is over.
 * @param readAt when the order was received, in milliseconds @param format formats a moment for the reader
 */
export function payByText(
  { holdSecondsLeft }: Order,
  readAt: number,
  format: (moment: string, format: DateFormat) => string,
): string {
  if (!holdSecondsLeft) return ''
  const [now, end] = [readAt, readAt + holdSecondsLeft * 1000].map((at) => new Date(at).toISOString())
  const isToday = format(now!, 'shortDay') === format(end!, 'shortDay')
  return format(end!, isToday ? 'time' : 'shortDayAndTime').replaceAll(' ', '\u00a0')
}

export function leadOf(order: Order): string {
  const { state, parcel, isReplacement, replaces, readyAt, user } = order
  if (state === 'refunded') return refundedLead(order)
  if (isReplacement && state === 'paid' && !readyAt)
    return replaces
      ? `We send you these goods of order No. ${replaces.number} again. You pay nothing.`
      : 'We send you these goods again. You pay nothing.'
  const leads = leadsOf(order)
  if (order.isGiftCard && leads[state]) return leads[state]
  if (order.isPickup && PICKUP_LEADS[state]) return PICKUP_LEADS[state](order)
  if (state === 'pending')
    return isRoasted(order) ? 'Then we roast, pack and ship your order.' : 'Then we pack and ship it.'
  if (state === 'shipped') return PARCEL_SENTENCES[parcel?.state ?? 'transit']
  return LEADS[state].replace('{email}', user.email)
}

function leadsOf(order: Order): Partial<Record<Order['state'], string>> {
  if (paysInvoices(order)) return INVOICE_LEADS
  return buysSubscription(order) ? GIFT_SUBSCRIPTION_LEADS : GIFT_CARD_LEADS
}

function isRoasted({ delivery, pickup }: Order): boolean {
  return Boolean(delivery?.roastsOn ?? pickup?.roastsOn)
}

/** The sentences that differ for an order that buys a gift card. */
const GIFT_CARD_LEADS: Partial<Record<Order['state'], string>> = {
  pending: 'Once you pay, the gift card is ready, and we email it.',
  delivered: 'The gift card is paid and ready to give. You can print it here, too.',
  cancelled: 'Your order is closed. There is no gift card.',
  expired: 'This order was not paid in time, so there is no gift card.',
}

/** The sentences that differ for an order that pays invoices of a wholesale account. */
const INVOICE_LEADS: Partial<Record<Order['state'], string>> = {
  pending:
    'The invoice is paid as soon as your payment is through. If you leave, you can start again from the invoice.',
  delivered: 'Your payment is on the account. What an invoice does not need stays there as credit.',
  cancelled: 'Nothing was charged. You can start again from the invoice.',
  expired: 'Nothing was charged. You can start again from the invoice.',
}

/** The sentences that differ for an order that buys a gift subscription. */
const GIFT_SUBSCRIPTION_LEADS: Partial<Record<Order['state'], string>> = {
  pending: 'Once you pay, your gift is on its way.',
  delivered: 'Your gift is paid. Below you see who gets it and what is left, and you can print it.',
  cancelled: 'Nothing is sent.',
  expired: 'This order was not paid in time, so nothing is sent.',
}

/** The sentences that differ for an order for pickup. */
const PICKUP_LEADS: Partial<Record<Order['state'], (order: Order) => string>> = {
  pending: () => 'Then we get your order ready at the bar.',
  paid: ({ readyAt, number, user }) =>
    readyAt
      ? `Your order is ready at the bar. Tell us your name and the number ${number}.`
      : user.email
        ? `Your order is paid. We will email ${user.email} as soon as it is ready.`
        : 'Your order is paid.',
  delivered: ({ isTaken }) =>
    isTaken ? 'You took your order along. Enjoy.' : 'You have picked up your order. Enjoy.',
  cancelled: () => 'We will not prepare this order.',
  expired: () => 'This order was not paid in time, so we will not prepare it.',
}

/** Where the money of a refunded order went: to PayPal, to gift cards, or to both. */
function refundedLead({ refunds, paidWith }: Order): string {
  const made = refunds.filter(({ state, ofSale }) => state === 'completed' && ofSale)
  const toCard = made.some(({ to }) => to === 'gift-card')
  const toPaypal = made.some(({ to }) => to === 'paypal')
  const byHand = made.flatMap(({ to }) => (isTender(to) ? [TENDER_WAYS[to]] : []))
  const rest = toCard ? ' The part that the gift card paid is back on it.' : ''
  if (byHand[0] && !toPaypal) return `You have your money back ${byHand[0]}.${rest}`
  if (toCard && !toPaypal) return 'Your money is back on the gift card, and you can spend it again.'
  return `PayPal returns your money to ${sourceText(paidWith, 'your')}. This can take a few days.${rest}`
}

const LEADS: Record<Exclude<Order['state'], 'pending' | 'shipped' | 'refunded'>, string> = {
  capturing: 'You do not need to do anything. This page shows the outcome.',
  paid: 'Your order is paid. We will email {email} when it ships.',
  delivered: PARCEL_SENTENCES.delivered,
  cancelled: 'We will not send this order.',
  expired: 'This order was not paid in time, so we will not send it.',
}
