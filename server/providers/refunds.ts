/** Types for refunds, disputes and webhooks. */
export type RefundRequest = {
  requestId: string
  /** The shop's refund id; the provider returns it as `Refund.refundId`. */
  refundId: string
  amountCents: number
  /** A text that the buyer sees; may be empty. */
  reason: string
}

export type Refund = {
  id: string
  status: 'completed' | 'pending' | 'failed'
  amountCents: number
  currency: string
  /** The shop's refund id; null if the refund was made at the provider. */
  refundId: string | null
  /** The part of its fee that the provider returns; null if the provider has not reported it. */
  feeBackCents: number | null
  at: string
}

export type Dispute = {
  id: string
  state: 'open' | 'waiting_for_us' | 'waiting_for_buyer' | 'under_review' | 'won' | 'lost' | 'closed'
  /** The provider's code, such as `MERCHANDISE_OR_SERVICE_NOT_RECEIVED`. */
  reason: string
  amountCents: number
  captureIds: string[]
  /** The shop's order ids, as it gave them to the provider with the payments. */
  orderIds: string[]
  respondBy: string | null
  at: string
}

/** A webhook request: its headers with lower-case names, and the unchanged bytes of its body. */
export type Delivery = { headers: Record<string, string | undefined>; body: Buffer }
