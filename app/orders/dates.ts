/**
 * Dates on order pages. Buyers see them in the time zone of their device, which the server does not have, so these dates
 * are never server-rendered. Admins see the shop's time zone, so that an order matches the sales of a day.
 */
import { useUser } from '../session/session.ts'
import { type DateFormat, formatDate } from '#shared/dates.ts'

/** A date in the time zone of the device. */
export function formatDeviceDate(value: string, format: DateFormat): string {
  return formatDate(value, format, Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** The date format of pages for both buyers and admins. */
export function useFormatDate(): (value: string, format: DateFormat) => string {
  return useUser()?.isAdmin ? formatDate : formatDeviceDate
}
