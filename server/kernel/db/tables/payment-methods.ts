/** The tables of 042-payment-methods.sql: saved payment methods, and those to be deleted at the provider. */

export type PaymentMethods = {
  id: string
  /** Null for a guest, and after the account was deleted. */
  user_id: string | null
  buyer_email: string
  provider: 'paypal'
  /** `waiting`: the buyer has not approved it, or the provider has not given the token yet. */
  state: 'waiting' | 'active' | 'deleted'
  /** Identifies the method at the provider; null while it is waiting. */
  token: string | null
  customer_id: string | null
  /** The email address of the PayPal account; empty until it is known. */
  label: string
  /** The order whose payment saved the method; null if it was saved without a purchase. */
  order_id: string | null
  /** The approval at the provider, if it was saved without a purchase. */
  setup_token: string | null
  created_at: string
  deleted_at: string | null
  /** Who removed it: a name, or PayPal. */
  deleted_by: string | null
}

/** A queue (db/queue.ts). The id is the id of the payment method. */
export type PaymentMethodDeletions = {
  id: string
  token: string
  state: 'waiting' | 'done' | 'failed'
  attempts: number
  next_at: string
  problem: string | null
  created_at: string
}
