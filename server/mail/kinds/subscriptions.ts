/** The mails about subscriptions. */
import { isToShop, type SubscriptionMail } from '#shared/platform/mails/kinds.ts'
import { frequencyText } from '#shared/platform/subscriptions.ts'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import type { SubscriptionRow } from '#server/kernel/db/schema.ts'
import { deliveryDayWords } from '#shared/platform/delivery-day-words.ts'
import {
  amountText,
  chargeText,
  endingsText,
  goodsText,
  movedText,
  newPrices,
  nextFacts,
  reasonText,
  retryText,
  type SubscriptionContext,
} from './subscription-parts.ts'
import { button, facts, linkLine, oneLine, quoted, type MailContent, type Part } from './template.ts'

/** A kind of mail about a subscription. Its subject is in shared/platform/mails/kinds.ts. */
type SubscriptionKind = {
  title: string
  preview: (context: SubscriptionContext) => string
  text: (context: SubscriptionContext) => Part[]
  /** The parts below the text, in their order. */
  below?: readonly (keyof typeof BELOW)[]
  drawing?: MailContent['drawing']
  /** Whether the mail is still correct: the subscription may have changed since the mail was queued. */
  applies: (about: About) => boolean
}

/** The delivery that a mail is about has this `number`. */
type About = Pick<Subscription, 'next' | 'deliveries'> & {
  status: SubscriptionRow['status']
  number: number | undefined
}

/** Returns the mail. */
export function subscriptionContent(kind: SubscriptionMail, context: SubscriptionContext): MailContent {
  const { preview, title, text, below = [], drawing } = SUBSCRIPTION_KINDS[kind]
  const parts = [...text(context), ...below.flatMap((name) => BELOW[name](context))]
  const mail = { preview: preview(context), title, ...(drawing ? { drawing } : {}) }
  if (isToShop(kind))
    return {
      ...mail,
      parts,
      why: 'You get this email because it is the address of the shop.',
    }
  const hello = `Hello ${oneLine(context.subscription.buyer.name)},`
  const trial = context.isTrial ? ['This shop is being tried out: no money moves.'] : []
  return {
    ...mail,
    parts: [hello, ...parts, ...trial],
    why: 'You get this email because this address has a coffee subscription at our shop.',
  }
}

const BELOW = {
  next: nextFacts,
  manage: ({ links }: SubscriptionContext): Part[] => [button('Change, move or pause', links.manage)],
  pay: ({ links }: SubscriptionContext): Part[] => [
    ...(links.pay ? [button('Pay this delivery', links.pay)] : []),
    (links.pay ? linkLine : button)('Change the payment method', links.manage),
  ],
  skip: ({ links }: SubscriptionContext): Part[] => [linkLine('Skip only this delivery', links.skip)],
  cancel: ({ links }: SubscriptionContext): Part[] => [
    linkLine('Cancel the subscription with one click', links.cancel),
  ],
}

const always = () => true
const isNext = ({ next, number }: About) => next?.number === number
const isWaiting = (about: About) => isNext(about) && about.next?.isWaiting === true
const isCharging = ({ status, deliveries, number }: About) =>
  status === 'active' && deliveries.find((each) => each.number === number)?.state === 'charging'
const hasNotEnded = ({ status }: About) => status !== 'canceled' && status !== 'ended'

