/**
 * Dates as people here write them. Buyers read them in their own time zone, so never in a page's first HTML; admins in
 * the shop's, so that an order and the sales of a day agree.
 */
import { brand } from '#shared/brand.ts'
import { useUser } from '../session/session.ts'

/** Each takes an instant in ISO 8601. */
export type Dates = {
  /** `November 21, 2026` */
  day: (iso: string) => string
  /** `Nov 21, 2026` */
  shortDay: (iso: string) => string
  /** `November 21, 2026 at 9:41 AM`, which a narrow line breaks only before its `at`. */
  moment: (iso: string) => string
}

/** In the reader's own time zone. */
export const localDates = datesIn(undefined)

/** In the shop's time zone. */
export const shopDates = datesIn(brand.timeZone)

/** The dates of pages that buyers and admins share. */
export function useDates(): Dates {
  return useUser()?.isAdmin ? shopDates : localDates
}

function datesIn(timeZone: string | undefined): Dates {
  const day = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long' })
  const shortDay = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  })
  const moment = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long', timeStyle: 'short' })
  return {
    day: (iso) => day.format(new Date(iso)),
    shortDay: (iso) => shortDay.format(new Date(iso)),
    moment: (iso) => moment.format(new Date(iso)).replaceAll(' ', '\u00a0').replace('\u00a0at', ' at'),
  }
}
