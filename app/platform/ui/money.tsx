import { formatDollars } from '#shared/kernel/pricing.ts'
import { formatDate } from '#shared/kernel/dates.ts'

/** A dollar amount such as `$50.27`, in digits of equal width. */
export function Money({ dollars }: { dollars: number }) {
  return <span style={{ fontVariantNumeric: 'lining-nums tabular-nums' }}>{formatDollars(dollars)}</span>
}

/** The day of an instant, or of a date without a time: `Nov 21, 2026`. */
export function Day({ of: date }: { of: string }) {
  return (
    <time dateTime={date} style={{ fontVariantNumeric: 'lining-nums' }}>
      {formatDate(date, 'shortDay')}
    </time>
  )
}
