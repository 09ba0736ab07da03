/** The parts of the shop that a small shop may not need, and their states. */

export const PART_IDS = [
  'roastery',
  'subscriptions',
  'giftCards',
  'discountCodes',
  'events',
  'artForSale',
  'newsletters',
  'reviews',
  'pickup',
  'counter',
  'accountingFiles',
  'wholesale',
] as const
export type PartId = (typeof PART_IDS)[number]

/** `closing`: nothing new, and what exists is served to its end. `off`: gone; its data is kept. */
export const PART_STATES = ['on', 'closing', 'off'] as const
export type PartState = (typeof PART_STATES)[number]

export type PartStates = Record<PartId, PartState>

/** The parts that are not off. A page names no other part, not even in its data. */
export type OpenParts = { [Id in PartId]?: Exclude<PartState, 'off'> }

export const ALL_PARTS: OpenParts = Object.fromEntries(PART_IDS.map((id) => [id, 'on']))
