/** The tables of 040-gift-cards.sql. */
import type { Generated } from 'kysely'

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
  /** Such as '2026-12-24', in the shop's time zone; null for at once. */
  send_on: string | null
  mailed_at: string | null
  /** Who sold it at the bar. */
  sold_by: string | null
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
}

export type GiftCardUses = {
  order_id: string
  card_id: string
  cents: number
  state: 'held' | 'taken' | 'released'
  returned_cents: Generated<number>
}
