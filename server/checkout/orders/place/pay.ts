/**
 * How an order is paid: what gift cards pay when it is placed, and the steps with which it becomes paid, at once or by a
 * capture.
 */
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { OrderRow } from '#server/kernel/db/schema.ts'
import { issueCard } from '../../gift-cards/issue.ts'
import {
  takeCards,
  describeSpending,
  holdCards,
  planSpending,
  sumOf,
  type Spending,
} from '../../gift-cards/spend.ts'
import { orderMail } from '#server/platform/outbox/order-mail.ts'
import { bookInvoicePayment } from '../../invoice-payments/book.ts'
import { markByBuyerOf } from '#server/catalog/products/reviews/reviews.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { note } from '../history.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import { formatCents, toCents, toDollars, type Totals } from '#shared/kernel/pricing.ts'
import { METHOD_NAMES } from '#shared/platform/pay-methods.ts'
import { conflict } from '#server/kernel/errors.ts'
import { webhookEvent } from '#server/platform/webhooks/events.ts'

/** These columns of an order never change. */
type Paid = Pick<OrderRow, 'id' | 'is_gift_card' | 'pays_invoices' | 'gift_card_cents' | 'is_taken'>

/**
 * `paid` changes the order if it is unpaid; it must change one row. `others` follow in the same transaction: the history,
 * the mails, and the gift cards that the order spends or buys.
 */
export async function becomePaid(
  shop: Shop,
  orderId: string,
  actor: string,
  event: string,
): Promise<{ paid: Step; others: Step[] }> {
  const order = await shop.db
    .selectFrom('orders')
    .select([
      'id',
      'number',
      'buyer_email',
      'total_cents',
      'is_gift_card',
      'pays_invoices',
      'gift_card_cents',
      'is_taken',
    ])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { paid, others } = stepsToPaid(shop, order, actor, event)
  if (order.pays_invoices) return { paid, others: [...others, ...(await bookInvoicePayment(shop, order))] }
  const issued = order.is_gift_card ? await issueCard(shop, orderId) : []
  return { paid, others: [...others, ...issued] }
}

/** The same for an order of goods whose row is inserted in the same transaction. */
export function stepsToPaid(
  shop: Shop,
  order: Paid,
  actor: string,
  event: string,
): { paid: Step; others: Step[] } {
  return { paid: paidStep(shop, order), others: whenPaid(shop, order, actor, event) }
}

/**
 * The steps in the transaction in which an order becomes paid.
 * @param actor who is named in the history
 * @param event what the history says
 */
function whenPaid(shop: Shop, order: Paid, actor: string, event = 'Paid'): Step[] {
  const { id } = order
  return [
    { query: note(shop.db, shop, id, actor, event) },
    ...mailsOf(order).map((kind) => ({ query: orderMail(shop.db, shop, kind, id) })),
    ...(order.pays_invoices ? [] : [{ query: webhookEvent(shop.db, shop, 'order.paid', { order: id }) }]),
    ...takeCards(shop, order),
  ]
}

/** A buyer at the counter gets a receipt instead of a mail about the payment, and one who pays invoices has a mail of its own. */
function mailsOf(order: Paid) {
  if (order.is_taken || order.pays_invoices) return []
  // There is nothing to ship.
  return order.is_gift_card ? (['order-paid'] as const) : (['order-paid', 'order-to-ship'] as const)
}

/** After the commit: sends the mails, and the buyer's earlier reviews of these products count as reviews by a customer. */
export async function afterPaid(shop: Shop, orderId: string): Promise<void> {
  shop.mailSignal.raise()
  for (const id of await markByBuyerOf(shop.db, orderId)) shop.changed({ tag: 'Product', id })
}

/** A gift card is delivered in the same moment, and so are goods that the buyer takes along. */
function paidStep({ db, clock }: Shop, { id, is_gift_card, is_taken }: Paid): Step {
  const now = isoNow(clock)
  return {
    query: db
      .updateTable('orders')
      .set(
        is_gift_card || is_taken
          ? { state: 'delivered', paid_at: now, delivered_at: now }
          : { state: 'paid', paid_at: now },
      )
      .where('id', '=', id)
      .where('state', 'in', ['pending', 'capturing']),
    rows: 1,
  }
}

type Wanted = Pick<PlaceOrder, 'giftCards' | 'giftCardPrice'>

/**
 * What the gift cards of a request pay. Throws 404 and 429 for wrong codes, and 409 for a card that cannot pay, or if the
 * cards pay another amount than the buyer saw.
 * @param ip the client address of the request
 * @param exceptOrder an order whose held money is free
 */
export async function spendingOf(
  shop: Shop,
  ip: string,
  { giftCards = [], giftCardPrice: shown }: Wanted,
  { totalCents }: Totals,
  exceptOrder?: string,
): Promise<Spending> {
  if (giftCards.length === 0) return []
  const spending = await planSpending(shop, ip, giftCards, totalCents, exceptOrder)
  const cents = sumOf(spending)
  if (shown !== undefined && toCents(Number(shown)) !== cents)
    throw conflict(`Your gift cards now pay ${formatCents(cents)}. Please check the rest`, {
      code: 'gift-card',
      giftCardPrice: toDollars(cents),
    })
  return spending
}

/** The refusal of another method for an order whose payment saves a payment method for later charges. */
export const ONLY_PAYPAL =
  'The first delivery of a subscription is paid with PayPal, which we save for the next ones. Please choose PayPal'

/** Throws 409 if an order that must save a payment method at PayPal is paid otherwise, or all of it by the cards. */
export function requirePaypal(
  { paymentMethod }: Pick<PlaceOrder, 'paymentMethod'>,
  spending: Spending,
  { totalCents }: Totals,
): void {
  if (paymentMethod !== METHOD_NAMES.paypal) throw conflict(ONLY_PAYPAL, { code: 'method' })
  if (sumOf(spending) < totalCents) return
  const message =
    'The first delivery of a subscription must be paid with PayPal at least in part, to save PayPal for the next ones'
  throw conflict(`${message}. Remove a gift card`, { code: 'gift-card' })
}

/**
 * The columns of a new order that depend on its gift cards. If they pay all of it, the order is paid as soon as it is
 * placed.
 */
export function columnsOfCards(
  shop: Pick<Shop, 'clock'>,
  spending: Spending,
  { totalCents }: Totals,
  payWith: string = METHOD_NAMES.paypal,
  isTaken = false,
) {
  const cents = sumOf(spending)
  const isCovered = cents === totalCents
  const paid = isTaken ? ('delivered' as const) : ('paid' as const)
  const paidAt = isCovered ? isoNow(shop.clock) : null
  return {
    gift_card_cents: cents,
    state: isCovered ? paid : ('pending' as const),
    paid_at: paidAt,
    delivered_at: isTaken ? paidAt : null,
    payment_method: isCovered ? 'Gift card' : cents > 0 ? `Gift card and ${payWith}` : payWith,
  }
}

/** The steps that hold the money of the cards, after the order is inserted. A covered order takes it at once. */
export function cardSteps(shop: Shop, order: OrderRow, spending: Spending): Step[] {
  if (spending.length === 0) return []
  const text = `Held ${describeSpending(spending)}`
  return [
    ...holdCards(shop, order, spending),
    { query: note(shop.db, shop, order.id, order.buyer_name, text) },
    ...(order.paid_at === null ? [] : whenPaid(shop, order, 'Gift card')),
  ]
}
