import { formatDollars } from '#shared/kernel/pricing.ts'

/** A dollar amount such as `$50.27`, in digits of equal width. */
export function Money({ dollars }: { dollars: number }) {
  return <span style={{ fontVariantNumeric: 'lining-nums tabular-nums' }}>{formatDollars(dollars)}</span>
}
