/** The tables of 007-refunds.sql and 014-refund-items.sql: refunds, disputes, PayPal events, tracking reports. */
import type { Generated } from 'kysely'
import type { Bit } from './shop.ts'

export type Refunds = {
  id: string
  payment_id: string
  amount_cents: number
  of_sale: Bit
  state: 'started' | 'pending' | 'completed' | 'failed'
  reason: string
  request_id: string
  provider_refund_id: string | null
  problem: string | null
  actor: string
  created_at: string
  updated_at: string
  completed_at: string | null
  restocked_at: string | null
  goods_cents: number
  tax_cents: number
  shipping_cents: number
  goodwill_cents: number
  is_itemized: Bit
  /** What PayPal returned of its fee; null until PayPal has reported it. */
  fee_back_cents: Generated<number | null>
}

/** Items of a refund that return to stock. `line` is the position of the order line. */
export type RefundLines = { refund_id: string; line: number; qty: number }

/** Items that a refund paid for. `line` is the position of the order line. */
export type RefundItems = { refund_id: string; line: number; qty: number; goods_cents: number }

export type Disputes = {
  id: string
  payment_id: string
  state: 'open' | 'waiting_for_us' | 'waiting_for_buyer' | 'under_review' | 'won' | 'lost' | 'closed'
  reason: string
  amount_cents: number
  respond_by: string | null
  opened_at: string
  updated_at: string
}

export type PaypalEvents = {
  id: string
  event_type: string
  about: string
  state: 'waiting' | 'done' | 'stray' | 'failed'
  attempts: number
  next_at: string
  problem: string | null
  received_at: string
}

export type TrackingReports = {
  order_id: string
  tracking_number: string
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  next_at: string
  problem: string | null
  updated_at: string
}
