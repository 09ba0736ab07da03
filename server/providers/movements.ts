/** Transactions in the payment provider's own list, which the payments check compares with the shop's payments. */

export type Movement = {
  /** The id of the transaction, which is the capture id for a payment; '' if the list does not include it. */
  id: string
  kind: 'payment' | 'refund'
  /** The order id that the shop sent with the payment; null for other transactions. */
  orderId: string | null
  /** The amount: positive for received money, negative for money paid out; 0 if the list does not include it. */
  cents: number
  currency: string
  /** `unclear`: required fields are missing in the list, so it is only certain that the transaction exists. */
  status: 'done' | 'pending' | 'denied' | 'reversed' | 'unclear'
  at: string
  /** For a refund, the id of the refunded payment. */
  of: string | null
}

/** A payment may appear in the provider's list this many hours late. */
export const LIST_LAG_HOURS = 3
