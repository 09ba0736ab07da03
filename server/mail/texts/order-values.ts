/** The values of the placeholders in the introductions of mails about an order. */
import { formatDate } from '#shared/kernel/dates.ts'
import { clockText, hoursOn, openingHoursText } from '#shared/platform/hours.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import type { Placeholder } from '#shared/platform/site-pages/mails.ts'
import { introduction } from './introduction.ts'
import { NO_DATE, arrival, nameOf, promise, receiver, total, type OrderContext } from './order-parts.ts'
import { oneLine, type Part } from './template.ts'

/**
 * The introduction of an email.
 * @param name the case of the introduction in shared/platform/site-pages/mails.ts
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
    deadline: formatDate(row.reserved_until, 'dayTimeAndZone'),
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

/** Whether the refund goes to a gift card. A refund in two parts has an email for each. */
export function isToCard({ refund }: OrderContext): boolean {
  return refund?.to === 'gift-card'
}

/** How the money goes back: 'by PayPal', or 'to your gift card'. */
export function refundWay(context: OrderContext): string {
  return isToCard(context) ? 'to your gift card' : 'by PayPal'
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

/** Whether money was charged for an order that is closed unpaid. */
export function chargedText({ order: { dueBack, refunds } }: OrderContext): string {
  const owesMoney = dueBack.length > 0 || refunds.some(({ state }) => state !== 'failed')
  return owesMoney
    ? 'We received a payment that does not match this order. We refund all of it with PayPal.'
    : 'Nothing has been charged.'
}
