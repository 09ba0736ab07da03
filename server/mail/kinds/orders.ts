/** The mails about an order. They show the state of the order when the mail is sent. */
import { buysSubscription } from '#shared/checkout/gift-cards.ts'
import { capitalized } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import type { OrderMail } from '#shared/platform/mails/orders.ts'
import type { OrderRow } from '#server/kernel/db/schema.ts'
import { brewing } from './brewing.ts'
import { datesFirst, datesPreview, shortArrival, shortDates } from './order-dates.ts'
import {
  NO_DATE,
  WHY,
  billOfRefund,
  contactPart,
  isWhole,
  mailToShop,
  nameOf,
  orderDetails,
  paidBill,
  promise,
  roastDates,
  sandboxNotice,
  total,
  trackingRows,
  type OrderContext,
} from './order-parts.ts'
import {
  atBar,
  closedGiftCard,
  closedPreview,
  deadline,
  greeting,
  intro,
  shortlyBack,
  keptText,
  toBuyer,
  linkToOrder,
  readyDay,
  refundWay,
  whenBack,
} from './order-to-buyer.ts'
import { button, facts, headline, linkLine, oneLine, type MailContent } from './template.ts'

type Content = (context: OrderContext) => MailContent

/** A kind of mail about an order. Its subject and its introductions are in shared/platform/mails/orders.ts. */
type OrderKind = {
  content: Content
  /** The mail about an order for pickup, and about an order that buys a gift card, if they differ. */
  pickup?: Content
  giftCard?: Content
  /** Whether only orders for pickup get it, while they are ready at the bar. */
  isAtBar?: true
  /** Whether it shows the payments, refunds or parcel of the order, and not only its goods. */
  isWhole?: true
  /** Whether the mail is still correct: the order may have changed since the mail was queued. */
  applies?: (order: { row: OrderRow; unreviewed: OrderContext['unreviewed'] }) => boolean
}

/** Returns the mail. It differs for orders for pickup and for orders of gift cards. */
export function orderContent(kind: OrderMail, context: OrderContext): MailContent {
  const { content, pickup, giftCard } = ORDER_KINDS[kind]
  const { is_gift_card, is_pickup } = context.row
  return ((is_gift_card && giftCard) || (is_pickup && pickup) || content)(context)
}

/** What an order without a parcel buys. */
const prepaid = ({ order }: OrderContext) => (buysSubscription(order) ? 'gift subscription' : 'gift card')

const AS_IT_SHOULD = 'Is everything as it should be? If not, tell us, and keep what came.'

const placeText = ({ business: { place } }: OrderContext) => `${place.street}, ${place.city}`

function replacementPreview(context: OrderContext): string {
  const dates = shortDates(context)
  return dates ? `${dates}. It costs you nothing.` : `It costs you nothing. ${NO_DATE}`
}

const textOrPickup = ({ row }: OrderContext) => (row.is_pickup ? 'pickup' : 'text')

