/** Dates as people here write them, in the reader's own time zone (so never in a page's first HTML). */

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

/** `November 21, 2026` */
export const formatDay = (iso: string): string => day.format(new Date(iso))

/** `Nov 21, 2026` */
export const formatShortDay = (iso: string): string => shortDay.format(new Date(iso))

/** `November 21, 2026 at 9:41 AM`, which a narrow line breaks only before its `at`. */
export const formatMoment = (iso: string): string =>
  moment.format(new Date(iso)).replaceAll(' ', '\u00a0').replace('\u00a0at', ' at')
