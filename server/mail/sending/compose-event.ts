/** Writes an email about a sign-up for an event when it is sent, from the rows of that moment. */
import { calendarOf } from '#server/content/events/calendar.ts'
import { findEvent, hasBegun } from '#server/content/events/events.ts'
import { cancelToken } from '#server/content/events/sign-up.ts'
import type { EventRow, SignupRow } from '#server/kernel/db/schema.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { EventMail } from '#server/platform/outbox/event-mail.ts'
import { businessOf, inboxOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { eventText } from '../texts/event-texts.ts'
import { introductionsOf } from '../texts/introduction.ts'
import { renderMail, type MailBody } from '../texts/template.ts'

/** Returns the mail. Null if the sign-up is deleted, or if the mail no longer applies. */
export async function aboutSignup(
  shop: Shop,
  kind: EventMail,
  id: string,
  tokenOf: (create: () => Promise<string>) => Promise<string>,
): Promise<MailBody | null> {
  const signup = await shop.db.selectFrom('event_signups').selectAll().where('id', '=', id).executeTakeFirst()
  if (!signup) return null
  const event = await findEvent(shop.db, signup.event_id)
  if (!applies(shop, kind, event, signup)) return null
  const origin = originOf(shop.config)
  const business = await businessOf(shop)
  const token = await tokenOf(() => cancelToken(shop, id, event))
  const content = eventText(kind, {
    texts: await introductionsOf(shop, kind),
    origin,
    event,
    signup,
    link: `${origin}/events/${event.id}`,
    cancelLink: `${origin}/events/${event.id}/cancel#${token}`,
    inbox: (await inboxOf(shop)).replyTo,
    business,
  })
  const mail = renderMail(content, origin, business)
  return hasCalendar(kind, signup) ? { ...mail, calendar: calendarOf(shop, event, business) } : mail
}

/** Whether the mail is still correct: the event or the sign-up may have been canceled since the mail was queued. */
function applies(shop: Shop, kind: EventMail, event: EventRow, { state }: SignupRow): boolean {
  if (kind === 'event-cancelled') return state !== 'cancelled'
  if (kind === 'event-left') return state === 'cancelled'
  if (event.cancelled_at !== null || state === 'cancelled') return false
  if (kind === 'event-reminder') return state === 'seated' && !hasBegun(shop, event)
  return kind === 'event-seat' ? state === 'seated' : true
}

/** Mails to people with seats contain the event for their calendar, or its cancellation. */
function hasCalendar(kind: EventMail, { state }: SignupRow): boolean {
  return state === 'seated' && kind !== 'event-reminder'
}
