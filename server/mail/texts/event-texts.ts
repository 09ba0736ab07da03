/** The texts of mails about sign-ups for events. */
import type { Business } from '#shared/platform/business.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import type { EventRow, SignupRow } from '#server/kernel/db/schema.ts'
import { placeText } from '#server/content/events/calendar.ts'
import type { EventMail } from '#server/platform/outbox/event-mail.ts'
import { momentOf } from '#server/kernel/time/shop-days.ts'
import type { Placeholder } from '#shared/platform/site-pages/mails.ts'
import { introduction, type Introductions } from './introduction.ts'
import { button, facts, linkLine, oneLine, paragraph, type MailContent, type Part } from './template.ts'

export type EventContext = {
  /** The introductions by case. */
  texts: Introductions
  /** The base URL of the shop, without a trailing slash. */
  origin: string
  event: Pick<EventRow, 'title' | 'starts' | 'ends' | 'place' | 'price_cents'>
  signup: Pick<SignupRow, 'name' | 'seats' | 'state'>
  /** The URL of the event, and the URL of the page that cancels the sign-up. */
  link: string
  cancelLink: string
  inbox: string
  business: Business
}

type Text = Omit<MailContent, 'why'>

export function eventText(kind: EventMail, context: EventContext): MailContent {
  return { ...TEXTS[kind](context), why: WHY }
}

const WHY = 'You get this email because this address was signed up for an event at our shop.'

const TEXTS: Record<EventMail, (context: EventContext) => Text> = {
  'event-signup': (context) => (context.signup.state === 'seated' ? seated(context) : waiting(context)),

  'event-seat': (context) => ({
    preview: `${dayText(context)}. You have moved up from the waiting list.`,
    title: 'You have a seat',
    parts: [intro(context, 'text'), ...details(context), ...cancelParts(context)],
  }),

  'event-changed': (context) => ({
    preview: `Now ${dayText(context)}.`,
    title: 'New time or place',
    parts: [intro(context, 'text'), ...details(context), ...cancelParts(context)],
  }),

  'event-reminder': (context) => ({
    preview: `${dayText(context)}.`,
    title: 'See you tomorrow',
    parts: [intro(context, 'text'), ...details(context), ...cancelParts(context)],
  }),

  'event-left': (context) => ({
    preview: 'Your seats are free for others.',
    title: 'Your sign-up is canceled',
    parts: [intro(context, 'text'), button('See the event', context.link)],
  }),

  'event-cancelled': (context) => ({
    preview: `It does not take place on ${dayText(context)}.`,
    title: 'The event is canceled',
    parts: [intro(context, 'text')],
  }),
}

function intro(context: EventContext, name: string): Part {
  return introduction(context.texts[name]!, valuesFrom(context), context.origin)
}

function valuesFrom(context: EventContext): { [P in Placeholder]?: string } {
  const { event, signup, inbox, business } = context
  const isSeated = signup.state === 'seated'
  return {
    name: oneLine(signup.name),
    shop: business.roasters,
    email: inbox,
    event: event.title,
    date: dayText(context),
    Seats: seatsText(context),
    seats: seatsText(context).toLowerCase(),
    are: isOne(context) ? 'is' : 'are',
    them: isOne(context) ? 'it' : 'them',
    keep: isSeated ? `You keep your ${isOne(context) ? 'seat' : 'seats'}.` : '',
  }
}

function seated(context: EventContext): Text {
  return {
    preview: `${dayText(context)}. ${seatsText(context)}.`,
    title: 'You are signed up',
    parts: [intro(context, 'text'), ...details(context), ...cancelParts(context)],
  }
}

function waiting(context: EventContext): Text {
  return {
    preview: 'We write to you as soon as there is a seat.',
    title: 'You are on the waiting list',
    parts: [intro(context, 'waiting'), ...details(context), ...cancelParts(context)],
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
function endText({ starts, ends }: Pick<EventRow, 'starts' | 'ends'>): string {
  const isSameDay = starts.slice(0, 10) === ends.slice(0, 10)
  return formatDate(momentOf(ends), isSameDay ? 'time' : 'shortDayAndTime')
}

function cancelParts({ cancelLink }: EventContext): Part[] {
  return [
    linkLine('To cancel, open this link and confirm', cancelLink),
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
