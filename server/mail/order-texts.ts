/** The texts of mails about an order. They show the state of the order when the mail is sent. */
import { formatDate } from '#shared/dates.ts'
import { formatCents } from '#shared/pricing.ts'
import type { OrderMail } from '../outbox/order-mail.ts'
import {
  NO_DATE,
  WHY,
  arrival,
  contactPart,
  greeting,
  isWhole,
  mailToShop,
  nameOf,
  orderDetails,
  promise,
  receiver,
  sandboxNotice,
  total,
  type OrderContext,
} from './order-parts.ts'
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
      greeting(context),
      paragraph(
        `Your order has reached us. It is not paid yet: we keep the goods for you until ${formatDate(context.row.reserved_until, 'dayTimeAndZone')}, and then they go back on the shelf.`,
      ),
      button('See and pay your order', context.link),
      ...orderDetails(context),
      paragraph(
        `${promise(context) ?? 'Once it is paid, we write to you with the day on which it ships.'} If you have already paid, you will get another mail about that.`,
      ),
      contactPart(context),
    ],
    why: WHY,
  }),

  'order-paid': (context) => ({
    preview: `${total(context)} has arrived. ${promise(context) ?? NO_DATE}`,
    title: 'Thank you, it is paid',
    parts: [
      greeting(context),
      paragraph(
        `Your payment of ${total(context)} has arrived. ${promise(context) ?? NO_DATE} You will get a mail ${context.row.is_pickup ? 'as soon as it is ready' : 'with the tracking number when it leaves'}. The page of your order shows the next steps and has the invoice.`,
      ),
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
      greeting(context),
      paragraph(
        `We send these goods to ${receiver(context)} again, as a ${nameOf(context)}. You pay nothing for them. ${promise(context) ?? NO_DATE} You will get a mail with the tracking number when it leaves.`,
      ),
      button('See the replacement', context.link),
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
      greeting(context),
      paragraph(
        // As on the page of the order: the label is bought, and the carrier has not scanned the parcel yet.
        context.order.parcel?.state === 'announced'
          ? `Your ${nameOf(context)} is packed and waiting for the carrier, ${oneLine(context.row.shipping_service)}. It should be with ${receiver(context)} ${arrival(context)}.`
          : `Your ${nameOf(context)} has left our shop by ${oneLine(context.row.shipping_service)}, and should be with ${receiver(context)} ${arrival(context)}.`,
      ),
      context.order.tracking?.url
        ? button('Follow the parcel', context.order.tracking.url)
        : button('See your order', context.link),
      facts([
        ['Order', `No. ${context.order.number}\n${context.link}`],
        ['Tracking', context.order.tracking?.number ?? ''],
      ]),
      ...orderDetails(context).slice(1),
      contactPart(context),
    ],
    why: WHY,
  }),

  'order-delivered': (context) => ({
    preview: 'Is everything as it should be?',
    title: 'It has arrived',
    parts: [
      greeting(context),
      paragraph(
        `Your ${nameOf(context)} has been delivered${deliveredTo(context)}. We hope that it tastes as it should. If something is damaged, wrong or missing, tell us at once, and keep what came.`,
      ),
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
      greeting(context),
      paragraph(
        `${context.row.is_pickup ? 'You picked up your order' : 'Your order arrived'} a week ago. If you like, tell other customers how it tasted: good or bad, a line or two is enough. You can change your review later.`,
      ),
      ...context.unreviewed.map(({ id, name }) =>
        button(`Review ${oneLine(name)}`, `${context.origin}/product/${id}#reviews`),
      ),
      facts([['Order', `No. ${context.order.number}\n${context.link}`]]),
      contactPart(context),
    ],
    why: 'You get this mail once for each order. It is the only one that asks for a review.',
  }),

  'order-cancelled': (context) =>
    context.order.isReplacement
      ? cancelledReplacement(context)
      : closed(context, 'Your order is cancelled', 'Your order has been cancelled.'),

  'order-expired': (context) =>
    closed(
      context,
      'The time to pay ran out',
      `We kept the goods for you until ${formatDate(context.row.reserved_until, 'dayTimeAndZone')}; your order was not paid by then, so it is closed.`,
    ),

  // The text does not say who made the refund, because it may result from a dispute at PayPal.
  'order-refunded': (context) => ({
    preview: `${formatCents(context.cents)} is refunded ${refundedBy(context)}.`,
    title: 'Your money goes back',
    parts: [
      greeting(context),
      paragraph(
        isWhole(context)
          ? `Your order is refunded: all ${total(context)} goes back the way it came, ${refundedBy(context)}.`
          : `${formatCents(context.cents)} of the ${total(context)} that you paid goes back to you the way it came, ${refundedBy(context)}.`,
      ),
      ...(context.refund ? billOfRefund(context.refund, context.order) : []),
      paragraph(
        isToCard(context)
          ? 'It is on the card already, and you can spend it again.'
          : 'When it shows on your account is up to PayPal and your bank; as a rule it takes a few days.',
      ),
      ...sandboxNotice(context),
      button('See your order', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }),
}

/** A refund in two parts has a mail for each. */
function isToCard({ refund }: OrderContext): boolean {
  return refund?.to === 'gift-card'
}

function refundedBy(context: OrderContext): string {
  return isToCard(context) ? 'to your gift card' : 'by PayPal'
}

/** ' to Ann Lee', if the parcel did not go to the buyer. */
function deliveredTo(context: OrderContext): string {
  const name = receiver(context)
  return name === 'you' ? '' : ` to ${name}`
}

function closed(context: OrderContext, title: string, what: string): MailContent {
  const charged = owesMoney(context)
    ? 'A payment came in that does not fit this order. None of it stays with us: it goes back to you by PayPal.'
    : 'Nothing has been charged.'
  return {
    preview: charged,
    title,
    parts: [
      greeting(context),
      paragraph(`${what} ${charged} The goods are back on the shelf.`),
      paragraph('If you still want them, the page of the order puts them back into your cart.'),
      button('See your order', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }
}

function cancelledReplacement(context: OrderContext): MailContent {
  return {
    preview: 'You do not get these goods again.',
    title: 'The replacement is cancelled',
    parts: [
      greeting(context),
      paragraph(
        `The ${nameOf(context)} is cancelled: you do not get these goods again. If you expect them, please write to us.`,
      ),
      button('See the replacement', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }
}

/** Whether money arrived for an order that could not be paid. */
function owesMoney({ order: { dueBack, refunds } }: OrderContext): boolean {
  return dueBack.length > 0 || refunds.some(({ state }) => state !== 'failed')
}
