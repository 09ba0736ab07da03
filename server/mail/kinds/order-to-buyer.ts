/** A mail to a buyer: its introduction with the values of the placeholders, and the parts around it. */
import { TENDER_WAYS, isTender } from '#shared/checkout/tenders.ts'
import { buysSubscription } from '#shared/checkout/gift-cards.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { clockText, hoursOn, openingHoursText } from '#shared/platform/hours.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { addressLine } from '#shared/platform/business.ts'
import { isAtPaypal, sourceText, type PaidWith } from '#shared/platform/pay-methods.ts'
import type { Placeholder } from '#shared/platform/mails/introductions.ts'
import { introduction } from './introduction.ts'
import {
  NO_DATE,
  WHY,
  arrival,
  contactPart,
  nameOf,
  orderDetails,
  paidBill,
  promise,
  receiver,
  total,
  type OrderContext,
} from './order-parts.ts'
import { button, facts, headline, oneLine, type MailContent, type Part } from './template.ts'

type ToBuyer = {
  preview: string
  title: string
  /** The name of the introduction; `text` if it is left out. */
  intro?: string
  /** In place of an introduction. */
  first?: Part
  /** Parts above the button, and below the details of the order. */
  above?: readonly Part[]
  below?: readonly Part[]
  link?: Part
  /** The first part, in large letters: the dates, or until when to pay. */
  top?: readonly Part[]
} & Pick<MailContent, 'drawing'>

/** A mail to the buyer: the introduction, a button, the details of the order, and how to reach the shop. */
export function toBuyer(
  context: OrderContext,
  { intro: name = 'text', top = [], above = [], below = [], ...of }: ToBuyer,
): MailContent {
  return {
    preview: of.preview,
    title: of.title,
    ...(of.drawing ? { drawing: of.drawing } : {}),
    parts: [
      ...top,
      of.first ?? intro(context, name),
      ...above,
      of.link ?? button('See your order', context.link),
      ...orderDetails(context),
      ...below,
      contactPart(context),
    ],
    why: WHY,
  }
}

/** The number of the order, for `facts`. */
export const linkToOrder = ({ order, link }: OrderContext) =>
  ['Order', { words: `No. ${order.number}`, url: link }] as const

/** The parts of the mails about an order that is ready at the bar. */
export function atBar(context: OrderContext, dates: readonly Part[] = []): Part[] {
  const { business, bar, link } = context
  const { kept_until: until } = context.row
  return [
    ...(until ? [headline('Pick it up by', formatDate(until, 'shortWeekday'))] : []),
    intro(context, 'text'),
    facts([linkToOrder(context), ['Bar', `${addressLine(business.place)}\n${openingHoursText(bar.week)}`]]),
    button('See your order', link),
    ...dates,
    ...paidBill(context),
    contactPart(context),
  ]
}

/** In place of an introduction. */
export function greeting({ row }: OrderContext): Part {
  return `Hello ${oneLine(row.buyer_name)},`
}

/** The mail that an order of a gift card or a gift subscription is closed unpaid. @param what the first sentence */
export function closedGiftCard(context: OrderContext, title: string, what: string): MailContent {
  const isSubscription = buysSubscription(context.order)
  const charged =
    context.order.dueBack.length > 0
      ? chargedText(context)
      : isSubscription
        ? 'Nothing has been charged, and nothing was sent.'
        : 'Nothing has been charged, and there is no gift card.'
  return toBuyer(context, {
    preview: charged,
    title,
    first: greeting(context),
    above: [`${what} ${charged}`],
    link: againLink(context, isSubscription),
  })
}

function againLink({ origin, parts }: OrderContext, isSubscription: boolean): Part {
  if (parts[isSubscription ? 'subscriptions' : 'giftCards'] !== 'on')
    return button('See the coffees', `${origin}/shop`)
  return isSubscription
    ? button('Give a subscription', `${origin}/subscribe/gift`)
    : button('Buy a gift card', `${origin}/gift-cards`)
}

/**
 * The introduction of an email.
 * @param name the case of the introduction in shared/platform/mails/orders.ts
 * @param special values that differ in this case
 */
