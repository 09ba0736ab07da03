/** Days and times of the house in words: whoever looks from elsewhere sees the day that the shop is in. */
import { brand } from '#shared/brand.ts'

const LONG = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})
const SHORT = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const PLAIN = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const TIME = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: brand.timeZone,
})
const SECOND = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZone: brand.timeZone,
})
const MOMENT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: brand.timeZone,
})

/** '2026-03-12' -> 'Thursday, March 12' */
export function dayInWords(day: string): string {
  return LONG.format(dateOf(day))
}

/** '2026-03-12' -> 'Thu, Mar 12' */
export function dayInShort(day: string): string {
  return SHORT.format(dateOf(day))
}

/** '2026-03-12' -> 'Mar 12' */
export function dayOfMonth(day: string): string {
  return PLAIN.format(dateOf(day))
}

/** A moment -> '10:42 AM' */
export function timeInWords(moment: string): string {
  return TIME.format(new Date(moment))
}

/** A moment -> '10:42:07 AM' */
export function secondInWords(moment: string): string {
  return SECOND.format(new Date(moment))
}

/** A moment -> 'Mar 12, 10:42 AM' */
export function momentInWords(moment: string): string {
  return MOMENT.format(new Date(moment))
}

/** How long ago, as far as it matters: '3 hours', '2 days'. */
export function sinceInWords(moment: string, now: string): string {
  const minutes = Math.max(0, Math.round((Date.parse(now) - Date.parse(moment)) / 60_000))
  if (minutes < 60) return counted(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')
}

export function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`
}

/** A day has no zone: it is read and written in the same one. */
function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
