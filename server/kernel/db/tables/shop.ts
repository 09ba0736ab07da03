/** The tables of 001-shop.sql with all later changes, and sizes: users, products, quotes, orders, payments. */
import type { Generated } from 'kysely'
import type { OrderState } from '#shared/kernel/order-states.ts'
import type { StaffRole } from '#shared/kernel/roles.ts'

export type Bit = 0 | 1

export type Users = {
  id: string
  name: string
  email: string
  password_hash: string
  is_admin: Bit
  /** The role of a member of staff. Read it with server/platform/sessions/roles.ts. */
  staff_role: Generated<StaffRole | null>
  search_text: string
  confirmed_email: Generated<string | null>
  created_at: string
  updated_at: string
}

export type Sessions = {
  token_hash: string
  user_id: string
  created_at: string
  last_seen_at: string
  auth_at: string
  ip: string
  user_agent: string
  /** 1 while the session may only set up a second factor. */
  is_limited: Generated<Bit>
}

export type Products = {
  id: string
  user_id: string | null
  name: string
  image: string
  second_image: string
  brand: string
  category: string
  description: string
  origin: string
  cupping_note: string
  roasting_level: number
  process: string
  variety: string
  altitude: number | null
  /** JSON list. */
  flavors: string
  /** JSON list. */
  best_for: string
  composition: string
  is_decaf: Bit
  producer: string
  brew_method: string
  brew_dose: number | null
  brew_water: number | null
  brew_seconds: number | null
  /** Empty if it follows from the taste (shared/catalog/accents.ts). */
  accent: string
  whole_bean_only: Bit
  is_draft: Bit
  /** 1 if the coffee is roasted after it is ordered, and has no stock (decisions/070). */
  is_roasted_to_order: Generated<Bit>
  /** The place in the lists of the shop. */
  shop_place: number | null
  /** The place on the home page. */
  featured: number | null
  search_text: string
  /** The words of `search_text`, for the full-text index. */
  search_words: string
  version: number
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** The first size that a product got has the id of the product. */
export type ProductSizes = {
  id: string
  product_id: string
  position: number
  /** Empty if the label follows from the weight. */
  label: string
  grams: number | null
  /** The weight of goods with their packing; null for coffee, and until the owner has entered it. */
  shipping_grams: number | null
  price_cents: number
  count_in_stock: number
  sku: string
  /** Null while the size is sold. */
  removed_at: string | null
}

export type Reviews = {
  id: string
  product_id: string
  user_id: string | null
  name: string
  rating: number
  comment: string
  created_at: string
  /** Null while the review is shown. */
  hidden_at: Generated<string | null>
  hidden_by: Generated<string | null>
  hidden_reason: Generated<string | null>
  is_by_buyer: Generated<Bit>
  edited_at: Generated<string | null>
  /** The shop's answer; null if there is none. */
  reply: Generated<string | null>
  replied_at: Generated<string | null>
  replied_by: Generated<string | null>
}

export type ShippingQuotes = {
  id: string
  /** Null for a guest. */
  user_id: string | null
  cart_hash: string
  address_hash: string
  /** The carrier's price, which the shop pays. */
  cents: number
  /** What the buyer pays; null in quotes of an earlier release, which charges the carrier's price. */
  price_cents: number | null
  shipment_id: string
  rate_id: string
  provider: string
  service: string
  service_token: string
  estimated_days: number | null
  parcel_grams: number
  /** The recipient of the quoted shipment. Null in quotes of an earlier release: the buyer. */
  recipient: Generated<string | null>
  phone: Generated<string>
  created_at: string
  expires_at: string
}

export type Orders = {
  id: string
  /**
   * The number that people use, such as `4GX-7QM` (shared/checkout/order-number.ts). Unique. Null for a minute in orders that an
   * earlier release places during an update (server/checkout/orders/order-numbers.ts).
   */
  number: string | null
  user_id: string | null
  buyer_name: string
  buyer_email: string
  state: OrderState
  address: string
  address2: string
  city: string
  ship_state: string
  postal_code: string
  country: string
  /** The recipient of the parcel; null if it is the buyer. */
  recipient: Generated<string | null>
  phone: Generated<string>
  /** Null if the order is not a gift; empty for a gift without a note. */
  gift_note: Generated<string | null>
  payment_method: string
  shipment_id: string
  /**
   * The quoted rate. Empty if its shipment is addressed to another recipient, so that no label can be bought with it.
   */
  rate_id: string
  shipping_service: string
  items_cents: number
  shipping_cents: number
  tax_cents: number
  /** The discounts of the lines, which `items_cents` does not contain, and the discount as text for people. */
  discount_cents: Generated<number>
  discount_label: Generated<string>
  /** The rate in thousandths of a percent; 0 if the order was not taxed. */
  tax_thousandths: Generated<number>
  total_cents: number
  refunded_cents: Generated<number>
  /** The carrier's price of shipping; `shipping_cents` is what the buyer paid. Null in orders of an earlier release. */
  quoted_cents: number | null
  /** The promised days; null if there was no date. */
  roasts_on: string | null
  ships_on: string | null
  arrives_from: string | null
  arrives_to: string | null
  created_at: string
  reserved_until: string
  /** When the buyer asked for more time to pay; null if the hold was not extended. */
  hold_extended_at: Generated<string | null>
  paid_at: string | null
  shipped_at: string | null
  delivered_at: string | null
  closed_at: string | null
  is_guest: Generated<Bit>
  /** When the mail that asks for reviews was queued. */
  review_requested_at: Generated<string | null>
  /**
   * The id of the order whose goods this order replaces (server/checkout/orders/replace.ts); null if it is not a replacement.
   */
  replaces_order_id: Generated<string | null>
  /** Whether the order is for pickup at the bar. Its address is the address of the bar. */
  is_pickup: Generated<Bit>
  /** The promised hours on the day `ships_on`, such as '14:00' and '17:00'; null if the order is shipped. */
  pickup_from: Generated<string | null>
  pickup_to: Generated<string | null>
  /** When the order was marked ready, and the last day for which it is kept. */
  ready_at: Generated<string | null>
  kept_until: Generated<string | null>
  pickup_reminded_at: Generated<string | null>
  /** Whether the buyer agreed to save the payment method with the payment. */
  saves_method: Generated<Bit>
  /** Whether the order buys a gift card. It has no address, shipping or tax, and is delivered when it is paid. */
  is_gift_card: Generated<Bit>
  /** The part of the total that gift cards pay. */
  gift_card_cents: Generated<number>
}

export type OrderLines = {
  order_id: string
  /** Identifies the line in its order. */
  position: number
  product_id: string
  size_id: string
  name: string
  image: string
  category: string
  size_label: string
  size_grams: number | null
  sku: string
  grind: string
  price_cents: number
  qty: number
  /** The discount of all pieces of the line together. */
  discount_cents: Generated<number>
}

export type StockMoves = {
  id: string
  size_id: string
  order_id: string | null
  qty: number
  reason: 'order' | 'return' | 'edit' | 'opening'
  at: string
}

export type OrderHistory = {
  id: string
  order_id: string
  at: string
  actor: string
  event: string
}

export type Payments = {
  id: string
  order_id: string
  /** `paypal`, `gift-card`, or `demo` for invented payments. */
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
  created_at: string
  updated_at: string
}

export type IdempotencyKeys = {
  /** The id of a user, or `guest ` and an email address. */
  user_id: string
  route: string
  key: string
  body_hash: string
  status: number
  reply: string
  created_at: string
}
