/** The original introductions of mails to customers. */
import type { EditedMail, IntroductionsOf } from '#shared/platform/site-pages/mails.ts'
import { paragraphs } from './parts.ts'

const HELLO = 'Hello {name},'

const DELIVERED =
  'We hope that it tastes as it should. If something is damaged, wrong or missing, tell us at once, and keep what came.'
const REVIEW =
  'If you like, tell other customers how it tasted: good or bad, a line or two is enough. You can change your review later.'
const MOVED =
  'If that is too late for you, answer this email, and we cancel the order and refund all of it. Otherwise you need not do anything.'
const BUY_AGAIN = 'If you still want them, the page of the order puts them back into your cart.'

export const DEFAULT_MAIL_TEXTS: { readonly [K in EditedMail]: IntroductionsOf<K> } = {
  'order-received': {
    text: paragraphs(
      HELLO,
      'Your order has reached us. It is not paid yet: we keep the goods for you until {deadline}, and then they go back on the shelf.',
    ),
  },
  'order-paid': {
    text: paragraphs(
      HELLO,
      'Your payment of {total} has arrived. {dates} You will get an email with the tracking number when it leaves. The page of your order shows the next steps and has the invoice.',
    ),
    pickup: paragraphs(
      HELLO,
      'Your payment of {total} has arrived. {dates} You will get an email as soon as it is ready. The page of your order shows the next steps and has the invoice.',
    ),
  },
  'order-shipped': {
    text: paragraphs(
      HELLO,
      'Your {order} has left our shop by {carrier}, and should be with {recipient} {arrival}.',
    ),
    announced: paragraphs(
      HELLO,
      'Your {order} is on its way by {carrier}, and should be with {recipient} {arrival}. The link to the parcel shows more as soon as the carrier has scanned it.',
    ),
  },
  'order-ready': {
    text: paragraphs(
      HELLO,
      'Your {order} is packed and waits for you at the bar. Come {hours}, and tell us your name and the number of the order. {kept}',
    ),
  },
  'order-reminder': {
    text: paragraphs(
      HELLO,
      'Your {order} has been ready at the bar since {ready}. {kept} If you cannot come, answer this email, and we find a way.',
    ),
  },
  'order-delivered': {
    text: paragraphs(HELLO, `Your {order} has been delivered. ${DELIVERED}`),
    recipient: paragraphs(HELLO, `Your {order} has been delivered to {recipient}. ${DELIVERED}`),
    pickup: paragraphs(
      HELLO,
      'Your {order} was handed over at the bar. If that was not you, or if something is wrong or missing, tell us at once.',
    ),
  },
  'order-review': {
    text: paragraphs(HELLO, `Your order arrived a week ago. ${REVIEW}`),
    pickup: paragraphs(HELLO, `You picked up your order a week ago. ${REVIEW}`),
  },
  'order-moved': {
    text: paragraphs(
      HELLO,
      'We are sorry: your {order} needs a new date. {message}',
      '{dates} {before}',
      MOVED,
    ),
    pickup: paragraphs(
      HELLO,
      'We are sorry: your {order} needs a new date. {message}',
      '{dates} {before}',
      MOVED,
    ),
  },
  'order-replacement': {
    text: paragraphs(
      HELLO,
      'We send these goods to {recipient} again, as a {order}. You pay nothing for them. {dates} You will get an email with the tracking number when it leaves.',
    ),
    pickup: paragraphs(
      HELLO,
      'You get these goods again at the bar, as a {order}. You pay nothing for them. {dates} You will get an email as soon as they are ready.',
    ),
  },
  'order-cancelled': {
    text: paragraphs(
      HELLO,
      'Your order has been canceled. {payment} The goods are back on the shelf.',
      BUY_AGAIN,
    ),
    replacement: paragraphs(
      HELLO,
      'The {order} is canceled: you do not get these goods again. If you expect them, please write to us.',
    ),
  },
  'order-expired': {
    text: paragraphs(
      HELLO,
      'We kept the goods for you until {deadline}; your order was not paid by then, so it is closed. {payment} The goods are back on the shelf.',
      BUY_AGAIN,
    ),
  },
  'order-refunded': {
    text: paragraphs(HELLO, 'Your order is refunded: all {total} goes back the way it came, {way}.'),
    part: paragraphs(HELLO, '{refund} of the {total} that you paid goes back to you the way it came, {way}.'),
  },
  'event-signup': {
    text: paragraphs(
      HELLO,
      '{Seats} for “{event}” {are} kept for you. The attached file adds the event to your calendar.',
    ),
    waiting: paragraphs(
      HELLO,
      'Not enough seats for “{event}” are free, so you are on the waiting list for {seats}. When seats become free, they are yours in the order of the list, and we write to you at once.',
    ),
  },
  'event-seat': {
    text: paragraphs(
      HELLO,
      'A seat became free, and you were on the waiting list: {seats} for “{event}” {are} now yours. If you can no longer come, please cancel, so that the next person gets {them}.',
    ),
  },
  'event-changed': {
    text: paragraphs(HELLO, 'The time or the place of “{event}” has changed. {keep} This is how it is now:'),
  },
  'event-reminder': {
    text: paragraphs(
      HELLO,
      '“{event}” is tomorrow, and {seats} {are} kept for you. If you cannot come, please cancel: someone on the waiting list may be happy.',
    ),
  },
  'event-left': {
    text: paragraphs(
      HELLO,
      'Your sign-up for “{event}” on {date} is canceled. If you did not want this, sign up again, or write to {email}.',
    ),
  },
  'event-cancelled': {
    text: paragraphs(
      HELLO,
      'We are sorry: “{event}” on {date} does not take place. You do not have to do anything. If you have a question, answer this email.',
    ),
  },
}
