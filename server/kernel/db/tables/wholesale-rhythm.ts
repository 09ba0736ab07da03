/** The tables of wholesale: standing orders, and the links of the weekly mail. */
import type { Generated } from 'kysely'
import type { Bit, Versioned } from '../table.ts'

export type StandingOrders = Versioned & {
  company_id: string
  location_id: string
  every_weeks: 1 | 2
  /** From 1 (Monday) to 7. */
  weekday: number
  starts_on: string
  held_until: string | null
  po_number: string
  note: string
  ended_at: string | null
}

export type StandingState = 'planned' | 'closed' | 'skipped' | 'waiting' | 'written' | 'missed'

export type StandingDates = {
  id: string
  standing_order_id: string
  planned_on: string
  /** Null: no delivery. */
  delivers_on: string | null
  roasts_on: string | null
  order_by: string | null
  write_at: string | null
  state: StandingState
  has_own_lines: Generated<Bit>
  problem: Generated<string>
  told_day: Generated<string>
  order_id: string | null
  updated_at: string
}

export type StandingLines = {
  id: string
  standing_order_id: string
  /** Null: of every date. */
  date_id: string | null
  position: number
  product_id: string
  size_id: string
  grind: string
  qty: number
  known_cents: Generated<number | null>
  told_end: Generated<string | null>
}

export type WeekLinks = {
  id: string
  /** Null until the mail is sent. */
  token_hash: string | null
  buyer_id: string
  location_id: string
  email: string
  mailed_on: string
  expires_at: string
  order_id: string | null
  created_at: string
}

export type QuietAccounts = {
  company_id: string
  last_on: string
  seen_by: string
  seen_at: string
}