export const SUBSCRIPTION_KINDS: Record<SubscriptionMail, SubscriptionKind> = {
  'subscription-started': {
    title: 'Your subscription has started',
    drawing: 'pour',
    preview: (context) => `${goodsText(context)}. Skip, change or cancel at any time.`,
    text: (context) => [
      `Thank you. ${context.roasts ? 'We will roast your first delivery on its roast day. ' : ''}This is what you agreed to:`,
      quoted(context.subscription.consent.text),
    ],
    below: ['next', 'manage', 'cancel'],
    applies: always,
  },

  'subscription-notice': {
    title: 'Your next coffee',
    preview: (context) => `${chargeText(context)}. Nothing to do if that is right.`,
    text: (context) => [`${chargeText(context)}. You do not have to do anything.`],
    below: ['next', 'manage', 'skip', 'cancel'],
    applies: (about) => ['active', 'paused'].includes(about.status) && isNext(about),
  },

  'subscription-waiting': {
    title: 'Your coffee has to wait',
    preview: (context) => `${reasonText(context)}. Nothing is charged until it ships.`,
    text: (context) => [
      `${reasonText(context)}. We send your delivery as soon as we can, and charge nothing before. If you do not want to wait, choose another coffee or skip this delivery.`,
    ],
    below: ['manage', 'skip'],
    applies: isWaiting,
  },

  'subscription-missed': {
    title: 'We left out one delivery',
    preview: () => 'So that two boxes do not come together. Nothing was charged for it.',
    text: () => [
      'We could not make one of your deliveries on its day, and your next one is close. So we left it out, and charged nothing for it. We are sorry.',
    ],
    below: ['next', 'manage'],
    applies: always,
  },

  'subscription-moved': {
    title: 'Your coffee comes after our vacation',
    preview: (context) => movedText(context),
    text: (context) => [
      `Your next delivery was planned for ${deliveryDayWords(context.roasts).daysOff}. ${movedText(context)} Nothing is charged before. You do not have to do anything.`,
    ],
    below: ['next', 'manage', 'skip'],
    applies: (about) => about.status === 'active' && isNext(about),
  },

  'subscription-declined': {
    title: 'The payment did not go through',
    preview: () => 'Please pay with another method, or change it. We will also try again.',
    text: (context) => [
      `PayPal declined the payment for your delivery${amountText(context)}. We keep your coffee for you${retryText(context)}. You can pay it yourself, or change the payment method.`,
    ],
    below: ['pay', 'cancel'],
    applies: isCharging,
  },

  'subscription-method': {
    title: 'Your coffee needs a payment method',
    preview: () => 'The saved payment method was removed.',
    text: (context) => [
      `The payment method of your subscription was removed, so we could not charge your delivery${amountText(context)}. We keep your coffee for you${retryText(context)}. Choose a new payment method, or pay this delivery yourself.`,
    ],
    below: ['pay', 'cancel'],
    applies: isCharging,
  },

  'subscription-failed': {
    title: 'Your subscription is paused',
    preview: () => 'Several payments did not go through. It is not canceled.',
    text: () => [
      'We tried several times to charge your delivery, without success. So your subscription is paused. It is not canceled, and nothing is charged. When you have changed the payment method, resume it, and it continues with your discount.',
    ],
    below: ['manage', 'cancel'],
    applies: ({ status }) => status === 'failed',
  },

  'subscription-price': {
    title: 'A new price',
    preview: (context) => `${newPrices(context).join('. ')}.`,
    text: (context) => [
      'The price of your coffee goes up. Deliveries before this day keep the old price:',
      newPrices(context).join('\n'),
      'Your discount stays. If you do not agree, change the coffee or cancel before that day.',
    ],
    below: ['manage', 'cancel'],
    applies: hasNotEnded,
  },

  'subscription-changed': {
    title: 'Your subscription was changed',
    preview: ({ changes }) => changes.map(({ field, after }) => `${field}: ${oneLine(after)}`).join('. '),
    text: ({ changes }) => [
      'We changed your subscription for you. If you did not ask for it, answer this email.',
      ...changes.map(({ field, before, after }) =>
        facts([
          [`${field} before`, before],
          [`${field} now`, after],
        ]),
      ),
    ],
    below: ['next', 'manage', 'cancel'],
    applies: always,
  },

  'subscription-canceled': {
    title: 'Your subscription is canceled',
    preview: () => 'Nothing more is charged.',
    text: (context) => [
      `Your subscription to ${goodsText(context)} is canceled. Nothing more is charged. A delivery that is already paid is still sent. If you did not cancel it, answer this email.`,
    ],
    applies: ({ status }) => status === 'canceled',
  },

  'subscription-yearly': {
    title: 'You have a subscription',
    preview: (context) => `${frequencyText(context.subscription.weeks)}: ${goodsText(context)}.`,
    text: () => [
      'Once a year we remind you of your subscription. If you want to keep it, you do not have to do anything.',
    ],
    below: ['next', 'manage', 'cancel'],
    applies: hasNotEnded,
  },

  'subscription-ending': {
    title: 'A coffee ends',
    preview: (context) => `${endingsText(context)[0] ?? ''} You can choose another one.`,
    text: (context) => [
      endingsText(context).join('\n'),
      'You do not have to do anything. A delivery never costs more than you agreed to, unless we tell you in time before. If you prefer another coffee, choose it on the page of your subscription.',
    ],
    below: ['manage', 'cancel'],
    applies: hasNotEnded,
  },

  'subscription-sold-out': {
    title: 'A subscription waits for coffee',
    preview: (context) => reasonText(context),
    text: (context) => [
      `${reasonText(context)}. The subscription of ${oneLine(context.subscription.buyer.name)} is waiting${context.subscription.prepaid ? '' : ', and the subscriber has been told'}. It goes on as soon as there is enough in stock.`,
      facts([
        ['Subscriber', `${oneLine(context.subscription.buyer.name)}\n${context.subscription.buyer.email}`],
        ['Delivery', context.subscription.goods.join('\n')],
      ]),
      button('See the subscription', context.links.admin),
    ],
    applies: isWaiting,
  },
}
