import { formatDollars } from '#shared/pricing.ts'

/** Dollars as people write them, in figures that line up. */
export function Money({ dollars }: { dollars: number }) {
  return <span style={{ fontVariantNumeric: 'lining-nums tabular-nums' }}>{formatDollars(dollars)}</span>
}
