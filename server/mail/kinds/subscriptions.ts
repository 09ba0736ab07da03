/** The mails about subscriptions. */
import { isToShop, type SubscriptionMail } from '#shared/platform/mails/kinds.ts'
import { frequencyText } from '#shared/platform/subscriptions.ts'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import type { SubscriptionRow } from '#server/kernel/db/schema.ts'
import {
  amountText,
  cancelPart,
  chargeText,
  endingsText,
  goodsText,
  manageParts,
  movedText,
  newPrices,
  nextFacts,
  payParts,
  reasonText,
  retryText,
  skipPart,
  type SubscriptionContext,
} from './subscription-parts.ts'
import { button, facts, oneLine, paragraph, quoted, type MailContent, type Part } from './template.ts'

/** A kind of mail about a subscription. Its subject is in shared/platform/mails/kinds.ts. */
type SubscriptionKind = {
  title: string
  preview: (context: SubscriptionContext) => string
  parts: (context: SubscriptionContext) => Part[]
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
  const { preview, title, parts } = SUBSCRIPTION_KINDS[kind]
  const mail = { preview: preview(context), title }
  if (isToShop(kind))
    return {
      ...mail,
      parts: parts(context),
      why: 'You get this email because it is the address of the shop.',
    }
  const hello = paragraph(`Hello ${oneLine(context.subscription.buyer.name)},`)
  const trial = context.isTrial ? [paragraph('This shop is being tried out: no money moves.')] : []
  return {
    ...mail,
    parts: [hello, ...parts(context), ...trial],
    why: 'You get this email because this address has a coffee subscription at our shop.',
  }
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
    preview: (context) => `${goodsText(context)}. Skip, change or cancel at any time.`,
    parts: (context) => [
      paragraph('Thank you. We will roast your first delivery on its roast day. This is what you agreed to:'),
      quoted(context.subscription.consent.text),
      ...nextFacts(context),
      ...manageParts(context),
      cancelPart(context),
    ],
    applies: always,
  },

  'subscription-notice': {
    title: 'Your next coffee',
    preview: (context) => `${chargeText(context)}. Nothing to do if that is right.`,
    parts: (context) => [
      paragraph(`${chargeText(context)}. You do not have to do anything.`),
      ...nextFacts(context),
      ...manageParts(context),
      skipPart(context),
      cancelPart(context),
    ],
    applies: (about) => ['active', 'paused'].includes(about.status) && isNext(about),
  },

  'subscription-waiting': {
    title: 'Your coffee has to wait',
    preview: (context) => `${reasonText(context)}. Nothing is charged until it ships.`,
    parts: (context) => [
      paragraph(
        `${reasonText(context)}. We send your delivery as soon as we can, and charge nothing before. If you do not want to wait, choose another coffee or skip this delivery.`,
      ),
      ...manageParts(context),
      skipPart(context),
    ],
    applies: isWaiting,
  },

  'subscription-missed': {
    title: 'We left out one delivery',
    preview: () => 'So that two boxes do not come together. Nothing was charged for it.',
    parts: (context) => [
      paragraph(
        'We could not make one of your deliveries on its day, and your next one is close. So we left it out, and charged nothing for it. We are sorry.',
      ),
      ...nextFacts(context),
      ...manageParts(context),
    ],
    applies: always,
  },

  'subscription-moved': {
    title: 'Your coffee comes after our vacation',
    preview: (context) => movedText(context),
    parts: (context) => [
      paragraph(
        `Your next delivery was planned for days on which we do not roast. ${movedText(context)} Nothing is charged before. You do not have to do anything.`,
      ),
      ...nextFacts(context),
      ...manageParts(context),
      skipPart(context),
    ],
    applies: (about) => about.status === 'active' && isNext(about),
  },

  'subscription-declined': {
    title: 'The payment did not go through',
    preview: () => 'Please pay with another method, or change it. We will also try again.',
    parts: (context) => [
      paragraph(
        `PayPal declined the payment for your delivery${amountText(context)}. We keep your coffee for you${retryText(context)}. You can pay it yourself, or change the payment method.`,
      ),
      ...payParts(context),
      cancelPart(context),
    ],
    applies: isCharging,
  },

  'subscription-method': {
    title: 'Your coffee needs a payment method',
    preview: () => 'The saved payment method was removed.',
    parts: (context) => [
      paragraph(
        `The payment method of your subscription was removed, so we could not charge your delivery${amountText(context)}. We keep your coffee for you${retryText(context)}. Choose a new payment method, or pay this delivery yourself.`,
      ),
      ...payParts(context),
      cancelPart(context),
    ],
    applies: isCharging,
  },

  'subscription-failed': {
    title: 'Your subscription is paused',
    preview: () => 'Several payments did not go through. It is not canceled.',
    parts: (context) => [
      paragraph(
        'We tried several times to charge your delivery, without success. So your subscription is paused. It is not canceled, and nothing is charged. When you have changed the payment method, resume it, and it continues with your discount.',
      ),
      ...manageParts(context),
      cancelPart(context),
    ],
    applies: ({ status }) => status === 'failed',
  },

  'subscription-price': {
    title: 'A new price',
    preview: (context) => `${newPrices(context).join('. ')}.`,
    parts: (context) => [
      paragraph('The price of your coffee goes up. Deliveries before this day keep the old price:'),
      paragraph(newPrices(context).join('\n')),
      paragraph('Your discount stays. If you do not agree, change the coffee or cancel before that day.'),
      ...manageParts(context),
      cancelPart(context),
    ],
    applies: hasNotEnded,
  },

  'subscription-canceled': {
    title: 'Your subscription is canceled',
    preview: () => 'Nothing more is charged.',
    parts: (context) => [
      paragraph(
        `Your subscription to ${goodsText(context)} is canceled. Nothing more is charged. A delivery that is already paid is still sent. If you did not cancel it, answer this email.`,
      ),
    ],
    applies: ({ status }) => status === 'canceled',
  },

  'subscription-yearly': {
    title: 'You have a subscription',
    preview: (context) => `${frequencyText(context.subscription.weeks)}: ${goodsText(context)}.`,
    parts: (context) => [
      paragraph(
        'Once a year we remind you of your subscription. If you want to keep it, you do not have to do anything.',
      ),
      ...nextFacts(context),
      ...manageParts(context),
      cancelPart(context),
    ],
    applies: hasNotEnded,
  },

  'subscription-ending': {
    title: 'A coffee ends',
    preview: (context) => `${endingsText(context)[0] ?? ''} You can choose another one.`,
    parts: (context) => [
      paragraph(endingsText(context).join('\n')),
      paragraph(
        'You do not have to do anything. A delivery never costs more than you agreed to, unless we tell you in time before. If you prefer another coffee, choose it on the page of your subscription.',
      ),
      ...manageParts(context),
      cancelPart(context),
    ],
    applies: hasNotEnded,
  },

  'subscription-sold-out': {
    title: 'A subscription waits for coffee',
    preview: (context) => reasonText(context),
    parts: (context) => [
      paragraph(
        `${reasonText(context)}. The subscription of ${oneLine(context.subscription.buyer.name)} is waiting, and the subscriber has been told. It goes on as soon as there is enough in stock.`,
      ),
      facts([
        ['Subscriber', `${oneLine(context.subscription.buyer.name)}\n${context.subscription.buyer.email}`],
        ['Delivery', context.subscription.goods.join('\n')],
      ]),
      button('See the subscription', context.links.admin),
    ],
    applies: isWaiting,
  },
}
