/** Words and arithmetic of the roastery that server and browser share (decisions/070-roastery.md). Weights are in grams. */

/** Why a stock of coffee was corrected by hand. `sold`: sold without an order of the shop. */
export const ADJUSTMENT_REASONS = ['arrival', 'count', 'sample', 'bar', 'waste', 'sold'] as const
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number]

export const ADJUSTMENT_TEXTS: Record<AdjustmentReason, string> = {
  arrival: 'Arrived',
  count: 'Counted again',
  sample: 'Sample',
  bar: 'Used at the bar',
  waste: 'Spilled or spoiled',
  sold: 'Sold elsewhere',
}

/** The green coffee for a weight of roasted coffee, rounded up. `loss` is in thousandths. */
export function greenFor(roastedGrams: number, loss: number): number {
  return Math.ceil((roastedGrams * 1000) / (1000 - loss))
}

/** The roasted coffee that a weight of green coffee gives, rounded down. `loss` is in thousandths. */
export function roastedFrom(greenGrams: number, loss: number): number {
  return Math.floor((greenGrams * (1000 - loss)) / 1000)
}

/** The loss of a batch in thousandths. */
export function lossOf({ greenGrams, roastedGrams }: { greenGrams: number; roastedGrams: number }): number {
  return Math.round(((greenGrams - roastedGrams) * 1000) / greenGrams)
}

/** Splits a weight by percentages that add up to 100, in whole grams. The last part gets the rounding difference. */
export function splitByPercent(grams: number, percents: readonly number[]): number[] {
  const parts = percents.map((percent) => Math.floor((grams * percent) / 100))
  const rest = grams - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, index) => (index === parts.length - 1 ? part + rest : part))
}

/**
 * How many of the last batches of a roast its loss is computed from, and how many are needed to replace the expected
 * loss.
 */
export const MEASURED_BATCHES = 10
export const FEWEST_MEASURED = 3

/** `on the way`: a contract whose coffee has not arrived. `used up`: arrived, and nothing is left. */
export const GREEN_STATES = ['on the way', 'here', 'used up', 'archived'] as const
export type GreenState = (typeof GREEN_STATES)[number]

/** The state of a lot of green coffee. */
export function greenStateOf(lot: {
  arrived_on: string | null
  archived_at: string | null
  grams_left: number
}): GreenState {
  if (lot.archived_at !== null) return 'archived'
  if (lot.arrived_on === null) return 'on the way'
  return lot.grams_left > 0 ? 'here' : 'used up'
}
