/** The tables of 035-accounting.sql: closed months and their bookings. */
import type { Generated } from 'kysely'

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
  /** `payment:<id>`, `refund:<id>`, `order:<id>`, or `card:<id>` for a move of a gift card. */
  source: string
  kind: 'payment' | 'surplus' | 'refund' | 'reversal' | 'replacement' | 'card-sale' | 'card-change'
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
  /** Money that was paid at the bar and not at PayPal: negative, because the other parts contain it. */
  till_cents: Generated<number>
}