export const ORDER_KINDS: Record<OrderMail, OrderKind> = {
  'order-received': {
    // Paid, closed, or being paid since the order was placed.
    applies: ({ row }) => row.state === 'pending',
    content: (context) =>
      toBuyer(context, {
        preview: `Pay by ${deadline(context)} and it is yours.`,
        title: 'We have your order',
        top: [headline('Pay by', deadline(context))],
        link: button('See and pay your order', context.link),
        below: [
          `${promise(context) ?? 'Once it is paid, we write to you with the day on which it ships.'} If you have already paid, you will get another email about that.`,
        ],
      }),
    giftCard: (context) =>
      toBuyer(context, {
        preview: `Pay by ${deadline(context)}, and it is ready.`,
        title: 'We have your order',
        top: [headline('Pay by', deadline(context))],
        first: greeting(context),
        above: [
          `Your order of a ${prepaid(context)} has reached us. It is not paid yet: please pay by ${deadline(context)}. ${buysSubscription(context.order) ? 'The gift begins' : 'The card is ready'} as soon as it is paid.`,
        ],
        link: button('See and pay your order', context.link),
      }),
  },

  'order-paid': {
    content: (context) =>
      toBuyer(context, {
        preview: datesPreview(context, `${total(context)} has arrived. ${NO_DATE}`),
        title: 'Thank you, it is paid',
        top: datesFirst(context),
        drawing: 'packing',
        intro: textOrPickup(context),
        above: sandboxNotice(context),
        below: brewing(context),
      }),
    giftCard: (context) =>
      toBuyer(context, {
        preview: `${total(context)} has arrived. The ${prepaid(context)} of order No. ${context.order.number} is ready.`,
        title: 'Thank you, it is paid',
        first: greeting(context),
        above: [
          buysSubscription(context.order)
            ? `Your payment of ${total(context)} has arrived. The link of your gift comes in a separate email. The page of your order shows what is left, and has the gift to print and the invoice.`
            : `Your payment of ${total(context)} has arrived, and the gift card is ready. It comes with its code in an email of its own, on the day that you chose. The page of your order says when, and has the card to print and the invoice.`,
          ...sandboxNotice(context),
        ],
        link: button(`See your ${prepaid(context)}`, context.link),
      }),
  },

  'order-replacement': {
    content: (context) =>
      toBuyer(context, {
        preview: replacementPreview(context),
        title: 'We send you a replacement',
        top: datesFirst(context),
        link: button('See the replacement', context.link),
      }),
    pickup: (context) =>
      toBuyer(context, {
        preview: replacementPreview(context),
        title: 'A replacement for you',
        top: datesFirst(context),
        // The shop may have no day for a pickup.
        first: intro(context, 'pickup', { dates: promise(context) ?? '' }),
        link: button('See the replacement', context.link),
      }),
  },

  'order-moved': {
    applies: ({ row }) => row.state === 'paid',
    content: (context) =>
      toBuyer(context, {
        preview: datesPreview(context, NO_DATE),
        title: 'A new date for your order',
        top: datesFirst(context),
        intro: textOrPickup(context),
      }),
  },

  'order-to-ship': {
    content: (context) => {
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
    pickup: (context) => {
      const { isReplacement } = context.order
      const why = isReplacement ? `gets goods again, as a ${nameOf(context)},` : `has paid ${total(context)}`
      return mailToShop(context, {
        preview: `${total(context)}, for pickup.`,
        title: isReplacement ? 'New replacement for pickup' : 'New order for pickup',
        what: `${oneLine(context.row.buyer_name)} ${why} and comes to the bar. Please pack the order and mark it ready: the buyer then gets an email.`,
      })
    },
  },

  'order-shipped': {
    isWhole: true,
    content: (context) => ({
      preview: `${capitalized(shortArrival(context))}, by USPS ground. Order No. ${context.order.number} has left our shop.`,
      title: 'It is on its way',
      drawing: 'delivery',
      parts: [
        headline('Delivery', capitalized(shortArrival(context))),
        // As on the page of the order: the label is bought, and the carrier has not scanned the parcel yet.
        intro(context, context.order.parcel?.state === 'announced' ? 'announced' : 'text'),
        context.order.tracking?.url
          ? button('Follow the parcel', context.order.tracking.url)
          : button('See your order', context.link),
        facts([linkToOrder(context), ...trackingRows(context)]),
        ...roastDates(context),
        ...brewing(context),
        ...orderDetails(context).slice(1),
        contactPart(context),
      ],
      why: WHY,
    }),
  },

  'order-ready': {
    isAtBar: true,
    content: (context) => ({
      preview: `${keptText(context) || 'It is packed and waits for you.'} At ${placeText(context)}.`,
      title: 'It is ready',
      parts: atBar(context, [...roastDates(context), ...brewing(context)]),
      why: WHY,
    }),
  },

  'order-reminder': {
    isAtBar: true,
    content: (context) => ({
      preview: `Ready since ${readyDay(context)}. ${keptText(context) || `At ${placeText(context)}.`}`,
      title: 'It is waiting for you',
      parts: atBar(context),
      why: 'You get this email once, because you have not picked up your order yet.',
    }),
  },

  'order-delivered': {
    content: (context) =>
      toBuyer(context, {
        preview: AS_IT_SHOULD,
        title: 'It has arrived',
        drawing: 'moka',
        intro: context.row.recipient === null ? 'text' : 'recipient',
        below: brewing(context),
      }),
    pickup: (context) =>
      toBuyer(context, {
        preview: AS_IT_SHOULD,
        title: 'You have picked it up',
        drawing: 'moka',
        intro: 'pickup',
        below: brewing(context),
      }),
  },

  'order-review': {
    // Refunded, reviewed or removed from the shop since the mail was queued.
    applies: ({ row, unreviewed }) => row.state === 'delivered' && unreviewed.length > 0,
    content: (context) => ({
      preview: 'A line or two helps other customers to choose.',
      title: 'How was it?',
      parts: [
        intro(context, textOrPickup(context)),
        ...context.unreviewed.map(({ id, slug, name }, index) =>
          (index === 0 ? button : linkLine)(
            `Review ${oneLine(name)}`,
            `${context.origin}${productPath({ _id: id, slug })}#reviews`,
          ),
        ),
        facts([linkToOrder(context)]),
        contactPart(context),
      ],
      why: 'You get this email once for each order. It is the only one that asks for a review.',
    }),
  },

  'order-cancelled': {
    isWhole: true,
    content: (context) =>
      context.order.isReplacement
        ? toBuyer(context, {
            preview: 'You do not get these goods again. If you expect them, write to us.',
            title: 'The replacement is canceled',
            intro: 'replacement',
            link: button('See the replacement', context.link),
          })
        : toBuyer(context, {
            preview: closedPreview(context),
            title: 'Your order is canceled',
          }),
    giftCard: (context) => closedGiftCard(context, 'Your order is canceled', 'Your order is canceled.'),
  },

  'order-expired': {
    isWhole: true,
    content: (context) =>
      toBuyer(context, { preview: closedPreview(context), title: 'The time to pay ran out' }),
    giftCard: (context) =>
      closedGiftCard(
        context,
        'The time to pay ran out',
        `Your order of a ${prepaid(context)} was not paid by ${deadline(context)}, so it is closed.`,
      ),
  },

  // Without a link to the order: the address may be mistyped, and is not that of the buyer.
  'order-receipt': {
    isWhole: true,
    content: (context) => ({
      preview: `You paid ${total(context)} for order No. ${context.order.number}. Thank you.`,
      title: 'Your receipt',
      parts: [
        intro(context, 'text'),
        facts([
          ['Order', `No. ${context.order.number}`],
          ['Paid', context.row.paid_at ? formatDate(context.row.paid_at, 'dayAndTime') : ''],
        ]),
        ...paidBill(context),
        contactPart(context),
      ],
      why: 'You get this email because you asked for a receipt. It is only about this order.',
    }),
  },

  'order-refunded': {
    isWhole: true,
    // The text does not say who made the refund, because it may result from a dispute at PayPal.
    content: (context) =>
      toBuyer(context, {
        preview: `${formatCents(context.cents)} is refunded ${refundWay(context)}. ${shortlyBack(context)}.`,
        title: 'Your money goes back',
        intro: isWhole(context) ? 'text' : 'part',
        above: [
          ...(context.refund ? billOfRefund(context.refund, context.order) : []),
          whenBack(context),
          ...sandboxNotice(context),
        ],
      }),
  },
}
