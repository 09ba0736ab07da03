/** The states of an order, and of its parcel. */

export const ORDER_STATES = [
  'pending',
  'capturing',
  'paid',
  'shipped',
  'delivered',
  'cancelled',
  'expired',
  'refunded',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** How an order came in. Staff place orders by phone and at the counter. */
export const ORDER_VIAS = ['web', 'phone', 'counter'] as const
export type OrderVia = (typeof ORDER_VIAS)[number]

/** The carrier's state of a parcel. `announced`: the label exists, but the carrier has not scanned the parcel yet. */
export const PARCEL_STATES = ['unknown', 'announced', 'transit', 'delivered', 'returned', 'failure'] as const
export type ParcelState = (typeof PARCEL_STATES)[number]
