/** The introductions of mails to customers, which admins edit: the placeholders that they may contain, and their original texts. */
import { prose, type ProseSlot } from '../site-pages/slots.ts'

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
  way: 'how the money goes back: “by PayPal”, “to your Visa ending in 1234”, or “to your gift card”',
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

/** A text that admins edit, and the text of a shop that has changed nothing. */
export type Introduction = { slot: ProseSlot; original: string }

type Options = {
  label?: string
  placeholders?: readonly Placeholder[]
  /** Placeholders that the text must contain, because the rest of the mail does not have these facts. */
  needed?: readonly Placeholder[]
}

/** An introduction. @param original the paragraphs after the greeting */
export function introduction(
  { label = 'Introduction', placeholders = [], needed = [] }: Options,
  ...original: string[]
): Introduction {
  const slot = prose(label, {
    max: 1500,
    rows: 8,
    placeholders: [...GENERAL, ...placeholders, ...needed],
    needed,
  })
  return { slot, original: ['Hello {name},', ...original].join('\n\n') }
}

/** What the outbox, the list of mails and the editor need of a kind of mail. Its content is in `server/mail/kinds`. */
export type MailFacts = {
  /** The name in the list of mails. */
  name: string
  /** With placeholders. Left out if each mail has a subject of its own. */
  subject?: string
  /** Whether it goes to the shop, and not to a customer. */
  isToShop?: true
  /** The page of the editor: its title, when the mail is sent, and an introduction for each case. */
  edited?: { title: string; when: string; cases: { readonly [name: string]: Introduction } }
}
