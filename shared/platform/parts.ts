/** The parts of the shop that a small shop may not need, their states, and the public pages that belong to them. */

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
] as const
export type PartId = (typeof PART_IDS)[number]

/** `closing`: nothing new, and what exists is served to its end. `off`: gone; its data is kept. */
export const PART_STATES = ['on', 'closing', 'off'] as const
export type PartState = (typeof PART_STATES)[number]

export type PartStates = Record<PartId, PartState>

/** The parts that are not off. A page names no other part, not even in its data. */
export type OpenParts = { [Id in PartId]?: Exclude<PartState, 'off'> }

export const ALL_PARTS: OpenParts = Object.fromEntries(PART_IDS.map((id) => [id, 'on']))

/** The public pages of the parts. Pages for what is still owed, such as a balance, belong to no part. */
const PAGES: { [Id in PartId]?: RegExp } = {
  // The links that cancel a subscription work for ever.
  subscriptions: /^\/(subscribe(\/|$)|gift$|profile\/subscriptions|subscriptions\/[^/]+(\/skip)?$)/,
  giftCards: /^\/(profile\/)?gift-cards$/,
  // Whoever has signed up can cancel.
  events: /^\/events(\/(?![^/]+\/cancel$)|$)/,
  newsletters: /^\/newsletter(\/confirm)?$/,
}

/** Whether the part of the page with this address, if it has one, is not off. */
export function isPageOpen(path: string, parts: OpenParts): boolean {
  // Addresses of pages are found in capitals, too.
  const pathname = path.replace(/[?#].*/, '').toLowerCase()
  return Object.entries(PAGES).every(([id, pages]) => id in parts || !pages.test(pathname))
}
