/** Money as the payment provider's own list tells of it. */

export type Movement = {
  /** Of a payment this is the capture's id. */
  id: string
  kind: 'payment' | 'refund'
  /** Whose: our order's id, as we gave it along; null for what was not ours. */
  orderId: string | null
  /** What came in; below zero for what went out. */
  cents: number
  currency: string
  status: 'done' | 'pending' | 'denied' | 'reversed'
  at: string
  /** The payment that a refund takes back. */
  of: string | null
}

/** How long the provider may take to put a payment on its list. */
export const LIST_LAG_HOURS = 3
