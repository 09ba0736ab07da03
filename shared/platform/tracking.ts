/** The state of a parcel as text, for pages and mails. */
import type { ParcelState } from '#shared/kernel/order-states.ts'

/** Short texts, for a list of facts. */
export const PARCEL_TEXTS: Record<ParcelState, string> = {
  unknown: 'The carrier has no news of the parcel yet',
  announced: 'Packed; the carrier has not picked it up yet',
  transit: 'On its way',
  delivered: 'Delivered',
  returned: 'On its way back to us',
  failure: 'The carrier could not deliver it',
}

/** Sentences about the order, for the buyer. */
export const PARCEL_SENTENCES: Record<ParcelState, string> = {
  unknown: 'Your order has left us. The carrier has no news of it yet.',
  announced: 'Your order is packed and waiting for the carrier.',
  transit: 'Your order is on its way.',
  delivered: 'Your order has arrived. Enjoy.',
  returned: 'Your order is coming back to us. We will write to you.',
  failure: 'The carrier could not deliver your order. We will write to you.',
}
