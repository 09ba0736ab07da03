/**
 * The mails to customers whose introduction admins edit. An email can have several introductions, one for each case. The
 * subject, the facts and the buttons are not edited. server/content/site-pages/texts/mail-texts.ts has the original texts.
 */
import { prose, type ProseSlot } from './slots.ts'

/** The meaning of each placeholder, which is the same in all mails. */
export const PLACEHOLDERS = {
  name: 'the name of the customer',
  shop: 'the name of the shop',
  email: 'the address for replies',
  number: 'the number of the order',
  order: '“order”, or “replacement for order No. …”',
  total: 'the total of the order',
  dates: 'a sentence with the promised dates, or the day of pickup',
  before: 'a sentence with the dates that were promised before; may be empty',
  message: 'the sentence that you write when you send the email; may be empty',
  deadline: 'until when the order can be paid',
  recipient: 'who gets the parcel: “you” or a name',
  carrier: 'the shipping service',
  arrival: 'the days on which the parcel should arrive',
  hours: 'the opening hours',
  ready: 'the day on which the order became ready',
  kept: 'a sentence that says until when the order is kept at the bar',
  payment: 'a sentence that says whether money was charged',
  refund: 'the refunded amount',
  way: 'how the money goes back: “by PayPal”, or “to your gift card”',
  event: 'the title of the event',
  date: 'the day and time of the event',
  Seats: 'the number of seats, at the start of a sentence',
  seats: 'the number of seats',
  are: '“is” or “are”, after the seats',
  them: '“it” or “them”, for the seats',
  keep: 'a sentence that the seats are kept; empty on the waiting list',
} as const

export type Placeholder = keyof typeof PLACEHOLDERS

/** The placeholders that every mail has. */
const GENERAL = ['name', 'shop', 'email'] as const

type Introductions = { readonly [name: string]: ProseSlot }

/** @param needed placeholders that the text must contain, because the rest of the mail does not have these facts */
function introduction(label: string, placeholders: Placeholder[], needed: Placeholder[] = []): ProseSlot {
  return prose(label, {
    max: 1500,
    rows: 8,
    placeholders: [...GENERAL, ...placeholders, ...needed],
    needed,
  })
}

const mail = <S extends Introductions>(title: string, when: string, slots: S) => ({ title, when, slots })

const SEATS: Placeholder[] = ['date', 'Seats', 'seats', 'are', 'them']
const AT_BAR = 'Introduction for an order that is picked up'

export const MAIL_PAGES = {
  'order-received': mail('Order received', 'Ten minutes after the order, if it is not paid', {
    text: introduction('Introduction', ['number', 'order', 'total'], ['deadline']),
  }),
  'order-paid': mail('Order paid', 'As soon as the payment has arrived', {
    text: introduction('Introduction', ['number', 'order', 'total', 'dates']),
    pickup: introduction(AT_BAR, ['number', 'order', 'total', 'dates']),
  }),
  'order-shipped': mail('Order shipped', 'When the parcel is on its way', {
    text: introduction('Introduction', ['number', 'order', 'carrier', 'recipient', 'arrival']),
    announced: introduction('Introduction, if the carrier has not picked up the parcel yet', [
      'number',
      'order',
      'carrier',
      'recipient',
      'arrival',
    ]),
  }),
  'order-ready': mail('Ready for pickup', 'When the order is marked ready', {
    text: introduction('Introduction', ['number', 'order', 'hours', 'kept']),
  }),
  'order-reminder': mail('Pickup reminder', 'Once, if a ready order is not picked up', {
    text: introduction('Introduction', ['number', 'order', 'hours', 'ready', 'kept']),
  }),
  'order-delivered': mail('Order delivered', 'When the parcel has arrived, or the order was handed over', {
    text: introduction('Introduction', ['number', 'order']),
    recipient: introduction('Introduction, if the parcel went to another person', [
      'number',
      'order',
      'recipient',
    ]),
    pickup: introduction(AT_BAR, ['number', 'order']),
  }),
  'order-review': mail('Request for reviews', 'A week after delivery or pickup, once', {
    text: introduction('Introduction', ['number']),
    pickup: introduction(AT_BAR, ['number']),
  }),
  'order-moved': mail('New date', 'When you give an order a new date, under Roastery', {
    text: introduction('Introduction', ['number', 'order', 'before', 'message'], ['dates']),
    pickup: introduction(AT_BAR, ['number', 'order', 'before', 'message'], ['dates']),
  }),
  'order-replacement': mail('Replacement', 'When goods are sent again for free', {
    text: introduction('Introduction', ['number', 'order', 'recipient', 'dates']),
    pickup: introduction(AT_BAR, ['number', 'order', 'dates']),
  }),
  'order-cancelled': mail('Order canceled', 'When an order is canceled', {
    text: introduction('Introduction', ['number', 'order'], ['payment']),
    replacement: introduction('Introduction for a replacement', ['number', 'order']),
  }),
  'order-expired': mail('Order not paid in time', 'When the time to pay has ended', {
    text: introduction('Introduction', ['number', 'order', 'deadline'], ['payment']),
  }),
  'order-refunded': mail('Refund', 'When money is refunded', {
    text: introduction('Introduction for a full refund', ['number', 'order', 'total', 'way'], []),
    part: introduction(
      'Introduction for a part of the price',
      ['number', 'order', 'total', 'way'],
      ['refund'],
    ),
  }),
  'event-signup': mail('Event: signed up', 'After a sign-up', {
    text: introduction('Introduction', SEATS, ['event']),
    waiting: introduction('Introduction, if the person is on the waiting list', SEATS, ['event']),
  }),
  'event-seat': mail('Event: a seat became free', 'When a person moves up from the waiting list', {
    text: introduction('Introduction', SEATS, ['event']),
  }),
  'event-changed': mail('Event: new time or place', 'When the time or the place of an event changes', {
    text: introduction('Introduction', ['keep', ...SEATS], ['event']),
  }),
  'event-reminder': mail('Event: reminder', 'The day before the event', {
    text: introduction('Introduction', SEATS, ['event']),
  }),
  'event-left': mail('Event: sign-up canceled', 'When a person cancels a sign-up', {
    text: introduction('Introduction', ['date'], ['event']),
  }),
  'event-cancelled': mail('Event: canceled', 'When the shop cancels an event', {
    text: introduction('Introduction', [], ['event', 'date']),
  }),
}

/** An email with an introduction that admins edit. It is also the id of its page in the editor. */
export type EditedMail = keyof typeof MAIL_PAGES

/** The introductions of an email, by case. */
export type IntroductionsOf<K extends EditedMail> = {
  [C in keyof (typeof MAIL_PAGES)[K]['slots']]: string
}
