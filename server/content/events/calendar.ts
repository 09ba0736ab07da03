/** Events as calendar files: RFC 5545, with times in UTC, so that no time zone has to be described. */
import type { Business } from '#shared/platform/business.ts'
import type { EventRow } from '#server/kernel/db/schema.ts'
import type { Download } from '#server/platform/http/serve.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { momentOf } from '#server/kernel/time/shop-days.ts'
import { readPublished } from './events.ts'

/** The calendar file of a published event. Throws 404. */
export async function downloadCalendar(shop: Shop, id: string): Promise<Download> {
  const event = await readPublished(shop.db, id)
  return { name: 'event.ics', content: calendarOf(shop, event, await businessOf(shop)) }
}

/** The text of a calendar file. A newer file of the same event replaces an older one in the calendar (SEQUENCE). */
export function calendarOf(
  { config, clock }: Pick<Shop, 'config' | 'clock'>,
  event: EventRow,
  business: Business,
): string {
  const origin = originOf(config)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(business.roasters)}//Events//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.id}@${new URL(origin).hostname}`,
    `SEQUENCE:${event.version}`,
    `DTSTAMP:${stamp(clock.now().toISOString())}`,
    `DTSTART:${stamp(momentOf(event.starts))}`,
    `DTEND:${stamp(momentOf(event.ends))}`,
    `SUMMARY:${text(event.title)}`,
    `LOCATION:${text(placeText(event, business))}`,
    `DESCRIPTION:${text(event.description)}`,
    `URL:${origin}/events/${event.id}`,
    `STATUS:${event.cancelled_at === null ? 'CONFIRMED' : 'CANCELLED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** Where an event takes place, in one line. */
export function placeText({ place }: Pick<EventRow, 'place'>, { roasters, place: bar }: Business): string {
  const { street, city, state, postalCode } = bar
  return place || `${roasters}, ${street}, ${city}, ${state} ${postalCode}`
}

/** A moment in UTC: `20261121T233000Z`. */
function stamp(moment: string): string {
  return new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '')
}

/** Section 3.3.11: escapes a text. Control characters other than line ends are not allowed in it. */
function text(value: string): string {
  return value
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, '')
}

/** The maximum length of a line in octets without its end. */
const MAX_OCTETS = 75

/** Section 3.1: splits a long line. The next line begins with a space. */
function folded(line: string): string {
  const lines = ['']
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_OCTETS) {
      lines.push(' ')
      octets = 1
    }
    lines[lines.length - 1] += character
    octets += size
  }
  return lines.join('\r\n')
}
