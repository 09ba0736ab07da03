/** The tables of carts and orders: quotes, discount codes, gift cards, and what limits the orders of a network. */
import type { Generated } from 'kysely'
import type { CardDesign } from '#shared/checkout/gift-cards.ts'
import type { CounterKind } from '#shared/checkout/tenders.ts'
import type { OrderState, OrderVia } from '#shared/kernel/order-states.ts'
import type { discountCodeFields } from '#shared/checkout/resources/discount-code.ts'
import type { Bit, Described } from '../table.ts'

export type SavedCarts = {
  id: string
  email: string
  kind: 'now' | 'tomorrow'
  /** JSON: a list of `SavedGoods` (server/checkout/saved-carts/goods.ts). */
  goods: string
  goods_hash: string
  discount_code: Generated<string>
  consent: string
  requested_at: string
  due_at: string
  sent_at: string | null
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
  /** Whether the order pays invoices: no goods, as that of a gift card (`is_gift_card` is 1 too). */
  pays_invoices: Generated<Bit>
  /** The part of the total that gift cards pay. */
  gift_card_cents: Generated<number>
  /** How the order came in. Staff place orders by phone and at the counter. */
  via: Generated<OrderVia>
  /** The name of the member of staff who placed it; null if the buyer did. */
  placed_by: Generated<string | null>
  /** Why staff gave a discount; empty without one. */
  discount_reason: Generated<string>
  /** The account that owes the money; null for a retail order. */
  company_id: Generated<string | null>
  location_id: Generated<string | null>
  /** The number of the buyer's purchase order; empty without one. */
  po_number: Generated<string>
  /** What the buyer wrote with the order of an account. */
  buyer_note: Generated<string>
  /** Whether the ledger of the account pays it: it counts as accepted when it is placed, and has no payment. */
  on_account: Generated<Bit>
  /** The day of the delivery, and until when the buyer may change the order; null for a retail order. */
  delivers_on: Generated<string | null>
  changeable_until: Generated<string | null>
  handover: Generated<'van' | 'pickup' | 'parcel' | null>
  /** The date of the standing order that wrote it. */
  standing_date_id: Generated<string | null>
  /** Whether the buyer takes the goods along: it is delivered when it is paid. It is an order for pickup without a day. */
  is_taken: Generated<Bit>
  /** Changes with each change of its parcels; 0 while it is one parcel. */
  split_version: Generated<number>
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
  /** The price in the shop when an account ordered it, and whether it is taxed; null in retail orders. */
  list_cents: Generated<number | null>
  is_taxed: Generated<Bit | null>
}

export type OrderHistory = {
  id: string
  order_id: string
  at: string
  actor: string
  event: string
}

export type OrderNotes = {
  id: string
  order_id: string
  at: string
  actor: string
  text: string
}

export type FormerBuyers = {
  order_id: string
  search_text: string
}

/** The names of goods in the lines of orders, as they were sold, for the search. */
export type SoldNames = {
  name: string
  search_text: string
}

export type OrderRecipients = {
  order_id: string
  search_text: string
}

export type OrderNetworks = {
  order_id: string
  network: string
  placed_at: string
  /** The guest’s mailbox (server/kernel/limits/mailing.ts); null for a signed-in user. */
  mailbox: string | null
}

export type PlacingTurns = {
  /** `account <id>` or `network <network>`. */
  holder: string
  at: string
}

export type DiscountCodes = Described<typeof discountCodeFields> & {
  /** The number of orders that use the code and were not closed unpaid. */
  used: Generated<number>
}

/** The use of a code by an order. */
export type DiscountUses = {
  order_id: string
  code_id: string
  /** The buyer's address as server/kernel/limits/mailing.ts compares addresses; empty after the account was deleted. */
  mailbox: string
  saved_cents: number
  used_at: string
  /** When the order was closed unpaid; then the use does not count. */
  released_at: string | null
}

export type GiftCards = {
  id: string
  /** SHA-256 of the code, in base64url. */
  code_hash: string
  /** The encrypted code (server/checkout/gift-cards/codes.ts). Null if the card is disabled. */
  sealed_code: string | null
  last_four: string
  state: 'ordered' | 'active' | 'frozen' | 'disabled' | 'void'
  cents: number
  balance_cents: Generated<number>
  /** The order that bought the card. */
  order_id: string | null
  replaced_by: string | null
  recipient_name: Generated<string>
  /** Empty if the card is not mailed. */
  recipient_email: Generated<string>
  sender_name: Generated<string>
  note: Generated<string>
  design: Generated<CardDesign>
  /** Such as '2026-12-24', in the shop's time zone; null for at once. */
  send_on: string | null
  mailed_at: string | null
  /** Who sold it at the bar. */
  sold_by: string | null
  /** 1 if it is the money of a gift subscription: it has no code, and only deliveries spend it. */
  is_subscription: Generated<Bit>
  created_at: string
  issued_at: string | null
}

export type GiftCardMoves = {
  id: string
  card_id: string
  /** Negative if the balance goes down. */
  cents: number
  kind: 'issued' | 'sold' | 'held' | 'released' | 'refunded' | 'returned' | 'adjusted' | 'moved'
  order_id: string | null
  refund_id: string | null
  reason: Generated<string>
  actor: string
  at: string
  /** Of a sale at the bar; empty otherwise. */
  paid_by: Generated<'' | CounterKind>
}

export type GiftCardUses = {
  order_id: string
  card_id: string
  cents: number
  state: 'held' | 'taken' | 'released'
  returned_cents: Generated<number>
}
