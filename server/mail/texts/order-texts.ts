/** The texts of mails about an order. They show the state of the order when the mail is sent. */
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import type { OrderMail } from '#server/platform/outbox/order-mail.ts'
import {
  NO_DATE,
  WHY,
  arrival,
  contactPart,
  isWhole,
  mailToShop,
  nameOf,
  orderDetails,
  promise,
  receiver,
  roastDates,
  sandboxNotice,
  total,
  type OrderContext,
} from './order-parts.ts'
import { chargedText, intro, isToCard, refundWay } from './order-values.ts'
import { billOfRefund } from './refund-bill.ts'
import { button, facts, oneLine, paragraph, type MailContent } from './template.ts'

/** Mails that only buyers of orders for pickup get (pickup-texts.ts). */
export type PickupMail = Extract<OrderMail, 'order-ready' | 'order-reminder'>

export function orderText(kind: Exclude<OrderMail, PickupMail>, context: OrderContext): MailContent {
  return TEXTS[kind](context)
}

const TEXTS: Record<Exclude<OrderMail, PickupMail>, (context: OrderContext) => MailContent> = {
  'order-received': (context) => ({
    preview: `Pay by ${formatDate(context.row.reserved_until, 'dayTimeAndZone')} and it is yours.`,
    title: 'We have your order',
    parts: [
      intro(context, 'text'),
      button('See and pay your order', context.link),
      ...orderDetails(context),
      paragraph(
        `${promise(context) ?? 'Once it is paid, we write to you with the day on which it ships.'} If you have already paid, you will get another email about that.`,
      ),
      contactPart(context),
    ],
    why: WHY,
  }),

  'order-paid': (context) => ({
    preview: `${total(context)} has arrived. ${promise(context) ?? NO_DATE}`,
    title: 'Thank you, it is paid',
    parts: [
      intro(context, context.row.is_pickup ? 'pickup' : 'text'),
      ...sandboxNotice(context),
      button('See your order', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }),

  'order-replacement': (context) => ({
    preview: 'It costs you nothing.',
    title: 'We send you a replacement',
    parts: [
      intro(context, 'text'),
      button('See the replacement', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }),

  'order-moved': (context) => ({
    preview: promise(context) ?? NO_DATE,
    title: 'A new date for your order',
    parts: [
      intro(context, context.row.is_pickup ? 'pickup' : 'text'),
      button('See your order', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }),

  'order-to-ship': (context) => {
    const { isReplacement } = context.order
    const buyer = oneLine(context.row.buyer_name)
    return mailToShop(context, {
      preview: `${total(context)}, to ${context.row.city}, ${context.row.ship_state}.`,
      title: isReplacement ? 'New replacement to ship' : 'New order to ship',
      what: isReplacement
        ? `${buyer} gets these goods as a ${nameOf(context)}. Please pack and send them.`
        : `${buyer} has paid ${total(context)}. Please pack and send it.`,
    })
  },

  'order-shipped': (context) => ({
    preview: `By USPS ground; it should be with ${receiver(context)} ${arrival(context)}.`,
    title: 'It is on its way',
    parts: [
      // As on the page of the order: the label is bought, and the carrier has not scanned the parcel yet.
      intro(context, context.order.parcel?.state === 'announced' ? 'announced' : 'text'),
      context.order.tracking?.url
        ? button('Follow the parcel', context.order.tracking.url)
        : button('See your order', context.link),
      facts([
        ['Order', { words: `No. ${context.order.number}`, url: context.link }],
        ['Tracking', context.order.tracking?.number ?? ''],
      ]),
      ...roastDates(context),
      ...orderDetails(context).slice(1),
      contactPart(context),
    ],
    why: WHY,
  }),

  'order-delivered': (context) => ({
    preview: 'Is everything as it should be?',
    title: 'It has arrived',
    parts: [
      intro(context, context.row.recipient === null ? 'text' : 'recipient'),
      button('See your order', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }),

  'order-review': (context) => ({
    preview: 'A line or two helps other customers to choose.',
    title: 'How was it?',
    parts: [
      intro(context, context.row.is_pickup ? 'pickup' : 'text'),
      ...context.unreviewed.map(({ id, name }) =>
        button(`Review ${oneLine(name)}`, `${context.origin}/product/${id}#reviews`),
      ),
      facts([['Order', { words: `No. ${context.order.number}`, url: context.link }]]),
      contactPart(context),
    ],
    why: 'You get this email once for each order. It is the only one that asks for a review.',
  }),

  'order-cancelled': (context) =>
    context.order.isReplacement ? canceledReplacement(context) : closed(context, 'Your order is canceled'),

  'order-expired': (context) => closed(context, 'The time to pay ran out'),

  // The text does not say who made the refund, because it may result from a dispute at PayPal.
  'order-refunded': (context) => ({
    preview: `${formatCents(context.cents)} is refunded ${refundWay(context)}.`,
    title: 'Your money goes back',
    parts: [
      intro(context, isWhole(context) ? 'text' : 'part'),
      ...(context.refund ? billOfRefund(context.refund, context.order) : []),
      paragraph(
        isToCard(context)
          ? 'It is on the card already, and you can spend it again.'
          : 'It takes PayPal and your bank a few days, as a rule, to show it in your account.',
      ),
      ...sandboxNotice(context),
      button('See your order', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }),
}

function closed(context: OrderContext, title: string): MailContent {
  return {
    preview: chargedText(context),
    title,
    parts: [
      intro(context, 'text'),
      button('See your order', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }
}

function canceledReplacement(context: OrderContext): MailContent {
  return {
    preview: 'You do not get these goods again.',
    title: 'The replacement is canceled',
    parts: [
      intro(context, 'replacement'),
      button('See the replacement', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }
}
