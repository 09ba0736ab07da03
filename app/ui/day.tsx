const FORMAT = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** A date such as `Nov 21, 2026`. In UTC, so that server and browser render the same. */
export function Day({ of: instant }: { of: string }) {
  return (
    <time dateTime={instant} style={{ fontVariantNumeric: 'lining-nums' }}>
      {FORMAT.format(new Date(instant))}
    </time>
  )
}
