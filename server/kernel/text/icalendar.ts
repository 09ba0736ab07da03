/**
 * Calendar files with one event (RFC 5545): lines of at most 75 octets that end with CRLF, and escaped texts. A newer file of
 * the same event replaces an older one in the calendar: same UID, higher SEQUENCE (RFC 5546, section 2.1.5).
 */
import { addDays } from '#shared/kernel/days.ts'

export type CalendarEvent = {
  /** The name of the shop, and the kind of the file: for PRODID. */
  from: string
  kind: string
  /** Identifies the event in every file, on every host: `id@host`. */
  uid: string
  sequence: number
  /** Now, and when the event begins and ends: moments in ISO 8601, or whole days, of which `last` is included. */
  now: string
  time: { starts: string; ends: string } | { first: string; last: string }
  title: string
  place?: string
  description: string
  url: string
  isCancelled?: boolean
}

/** The text of the file. Whole days do not make their owner busy. */
export function calendarFile(event: CalendarEvent): string {
  const { from, kind, uid, sequence, now, title, place, description, url, isCancelled = false } = event
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(from)}//${kind}//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${stamp(now)}`,
    ...timeLines(event.time),
    `SUMMARY:${text(title)}`,
    ...(place === undefined ? [] : [`LOCATION:${text(place)}`]),
    `DESCRIPTION:${text(description)}`,
    `URL:${url}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** The end of whole days is the day after the last one (section 3.6.1). */
function timeLines(time: CalendarEvent['time']): string[] {
  if ('starts' in time) return [`DTSTART:${stamp(time.starts)}`, `DTEND:${stamp(time.ends)}`]
  const [first, end] = [time.first, addDays(time.last, 1)].map((day) => day.replaceAll('-', ''))
  return [`DTSTART;VALUE=DATE:${first}`, `DTEND;VALUE=DATE:${end}`, 'TRANSP:TRANSPARENT']
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
