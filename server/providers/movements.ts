/** Money as the payment provider's own list tells of it. */

export type Movement = {
  /** Of a payment this is the capture's id; '' where that is unclear. */
  id: string
  kind: 'payment' | 'refund'
  /** Whose: our order's id, as we gave it along; null for what was not ours. */
  orderId: string | null
  /** What came in; below zero for what went out; 0 where that is unclear. */
  cents: number
  currency: string
  /** `unclear`: the list does not say enough of it, so that nothing can be concluded but that it is there. */
  status: 'done' | 'pending' | 'denied' | 'reversed' | 'unclear'
  at: string
  /** The payment that a refund takes back. */
  of: string | null
}

/** How long the provider may take to put a payment on its list. */
export const LIST_LAG_HOURS = 3
