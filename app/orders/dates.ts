/**
 * Dates on the pages about orders. Buyers read them in their own time zone, which the server does not know, so never in
 * a page's first HTML; admins in the shop's, so that an order and the sales of a day agree.
 */
import { useUser } from '../session/session.ts'
import { type DateFormat, formatDate } from '#shared/dates.ts'

/** A date in the time zone of the reader's device. */
export function formatReaderDate(value: string, format: DateFormat): string {
  return formatDate(value, format, Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** How pages that buyers and admins share write their dates. */
export function useFormatDate(): (value: string, format: DateFormat) => string {
  return useUser()?.isAdmin ? formatDate : formatReaderDate
}
