/** The texts of mails about sign-ups for events. */
import type { Business } from '#shared/business.ts'
import { counted } from '#shared/counts.ts'
import { formatDate } from '#shared/dates.ts'
import { formatCents } from '#shared/pricing.ts'
import type { EventRow, SignupRow } from '../db/schema.ts'
import { placeText } from '../events/calendar.ts'
import type { EventMail } from '../outbox/event-mail.ts'
import { momentOf } from '../time/local-time.ts'
import { button, facts, oneLine, paragraph, type MailContent, type Part } from './template.ts'

export type EventContext = {
  event: EventRow
  signup: SignupRow
  /** The URL of the event, and that of the page that cancels the sign-up. */
  link: string
  cancelLink: string
  inbox: string
  business: Business
}

type Text = Omit<MailContent, 'why'>

export function eventText(kind: EventMail, context: EventContext): MailContent {
  const { preview, title, parts } = TEXTS[kind](context)
  const hello = paragraph(`Hello ${oneLine(context.signup.name)},`)
  return { preview, title, parts: [hello, ...parts], why: WHY }
}

const WHY = 'You get this mail because this address was signed up for an event at our shop.'

const TEXTS: Record<EventMail, (context: EventContext) => Text> = {
  'event-signup': (context) => (context.signup.state === 'seated' ? seated(context) : waiting(context)),

  'event-seat': (context) => ({
    preview: `${dayText(context)}. You have moved up from the waiting list.`,
    title: 'You have a seat',
    parts: [
      paragraph(
        `A seat became free, and you were on the waiting list: ${seatsText(context).toLowerCase()} for “${context.event.title}” ${isOne(context) ? 'is' : 'are'} now yours. If you cannot come any more, please cancel, so that the next person gets ${isOne(context) ? 'it' : 'them'}.`,
      ),
      ...details(context),
      ...cancelParts(context),
    ],
  }),

  'event-changed': (context) => ({
    preview: `Now ${dayText(context)}.`,
    title: 'New time or place',
    parts: [
      paragraph(
        `The time or the place of “${context.event.title}” has changed. ${context.signup.state === 'seated' ? `You keep your ${isOne(context) ? 'seat' : 'seats'}. ` : ''}This is how it is now:`,
      ),
      ...details(context),
      ...cancelParts(context),
    ],
  }),

  'event-reminder': (context) => ({
    preview: `${dayText(context)}.`,
    title: 'See you tomorrow',
    parts: [
      paragraph(
        `“${context.event.title}” is tomorrow, and ${seatsText(context).toLowerCase()} ${isOne(context) ? 'is' : 'are'} kept for you. If you cannot come, please cancel: someone on the waiting list may be happy.`,
      ),
      ...details(context),
      ...cancelParts(context),
    ],
  }),

  'event-left': (context) => ({
    preview: 'Your seats are free for others.',
    title: 'Your sign-up is cancelled',
    parts: [
      paragraph(
        `Your sign-up for “${context.event.title}” on ${dayText(context)} is cancelled. If you did not want this, sign up again, or write to ${context.inbox}.`,
      ),
      button('See the event', context.link),
    ],
  }),

  'event-cancelled': (context) => ({
    preview: `It does not take place on ${dayText(context)}.`,
    title: 'The event is cancelled',
    parts: [
      paragraph(
        `We are sorry: “${context.event.title}” on ${dayText(context)} does not take place. You do not have to do anything. If you have a question, answer this mail.`,
      ),
    ],
  }),
}

function seated(context: EventContext): Text {
  return {
    preview: `${dayText(context)}. ${seatsText(context)}.`,
    title: 'You are signed up',
    parts: [
      paragraph(
        `${seatsText(context)} for “${context.event.title}” ${isOne(context) ? 'is' : 'are'} kept for you. The attached file adds the event to your calendar.`,
      ),
      ...details(context),
      ...cancelParts(context),
    ],
  }
}

function waiting(context: EventContext): Text {
  return {
    preview: 'We write to you as soon as there is a seat.',
    title: 'You are on the waiting list',
    parts: [
      paragraph(
        `Not enough seats for “${context.event.title}” are free, so you are on the waiting list for ${seatsText(context).toLowerCase()}. When seats become free, they are yours in the order of the list, and we write to you at once.`,
      ),
      ...details(context),
      ...cancelParts(context),
    ],
  }
}

function details({ event, link, signup, business }: EventContext): Part[] {
  const starts = momentOf(event.starts)
  const day = formatDate(starts, 'weekday')
  const price = event.price_cents === null ? '' : `${formatCents(event.price_cents)} each, paid at the event`
  return [
    facts([
      ['When', `${day}\n${formatDate(starts, 'time')} to ${endText(event)}`],
      ['Where', placeText(event, business)],
      ['Seats', String(signup.seats)],
      ['Price', price],
    ]),
    button('See the event', link),
  ]
}

/** `8:30 PM`, with the day if the event ends on another day. */
function endText({ starts, ends }: EventRow): string {
  const isSameDay = starts.slice(0, 10) === ends.slice(0, 10)
  return formatDate(momentOf(ends), isSameDay ? 'time' : 'shortDayAndTime')
}

function cancelParts({ cancelLink }: EventContext): Part[] {
  return [
    paragraph(`To cancel, open this link and confirm:\n${cancelLink}`),
    paragraph('To change the number of seats, cancel and sign up again.'),
  ]
}

function dayText({ event }: EventContext): string {
  const starts = momentOf(event.starts)
  return `${formatDate(starts, 'weekday')}, ${formatDate(starts, 'time')}`
}

const isOne = ({ signup }: EventContext) => signup.seats === 1

function seatsText({ signup }: EventContext): string {
  return signup.seats === 1 ? 'One seat' : counted(signup.seats, 'seat')
}
