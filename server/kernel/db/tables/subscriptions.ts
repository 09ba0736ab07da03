/** The tables of subscriptions. */
import type { Generated } from 'kysely'
import type {
  DeliveryState,
  GiftCount,
  SubscriptionStatus,
  Taste,
  Weeks,
} from '#shared/platform/subscriptions.ts'
import type { Bit, Versioned } from '../table.ts'

export type Subscriptions = Versioned & {
  /** Null for a guest, and after the account was deleted. */
  user_id: string | null
  is_guest: Generated<Bit>
  buyer_name: string
  buyer_email: string
  status: SubscriptionStatus
  weeks: Weeks
  discount_percent: number
  address: string
  address2: string
  city: string
  ship_state: string
  postal_code: string
  country: string
  /** The recipient of the parcels; null if it is the buyer. */
  recipient: string | null
  phone: Generated<string>
  is_pickup: Generated<Bit>
  /** Null if the subscription is not a gift; empty for a gift without a note. */
  gift_note: string | null
  payment_method_id: string | null
  next_number: number
  /** The planned roast day of the next delivery; null if none is planned. */
  next_on: string | null
  last_on: string | null
  /** The earliest moment of the next charge; null until the mail about the next delivery is queued. */
  charge_after: string | null
  announced_shipping_cents: number | null
  consent_text: string
  consented_at: string
  reminded_at: string
  canceled_at: string | null
  cancel_reason: Generated<string>
}

export type SubscriptionItems = {
  id: string
  subscription_id: string
  /** Null for roaster's choice. */
  product_id: string | null
  size_id: string | null
  taste: Taste | null
  grind: string
  qty: number
  /** 1 if the item is only for the next delivery. */
  is_once: Generated<Bit>
  /** The agreed price of a piece before the discount. */
  price_cents: number
  /** The price that the owner has set for this subscription alone; null if it is that of the shop. */
  own_price_cents: Generated<number | null>
  new_price_cents: number | null
  new_price_from: string | null
  new_price_announced_at: string | null
  created_at: string
}

export type SubscriptionDeliveries = {
  id: string
  subscription_id: string
  number: number
  state: DeliveryState
  planned_on: string
  reason: Generated<string>
  order_id: string | null
  attempts: Generated<number>
  /** When the job checks the subscription next; null if the subscription is finished. */
  next_at: string | null
  created_at: string
  updated_at: string
}

export type RotationCoffees = {
  taste: Taste
  position: number
  product_id: string
}

/** The table of 048-coffee-endings.sql. */
export type CoffeeEndings = {
  product_id: string
  /** The last day on which the coffee is roasted. */
  ends_on: string
  /** The coffee that the owner chose; null for the rule. */
  replacement_id: string | null
  created_at: string
}

/** What an item is replaced with when its coffee ends; without a product if none fits. */
export type CoffeeReplacements = {
  item_id: string
  ended_product_id: string
  product_id: string | null
  size_id: string | null
  announced_at: string
}

/** The table of 074-gift-subscriptions.sql. */
export type GiftSubscriptions = Versioned & {
  order_id: string
  /** The card with its money. */
  card_id: string
  /** Null until the first delivery is planned. */
  subscription_id: string | null
  deliveries: GiftCount
  /** The price of a delivery with shipping and tax. */
  share_cents: number
  /** The part of it that is for the coffee. */
  goods_cents: number
  weeks: Weeks
  product_id: string | null
  size_id: string | null
  taste: Taste | null
  grind: string
  /** The coffee in words, as it was bought. */
  coffee: string
  sender_name: string
  note: Generated<string>
  recipient_name: string
  /** Empty if the giver knew the address. */
  recipient_email: Generated<string>
  address: Generated<string>
  address2: Generated<string>
  city: Generated<string>
  ship_state: Generated<string>
  postal_code: Generated<string>
  country: Generated<string>
  /** The day from which it is delivered, or on which it is mailed; null for at once. */
  starts_on: string | null
  code_hash: string
  sealed_code: string | null
  /** When it was paid, mailed and opened, and when the giver got the mail that it is not opened yet. */
  begun_at: string | null
  sent_at: string | null
  opened_at: string | null
  told_at: string | null
  corrections: Generated<number>
}
