/** The texts of mails about orders of gift cards that differ from those in order-texts.ts. */
import { formatDate } from '#shared/kernel/dates.ts'
import type { OrderMail } from '#server/platform/outbox/order-mail.ts'
import { WHY, contactPart, orderDetails, sandboxNotice, total, type OrderContext } from './order-parts.ts'
import { textOf } from './pickup-texts.ts'
import { button, oneLine, paragraph, type MailContent, type Part } from './template.ts'

function greeting({ row }: OrderContext): Part {
  return paragraph(`Hello ${oneLine(row.buyer_name)},`)
}

/** The mail about an order that buys a gift card. */
export function giftCardOrderText(kind: OrderMail, context: OrderContext): MailContent {
  return TEXTS[kind]?.(context) ?? textOf(kind, context)
}

const TEXTS: Partial<Record<OrderMail, (context: OrderContext) => MailContent>> = {
  'order-received': (context) => ({
    preview: `Pay by ${payUntil(context)}.`,
    title: 'We have your order',
    parts: [
      greeting(context),
      paragraph(
        `Your order of a gift card has reached us. It is not paid yet: please pay by ${payUntil(context)}. The card is issued when it is paid.`,
      ),
      button('See and pay your order', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }),

  'order-paid': (context) => ({
    preview: `${total(context)} has arrived. The gift card is ready.`,
    title: 'Thank you, it is paid',
    parts: [
      greeting(context),
      paragraph(
        `Your payment of ${total(context)} has arrived, and the gift card is issued. Its code comes in a separate email, on the day that you chose. The page of your order says when, has the card to print, and the invoice.`,
      ),
      ...sandboxNotice(context),
      button('See your gift card', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }),

  'order-cancelled': (context) => closed(context, 'Your order is canceled', 'Your order is canceled.'),

  'order-expired': (context) =>
    closed(
      context,
      'The time to pay ran out',
      `Your order of a gift card was not paid by ${payUntil(context)}, so it is closed.`,
    ),
}

function closed(context: OrderContext, title: string, what: string): MailContent {
  const { dueBack } = context.order
  const charged =
    dueBack.length > 0
      ? 'We received a payment that does not match this order. We refund all of it with PayPal.'
      : 'Nothing has been charged, and no gift card was issued.'
  return {
    preview: charged,
    title,
    parts: [
      greeting(context),
      paragraph(`${what} ${charged}`),
      button('Buy a gift card', `${context.origin}/gift-cards`),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }
}

function payUntil({ row }: OrderContext): string {
  return formatDate(row.reserved_until, 'dayTimeAndZone')
}