export function intro(
  context: OrderContext,
  name: string,
  special: { [P in Placeholder]?: string } = {},
): Part {
  return introduction(context.texts[name]!, { ...valuesFrom(context), ...special }, context.origin)
}

function valuesFrom(context: OrderContext): { [P in Placeholder]?: string } {
  const { row, order, business, bar, inbox, cents } = context
  return {
    name: oneLine(row.buyer_name),
    shop: business.roasters,
    email: inbox,
    number: order.number,
    order: nameOf(context),
    total: total(context),
    dates: promise(context) ?? NO_DATE,
    before: beforeText(context),
    message: context.moved?.message ?? '',
    deadline: deadline(context),
    recipient: receiver(context),
    carrier: oneLine(row.shipping_service),
    arrival: arrival(context),
    hours: openingHoursText(bar.week),
    ready: readyDay(context),
    kept: keptText(context),
    payment: chargedText(context),
    refund: formatCents(cents),
    way: refundWay(context),
  }
}

/** 'Before, we said: roasts Thu, Nov 26, ships …', or the day of pickup. */
function beforeText({ moved }: OrderContext): string {
  if (!moved?.before) return ''
  return `Before, we said: ${moved.before.charAt(0).toLowerCase()}${moved.before.slice(1)}.`
}

/** Until when the order can be paid. */
export function deadline({ row }: OrderContext): string {
  return formatDate(row.reserved_until, 'dayTimeAndZone')
}

/** Whether the refund goes to a gift card. A refund in two parts has an email for each. */
export function isToCard({ refund }: OrderContext): boolean {
  return refund?.to === 'gift-card'
}

/** When the buyer has the money, as a sentence. */
export function whenBack(context: OrderContext): string {
  if (isToCard(context)) return 'It is on the card already, and you can spend it again.'
  if (context.refund?.to === 'cash') return 'You have it already.'
  const isByPaypal = !isTender(context.refund?.to ?? '') && isAtPaypal(paidByRefunded(context))
  return `It takes ${isByPaypal ? 'PayPal and your bank' : 'your bank'} a few days, as a rule, to show it in your account.`
}

/** The same for the preview. */
export function shortlyBack(context: OrderContext): string {
  if (isToCard(context)) return 'You can spend it again'
  return context.refund?.to === 'cash' ? 'You have it already' : 'It shows in a few days'
}

/** How the money goes back: 'by PayPal', 'to your Visa ending in 1234', or 'to your gift card'. */
export function refundWay(context: OrderContext): string {
  if (isToCard(context)) return 'to your gift card'
  const { to = 'paypal' } = context.refund ?? {}
  if (isTender(to)) return TENDER_WAYS[to]
  const paid = paidByRefunded(context)
  return isAtPaypal(paid) ? 'by PayPal' : `to ${oneLine(sourceText(paid, 'your'))}`
}

/** With what the refunded payment was made. */
export function paidByRefunded({ refund, order }: OrderContext): PaidWith | null {
  return refund ? refund.paidWith : order.paidWith
}

/** 'We keep it for you until Friday, December 11, 5 pm.', with the closing time of that day. */
export function keptText({ row: { kept_until: until }, bar }: OrderContext): string {
  if (!until) return ''
  const hours = hoursOn(until, bar).at(-1)
  const closing = hours ? `, ${clockText(hours.to)}` : ''
  return `We keep it for you until ${formatDate(until, 'weekday')}${closing}.`
}

export function readyDay({ row }: OrderContext): string {
  return row.ready_at ? formatDate(row.ready_at, 'weekday') : ''
}

/** The preview of the mail about an order that is closed unpaid. */
export function closedPreview(context: OrderContext): string {
  return isOwed(context) ? chargedText(context) : `${chargedText(context)} The goods are back on the shelf.`
}

/** Whether money was charged for an order that is closed unpaid. */
export function chargedText(context: OrderContext): string {
  return isOwed(context)
    ? 'We received a payment that does not match this order. We refund all of it.'
    : 'Nothing has been charged.'
}

function isOwed({ order: { dueBack, refunds } }: OrderContext): boolean {
  return dueBack.length > 0 || refunds.some(({ state }) => state !== 'failed')
}
