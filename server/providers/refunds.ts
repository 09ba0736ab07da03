/** What comes after a payment: money that goes back, complaints, and what the provider tells by itself. */
export type RefundRequest = {
  requestId: string
  /** Our refund's id: comes back as `Refund.refundId`. */
  refundId: string
  amountCents: number
  /** Shown to the buyer; may be empty. */
  reason: string
}

export type Refund = {
  id: string
  status: 'completed' | 'pending' | 'failed'
  amountCents: number
  currency: string
  /** Ours, when it was us who asked for it. */
  refundId: string | null
  at: string
}

export type Dispute = {
  id: string
  state: 'open' | 'waiting_for_us' | 'waiting_for_buyer' | 'under_review' | 'won' | 'lost' | 'closed'
  /** The provider's code, such as `MERCHANDISE_OR_SERVICE_NOT_RECEIVED`. */
  reason: string
  amountCents: number
  captureIds: string[]
  respondBy: string | null
  at: string
}

/** What came in by a webhook: its headers, lower-case, and the very bytes of its body. */
export type Delivery = { headers: Record<string, string | undefined>; body: Buffer }
