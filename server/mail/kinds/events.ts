/** The mails about sign-ups for events, written when they are sent, from the rows of that moment. */
import type { Business } from '#shared/platform/business.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import type { EventMail } from '#shared/platform/mails/events.ts'
import { eventPath } from '#shared/platform/record-paths.ts'
import type { Placeholder } from '#shared/platform/mails/introductions.ts'
import { calendarOf, findEvent, hasBegun, placeText } from '#server/content/events/events.ts'
import { cancelToken } from '#server/content/events/sign-ups.ts'
import type { EventRow, SignupRow } from '#server/kernel/db/schema.ts'
import { withOffset } from '#server/kernel/time/shop-days.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { businessOf, inboxOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { introduction, introductionsOf, type Introductions } from './introduction.ts'
import type { TokenSource } from './mail-links.ts'
import {
  button,
  facts,
  linkLine,
  oneLine,
  renderMail,
  type MailBody,
  type MailContent,
  type Part,
} from './template.ts'

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

/** A kind of mail about a sign-up. Its subject and its introductions are in shared/platform/mails/events.ts. */
type EventKind = {
  preview: (context: EventContext) => string
  title: string
  /** Below the introduction: the event and how to cancel, only a link to the event, or nothing. */
  below: 'details' | 'link' | 'nothing'
  /** Whether the mail is still correct: the event or the sign-up may have been canceled since the mail was queued. */
  applies: (shop: Shop, event: EventRow, state: SignupRow['state']) => boolean
  /** Whether a mail to a person with a seat contains the event for the calendar, or its cancellation. */
  hasCalendar: boolean
}

const isOn = (event: EventRow, state: SignupRow['state']) =>
  event.cancelled_at === null && state !== 'cancelled'

const KINDS: Record<EventMail, EventKind> = {
  'event-signup': {
    preview: (context) => `${dayText(context)}. ${seatsText(context)}.`,
    title: 'You are signed up',
    below: 'details',
    applies: (_, event, state) => isOn(event, state),
    hasCalendar: true,
  },
  'event-seat': {
    preview: (context) => `${dayText(context)}. You have moved up from the waiting list.`,
    title: 'You have a seat',
    below: 'details',
    applies: (_, event, state) => isOn(event, state) && state === 'seated',
    hasCalendar: true,
  },
  'event-changed': {
    preview: (context) => `Now ${dayText(context)}.`,
    title: 'New time or place',
    below: 'details',
    applies: (_, event, state) => isOn(event, state),
    hasCalendar: true,
  },
  'event-reminder': {
    preview: (context) => `${dayText(context)}.`,
    title: 'See you tomorrow',
    below: 'details',
    applies: (shop, event, state) => isOn(event, state) && state === 'seated' && !hasBegun(shop, event),
    hasCalendar: false,
  },
  'event-left': {
    preview: () => 'Your seats are free for others.',
    title: 'Your sign-up is canceled',
    below: 'link',
    applies: (_shop, _event, state) => state === 'cancelled',
    hasCalendar: true,
  },
  'event-cancelled': {
    preview: (context) => `It does not take place on ${dayText(context)}.`,
    title: 'The event is canceled',
    below: 'nothing',
    applies: (_shop, _event, state) => state !== 'cancelled',
    hasCalendar: true,
  },
}

/** Returns the mail. Null if the sign-up is deleted, or if the mail no longer applies. */
export async function aboutSignup(
  shop: Shop,
  kind: EventMail,
  id: string,
  tokenOf: TokenSource,
): Promise<MailBody | null> {
  const signup = await shop.db.selectFrom('event_signups').selectAll().where('id', '=', id).executeTakeFirst()
  if (!signup) return null
  const event = await findEvent(shop.db, signup.event_id)
  const { applies, hasCalendar } = KINDS[kind]
  if (!applies(shop, event, signup.state)) return null
  const business = await businessOf(shop)
  const token = await tokenOf(() => cancelToken(shop, id, event))
  const link = originOf(shop.config) + eventPath({ _id: event.id, slug: event.slug })
  const content = eventContent(kind, {
    texts: await introductionsOf(shop, kind),
    origin: originOf(shop.config),
    event,
    signup,
    link,
    cancelLink: `${link}/cancel#${token}`,
    inbox: (await inboxOf(shop)).replyTo,
    business,
  })
  const mail = await renderMail(shop, content)
  return hasCalendar && signup.state === 'seated'
    ? { ...mail, calendar: calendarOf(shop, event, business) }
    : mail
}

/** Returns the mail. A sign-up on the waiting list is confirmed with another text. */
export function eventContent(kind: EventMail, context: EventContext): MailContent {
  const isWaiting = kind === 'event-signup' && context.signup.state !== 'seated'
  const { preview, title, below } = KINDS[kind]
  return {
    preview: isWaiting ? 'We write to you as soon as there is a seat.' : preview(context),
    title: isWaiting ? 'You are on the waiting list' : title,
    parts: [
      introduction(context.texts[isWaiting ? 'waiting' : 'text']!, valuesFrom(context), context.origin),
      ...(below === 'details' ? [...details(context), ...cancelParts(context)] : []),
      ...(below === 'link' ? [button('See the event', context.link)] : []),
    ],
    why: 'You get this email because this address was signed up for an event at our shop.',
  }
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

function details({ event, link, signup, business }: EventContext): Part[] {
  const starts = withOffset(event.starts)
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
  return formatDate(withOffset(ends), isSameDay ? 'time' : 'shortDayAndTime')
}

function cancelParts({ cancelLink }: EventContext): Part[] {
  return [
    linkLine('To cancel, open this link and confirm', cancelLink),
    'To change the number of seats, cancel and sign up again.',
  ]
}

function dayText({ event }: EventContext): string {
  const starts = withOffset(event.starts)
  return `${formatDate(starts, 'weekday')}, ${formatDate(starts, 'time')}`
}

const isOne = ({ signup }: EventContext) => signup.seats === 1

function seatsText({ signup }: EventContext): string {
  return signup.seats === 1 ? 'One seat' : counted(signup.seats, 'seat')
}
