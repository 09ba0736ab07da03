/** The texts of mails about subscriptions. */
import { frequencyText } from '#shared/platform/subscriptions.ts'
import type { SubscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
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
import { button, facts, oneLine, paragraph, quoted, type MailContent } from './template.ts'

type Text = Omit<MailContent, 'why'>

export function subscriptionText(kind: SubscriptionMail, context: SubscriptionContext): MailContent {
  const { preview, title, parts } = TEXTS[kind](context)
  if (kind === 'subscription-sold-out') return { preview, title, parts, why: TO_SHOP }
  const hello = paragraph(`Hello ${oneLine(context.subscription.buyer.name)},`)
  const trial = context.isTrial ? [paragraph('This shop is being tried out: no money moves.')] : []
  return { preview, title, parts: [hello, ...parts, ...trial], why: WHY }
}

const WHY = 'You get this email because this address has a coffee subscription at our shop.'
const TO_SHOP = 'You get this email because it is the address of the shop.'

const TEXTS: Record<SubscriptionMail, (context: SubscriptionContext) => Text> = {
  'subscription-started': (context) => ({
    preview: `${goodsText(context)}. Skip, change or cancel at any time.`,
    title: 'Your subscription has started',
    parts: [
      paragraph('Thank you. We will roast your first delivery on its roast day. This is what you agreed to:'),
      quoted(context.subscription.consent.text),
      ...nextFacts(context),
      ...manageParts(context),
      cancelPart(context),
    ],
  }),

  'subscription-notice': (context) => ({
    preview: `${chargeText(context)}. Nothing to do if that is right.`,
    title: 'Your next coffee',
    parts: [
      paragraph(`${chargeText(context)}. You do not have to do anything.`),
      ...nextFacts(context),
      ...manageParts(context),
      skipPart(context),
      cancelPart(context),
    ],
  }),

  'subscription-waiting': (context) => ({
    preview: `${reasonText(context)}. Nothing is charged until it ships.`,
    title: 'Your coffee has to wait',
    parts: [
      paragraph(
        `${reasonText(context)}. We send your delivery as soon as we can, and charge nothing before. If you do not want to wait, choose another coffee or skip this delivery.`,
      ),
      ...manageParts(context),
      skipPart(context),
    ],
  }),

  'subscription-missed': (context) => ({
    preview: 'So that two boxes do not come together. Nothing was charged for it.',
    title: 'We left out one delivery',
    parts: [
      paragraph(
        'We could not make one of your deliveries on its day, and your next one is close. So we left it out, and charged nothing for it. We are sorry.',
      ),
      ...nextFacts(context),
      ...manageParts(context),
    ],
  }),

  'subscription-moved': (context) => ({
    preview: movedText(context),
    title: 'Your coffee comes after our vacation',
    parts: [
      paragraph(
        `Your next delivery was planned for days on which we do not roast. ${movedText(context)} Nothing is charged before. You do not have to do anything.`,
      ),
      ...nextFacts(context),
      ...manageParts(context),
      skipPart(context),
    ],
  }),

  'subscription-declined': (context) => ({
    preview: 'Please pay with another method, or change it. We will also try again.',
    title: 'The payment did not go through',
    parts: [
      paragraph(
        `PayPal declined the payment for your delivery${amountText(context)}. We keep your coffee for you${retryText(context)}. You can pay it yourself, or change the payment method.`,
      ),
      ...payParts(context),
      cancelPart(context),
    ],
  }),

  'subscription-method': (context) => ({
    preview: 'The saved payment method was removed.',
    title: 'Your coffee needs a payment method',
    parts: [
      paragraph(
        `The payment method of your subscription was removed, so we could not charge your delivery${amountText(context)}. We keep your coffee for you${retryText(context)}. Choose a new payment method, or pay this delivery yourself.`,
      ),
      ...payParts(context),
      cancelPart(context),
    ],
  }),

  'subscription-failed': (context) => ({
    preview: 'Several payments did not go through. It is not canceled.',
    title: 'Your subscription is paused',
    parts: [
      paragraph(
        'We tried several times to charge your delivery, without success. So your subscription is paused. It is not canceled, and nothing is charged. When you have changed the payment method, resume it, and it continues with your discount.',
      ),
      ...manageParts(context),
      cancelPart(context),
    ],
  }),

  'subscription-price': (context) => ({
    preview: `${newPrices(context).join('. ')}.`,
    title: 'A new price',
    parts: [
      paragraph('The price of your coffee goes up. Deliveries before this day keep the old price:'),
      paragraph(newPrices(context).join('\n')),
      paragraph('Your discount stays. If you do not agree, change the coffee or cancel before that day.'),
      ...manageParts(context),
      cancelPart(context),
    ],
  }),

  'subscription-canceled': (context) => ({
    preview: 'Nothing more is charged.',
    title: 'Your subscription is canceled',
    parts: [
      paragraph(
        `Your subscription to ${goodsText(context)} is canceled. Nothing more is charged. A delivery that is already paid is still sent. If you did not cancel it, answer this email.`,
      ),
    ],
  }),

  'subscription-yearly': (context) => ({
    preview: `${frequencyText(context.subscription.weeks)}: ${goodsText(context)}.`,
    title: 'You have a subscription',
    parts: [
      paragraph(
        'Once a year we remind you of your subscription. If you want to keep it, you do not have to do anything.',
      ),
      ...nextFacts(context),
      ...manageParts(context),
      cancelPart(context),
    ],
  }),

  'subscription-ending': (context) => ({
    preview: `${endingsText(context)[0] ?? ''} You can choose another one.`,
    title: 'A coffee ends',
    parts: [
      paragraph(endingsText(context).join('\n')),
      paragraph(
        'You do not have to do anything. A delivery never costs more than you agreed to, unless we tell you in time before. If you prefer another coffee, choose it on the page of your subscription.',
      ),
      ...manageParts(context),
      cancelPart(context),
    ],
  }),

  'subscription-sold-out': (context) => ({
    preview: reasonText(context),
    title: 'A subscription waits for coffee',
    parts: [
      paragraph(
        `${reasonText(context)}. The subscription of ${oneLine(context.subscription.buyer.name)} is waiting, and the subscriber has been told. It goes on as soon as there is enough in stock.`,
      ),
      facts([
        ['Subscriber', `${oneLine(context.subscription.buyer.name)}\n${context.subscription.buyer.email}`],
        ['Delivery', context.subscription.goods.join('\n')],
      ]),
      button('See the subscription', context.links.admin),
    ],
  }),
}
