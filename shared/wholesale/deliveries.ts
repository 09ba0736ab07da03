/** What can happen at a door, and why pieces are missing there. */

export const DELIVERY_OUTCOMES = ['delivered', 'short', 'nobody', 'picked-up'] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

export const SHORT_REASONS = ['missing', 'damaged', 'refused'] as const
export type ShortReason = (typeof SHORT_REASONS)[number]

/** As staff read it. Refused pieces go back to the stock; missing and damaged ones do not. */
export const SHORT_TEXTS: Record<ShortReason, string> = {
  missing: 'Not in the van',
  damaged: 'Damaged',
  refused: 'Not wanted',
}

/** The route in the address of a run whose stops are on no route of its weekday. */
export const NO_ROUTE = 'none'
