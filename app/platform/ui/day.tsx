import { formatDate } from '#shared/kernel/dates.ts'

/** The day of an instant, or of a date without a time: `Nov 21, 2026`. */
export function Day({ of: date }: { of: string }) {
  return (
    <time dateTime={date} style={{ fontVariantNumeric: 'lining-nums' }}>
      {formatDate(date, 'shortDay')}
    </time>
  )
}
