/** The tables of money: payments and saved payment methods, refunds, disputes, PayPal's events, the payments check, closed months. */
import type { Generated } from 'kysely'
import type { FindingKind } from '#shared/payments/api/payments-check.ts'
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import type { TenderKind } from '#shared/checkout/tenders.ts'
import type { Bit } from '../table.ts'

export type Payments = {
  id: string
  order_id: string
  /** `paypal`, `gift-card`, `cash` or `machine` for a tender, or `demo` for invented payments. */
  provider: string
  provider_order_id: string | null
  state:
    | 'created'
    | 'capture_started'
    | 'pending'
    | 'completed'
    | 'declined'
    | 'failed'
    | 'refund_due'
    | 'refunded'
  amount_cents: number
  currency: 'USD'
  create_request_id: string
  attempt: number
  capture_request_id: string | null
  capture_id: string | null
  payer_email: string | null
  problem: string | null
  captured_cents: number | null
  returned_cents: Generated<number>
  /** PayPal's fee for the payment; null until PayPal has reported it. */
  fee_cents: Generated<number | null>
  captured_at: string | null
  reread_at: string | null
  /** The saved payment method that the shop charges; null if the buyer pays at PayPal. */
  payment_method_id: Generated<string | null>
  /** What the buyer chose to pay with. */
  method: Generated<PayMethod>
  /** With what the provider took the money; null until then, and if the provider does not report it. */
  paid_with: Generated<PayMethod | null>
  /** Such as `Visa`; null if the provider reports no card. */
  card_brand: Generated<string | null>
  /** The last digits of the card's number; null if the provider reports no card. */
  card_digits: Generated<string | null>
  created_at: string
  updated_at: string
}

/** Money that staff took or gave back by hand. */
export type Tenders = {
  id: string
  order_id: string
  payment_id: string
  /** The refund that it pays out; null for a sale. */
  refund_id: string | null
  kind: TenderKind
  /** The exact amount; negative for a refund. */
  cents: number
  /** What rounding adds: the drawer gets `cents + rounding_cents`. */
  rounding_cents: Generated<number>
  /** Null for the card machine and for refunds. */
  received_cents: number | null
  change_cents: number | null
  approval: Generated<string>
  last_four: Generated<string>
  actor: string
  at: string
  /** The counter day in whose count it is; null until a day counts it. */
  counter_day_id: string | null
}

/** A purchase with an express button. Its id is that of the order that it becomes. */
export type ExpressCheckouts = {
  id: string
  number: string
  token_hash: string
  /** Null for a guest. */
  user_id: string | null
  network: string
  provider_order_id: string | null
  /** JSON: `orderItems` and `discountCode` of shared/checkout/api/express.ts. */
  request: string
  /** JSON: `place` of shared/checkout/api/express.ts; null before the buyer has chosen an address. */
  place: string | null
  amount_cents: number
  state: 'open' | 'placed' | 'failed'
  problem: string | null
  created_at: string
  updated_at: string
}

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

export type MoneyFindings = {
  id: string
  key: string
  kind: FindingKind
  order_id: string | null
  payment_id: string | null
  product_id: string | null
  /** The size, in a finding about stock. */
  size_id: string | null
  capture_id: string
  ours: number
  theirs: number
  found_at: string
  seen_at: string | null
  seen_by: string | null
  note: string | null
}

export type AccountingMonths = {
  /** Such as '2026-10', in the shop's time zone. */
  month: string
  closed_at: string
  /** The name of the admin. */
  closed_by: string
  /** JSON: the accounts with which the files of the month are written (shared/platform/settings/accounting.ts). */
  accounts: string
}

/** A booking of a closed month, in cents. Money that is paid out is negative; `fee_cents` is what PayPal kept. */
export type AccountingLines = {
  month: string
  position: number
  /** `payment:<id>`, `refund:<id>`, `order:<id>`, `card:<id>` for a move of a gift card, or `day:<id>` and `correction:<id>` for the
   * count of a counter day. */
  source: string
  kind:
    | 'payment'
    | 'surplus'
    | 'refund'
    | 'reversal'
    | 'replacement'
    | 'card-sale'
    | 'card-change'
    | 'counter-day'
    | 'invoice'
    | 'credit-note'
    | 'receipt'
    | 'write-off'
  order_id: string
  order_number: string | null
  happened_at: string
  day: string
  /** The day in an earlier, closed month that the line corrects; null if the line is not a correction. */
  corrects: string | null
  /** JSON: the deliveries of subscriptions that the order is for. */
  deliveries: Generated<string>
  goods_cents: number
  shipping_cents: number
  tax_cents: number
  goodwill_cents: number
  other_cents: number
  /** The discounts of the order, which `goods_cents` does not contain. */
  discount_cents: Generated<number>
  fee_cents: number
  /** By how much the shop owes more for gift cards; negative if it owes less. */
  gift_card_cents: Generated<number>
  /** With what a payment was made, or what got a refund: a method, or `gift-card`; empty if it is not known. */
  paid_with: Generated<string>
  /** Money that was paid at the bar and not at PayPal: negative, because the other parts contain it. */
  till_cents: Generated<number>
  /** Money that the card machine took: negative, as `till_cents`. */
  machine_cents: Generated<number>
  /** What the rounding of cash added. */
  rounding_cents: Generated<number>
  /** What a count of the drawer found more than expected. */
  over_short_cents: Generated<number>
  /** Cash that was paid into the drawer without a sale; negative if it was taken out. */
  cash_move_cents: Generated<number>
  /** Checks and bank transfers: negative, as `till_cents`. */
  bank_cents: Generated<number>
  /** By how much wholesale accounts owe less; negative for an invoice. */
  receivable_cents: Generated<number>
}
