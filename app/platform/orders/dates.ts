/**
 * Dates on order pages. Buyers see dates in the time zone of their device. The server does not know this time zone, so
 * these dates are never rendered on the server. Staff see dates in the shop's time zone, so that an order is on the
 * same day as in the sales figures.
 */
import { roleOfUser } from '#shared/people/api/users.ts'
import { useUser } from '../session/session.ts'
import { type DateFormat, formatDate } from '#shared/kernel/dates.ts'

/** Formats a date in the time zone of the device. */
export function formatDeviceDate(value: string, format: DateFormat): string {
  return formatDate(value, format, Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** The function that formats dates on pages for both buyers and staff. */
export function useFormatDate(): (value: string, format: DateFormat) => string {
  const user = useUser()
  return user && roleOfUser(user) ? formatDate : formatDeviceDate
}
