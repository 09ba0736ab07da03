/** The texts of mails about an order. They show the state of the order when the mail is sent. */
import type { Order } from '#shared/api/orders.ts'
import { brand } from '#shared/brand.ts'
import { formatDate } from '#shared/dates.ts'
import { promiseText, rangeText } from '#shared/delivery.ts'
import { spokenHours } from '#shared/opening-hours.ts'
import { BAR_ADDRESS, pickupText } from '#shared/pickup.ts'
import { formatCents, toCents } from '#shared/pricing.ts'
import { lineTitle } from '#shared/sizes.ts'
import type { OrderRow } from '../db/schema.ts'
import type { OrderMail } from '../outbox/order-mail.ts'
import { billOfRefund } from './refund-bill.ts'
import { bill, button, facts, oneLine, paragraph, type MailContent, type Part } from './template.ts'

export type OrderContext = {
  row: OrderRow
  order: Order
  /** The base URL of the shop, without a trailing slash. */
  origin: string
  /** The URL of the order’s page. For a guest it gives access to the order. */
  link: string
  /** The shop's mail address. */
  inbox: string
  /** True with PayPal's sandbox, where no money moves. */
  isTrial: boolean
  /** The amount of the refund in cents; 0 in other mails. */
  cents: number
  /** Null in other mails, and in mails queued before the outbox stored the refund. */
  refund: Order['refunds'][number] | null
  /** The products that the request for reviews is about; empty in other mails. */
  unreviewed: { id: string; name: string }[]
}

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
        `${promise(context) ?? 'Once it is paid, we pack it within one working day and send it by USPS ground, which takes 3 to 5 days.'} If you have already paid, you will get another mail about that.`,
      ),
      contactPart(context),
    ],
    why: WHY,
  }),

  'order-paid': (context) => ({
    preview: `${total(context)} has arrived. ${promise(context) ?? 'We pack it within one working day.'}`,
    title: 'Thank you, it is paid',
    parts: [
      greeting(context),
      paragraph(
        `Your payment of ${total(context)} has arrived. ${promise(context) ?? 'We pack your order within one working day and send it by USPS ground; from there it takes 3 to 5 days.'} You will get a mail ${context.row.is_pickup ? 'as soon as it is ready' : 'with the tracking number when it leaves'}.`,
      ),
      ...sandboxNotice(context),
      button('See your order', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }),

  'order-to-ship': (context) => ({
    preview: `${total(context)}, to ${context.row.city}, ${context.row.ship_state}.`,
    title: 'New order to ship',
    parts: [
      paragraph(`${oneLine(context.row.buyer_name)} has paid ${total(context)}. Please pack and send it.`),
      ...sandboxNotice(context),
      button('Open the order', context.link),
      facts([
        ['Buyer', `${oneLine(context.row.buyer_name)}\n${context.row.buyer_email}`],
        ['Promised', promise(context) ?? ''],
      ]),
      ...orderDetails(context),
    ],
    why: 'The shop sends you this mail when an order is paid.',
  }),

  'order-shipped': (context) => ({
    preview: `By USPS ground; it should be with you ${arrival(context)}.`,
    title: 'It is on its way',
    parts: [
      greeting(context),
      paragraph(
        `Your order has left our shop by ${oneLine(context.row.shipping_service)}, and should be with you ${arrival(context)}.`,
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
        'Your order has been delivered. We hope that it tastes as it should. If something is damaged, wrong or missing, tell us at once, and keep what came.',
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
    closed(context, 'Your order is cancelled', 'Your order has been cancelled.'),

  'order-expired': (context) =>
    closed(
      context,
      'The time to pay ran out',
      `We kept the goods for you until ${formatDate(context.row.reserved_until, 'dayTimeAndZone')}; your order was not paid by then, so it is closed.`,
    ),

  // The text does not say who made the refund, because it may result from a dispute at PayPal.
  'order-refunded': (context) => ({
    preview: `${formatCents(context.cents)} is refunded by PayPal.`,
    title: 'Your money goes back',
    parts: [
      greeting(context),
      paragraph(
        isWhole(context)
          ? `Your order is refunded: all ${total(context)} goes back the way it came, by PayPal.`
          : `${formatCents(context.cents)} of the ${total(context)} that you paid goes back to you the way it came, by PayPal.`,
      ),
      ...(context.refund ? billOfRefund(context.refund, context.order) : []),
      paragraph(
        'When it shows on your account is up to PayPal and your bank; as a rule it takes a few days.',
      ),
      ...sandboxNotice(context),
      button('See your order', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }),
}

export const WHY = 'You get this mail because you ordered from our shop. It is only about this order.'

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

/** Whether money arrived for an order that could not be paid. */
function owesMoney({ order: { dueBack, refunds } }: OrderContext): boolean {
  return dueBack.length > 0 || refunds.some(({ state }) => state !== 'failed')
}

export function greeting({ row }: OrderContext): Part {
  return paragraph(`Hello ${oneLine(row.buyer_name)},`)
}

/** The order number, the items with their sums, and the address: the buyer's, or the bar's for an order for pickup. */
export function orderDetails({ row, order }: OrderContext): Part[] {
  const goods = order.orderItems.map(
    ({ qty, price, ...line }) =>
      [`${qty} × ${oneLine(lineTitle(line))}`, formatCents(qty * toCents(price))] as const,
  )
  const sums = [
    [row.is_pickup ? 'Pickup' : 'Shipping', formatCents(row.shipping_cents)],
    ['Tax', formatCents(row.tax_cents)],
  ] as const
  const { buyer_name: name, address, address2, city, ship_state: state, postal_code: zip } = row
  const where = [name, address, address2, `${city}, ${state} ${zip}`].map(oneLine).filter(Boolean)
  return [
    facts([['Order', `No. ${order.number}`]]),
    bill(goods, sums, ['Total', formatCents(row.total_cents)]),
    facts([row.is_pickup ? ['Pick up at', BAR] : ['Ship to', where.join('\n')]]),
  ]
}

/** The bar, its address and its opening hours. */
const BAR = `${brand.roasters}\n${BAR_ADDRESS}\n${spokenHours()}`

/**
 * 'It roasts Thu, Nov 26, ships Fri, Nov 27, arrives …': the dates that the order was promised; for an order for pickup,
 * the day and hours.
 */
export function promise({ order: { delivery, pickup } }: OrderContext): string | null {
  if (pickup) return `${pickupText(pickup)}.`
  // The mail may be read on another day, so the text has no 'tomorrow'.
  return delivery && `It ${promiseText(delivery, null)}.`
}

function arrival({ order: { delivery } }: OrderContext): string {
  return delivery ? rangeText(delivery.arrivesFrom, delivery.arrivesTo) : 'in 3 to 5 days'
}

export function contactPart({ inbox }: OrderContext): Part {
  return paragraph(`Questions? Answer this mail, or write to ${inbox}. We are at the bar ${spokenHours()}.`)
}

export function sandboxNotice({ isTrial }: OrderContext): Part[] {
  return isTrial ? [paragraph('This shop is being tried out: no money has moved.')] : []
}

export function total({ row }: OrderContext): string {
  return formatCents(row.total_cents)
}

function isWhole({ row, cents }: OrderContext): boolean {
  return cents >= row.total_cents
}
