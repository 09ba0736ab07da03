/** The texts of mails about orders for pickup that differ from those in order-texts.ts. */
import { openingHoursText } from '#shared/platform/hours.ts'
import { addressLine } from '#shared/platform/business.ts'
import type { OrderMail } from '#server/platform/outbox/order-mail.ts'
import {
  WHY,
  contactPart,
  mailToShop,
  nameOf,
  orderDetails,
  promise,
  roastDates,
  total,
  type OrderContext,
} from './order-parts.ts'
import { intro, keptText, readyDay } from './order-values.ts'
import { orderText, type PickupMail } from './order-texts.ts'
import { button, facts, oneLine, type MailContent } from './template.ts'

/** The text of an email about an order that is shipped or picked up. */
export function textOf(kind: OrderMail, context: OrderContext): MailContent {
  if (isAboutReady(kind)) return TEXTS[kind](context)
  const own = context.row.is_pickup ? OTHER_TEXTS[kind] : undefined
  return own ? own(context) : orderText(kind, context)
}

/** Whether the mail is correct only while the order is ready at the bar. */
export function isAboutReady(kind: OrderMail): kind is PickupMail {
  return kind in TEXTS
}

const TEXTS: Record<PickupMail, (context: OrderContext) => MailContent> = {
  'order-ready': (context) => ({
    preview: `At the bar, ${addressLine(context.business.place)}.${spaced(keptText(context))}`,
    title: 'It is ready',
    parts: [
      intro(context, 'text'),
      ...placeAndNumber(context),
      button('See your order', context.link),
      ...roastDates(context),
      ...orderDetails(context).slice(1, -1),
      contactPart(context),
    ],
    why: WHY,
  }),

  'order-reminder': (context) => ({
    preview: `It has been ready since ${readyDay(context)}.${spaced(keptText(context))}`,
    title: 'It is waiting for you',
    parts: [
      intro(context, 'text'),
      ...placeAndNumber(context),
      button('See your order', context.link),
      ...orderDetails(context).slice(1, -1),
      contactPart(context),
    ],
    why: 'You get this email once, because you have not picked up your order yet.',
  }),
}

const OTHER_TEXTS: Partial<Record<OrderMail, (context: OrderContext) => MailContent>> = {
  'order-to-ship': (context) => {
    const { isReplacement } = context.order
    const why = isReplacement ? `gets goods again, as a ${nameOf(context)},` : `has paid ${total(context)}`
    return mailToShop(context, {
      preview: `${total(context)}, for pickup.`,
      title: isReplacement ? 'New replacement for pickup' : 'New order for pickup',
      what: `${oneLine(context.row.buyer_name)} ${why} and comes to the bar. Please pack the order and mark it ready: the buyer then gets an email.`,
    })
  },

  'order-replacement': (context) => ({
    preview: 'It costs you nothing.',
    title: 'A replacement for you',
    parts: [
      // The shop may have no day for a pickup.
      intro(context, 'pickup', { dates: promise(context) ?? '' }),
      button('See the replacement', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }),

  'order-delivered': (context) => ({
    preview: 'Is everything as it should be?',
    title: 'You have picked it up',
    parts: [
      intro(context, 'pickup'),
      button('See your order', context.link),
      ...orderDetails(context),
      contactPart(context),
    ],
    why: WHY,
  }),
}

const spaced = (sentence: string) => sentence && ` ${sentence}`

function placeAndNumber({ order, link, business, bar }: OrderContext) {
  return [
    facts([
      ['Order', { words: `No. ${order.number}`, url: link }],
      ['Bar', `${addressLine(business.place)}\n${openingHoursText(bar.week)}`],
    ]),
  ]
}
