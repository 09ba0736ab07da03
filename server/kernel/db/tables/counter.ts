/** The tables of the counter: its days, and the cash that goes in and out without an order. */
import type { Generated } from 'kysely'
import type { CounterMove } from '#shared/checkout/api/counter-days.ts'
import type { Bit } from '../table.ts'

export type CounterDays = {
  id: string
  /** Grows with everything that changes what should be in the drawer. */
  version: Generated<number>
  opened_at: string
  opened_by: string
  start_cents: number
  /** What the close before left in the drawer; null for the first day. */
  left_cents: number | null
  /** Null while the day is open, as are `closed_by`, `counted_cents` and `expected_cents`. */
  closed_at: string | null
  closed_by: string | null
  counted_cents: number | null
  /** What was taken out for the bank after the count. */
  taken_cents: Generated<number>
  expected_cents: number | null
  note: Generated<string>
}

/** Rows are never changed. */
export type CounterMoves = {
  id: string
  day_id: string
  kind: CounterMove['kind']
  /** Negative for what goes out, and for a count that was too high. */
  cents: number
  reason: string
  card_id: string | null
  actor: string
  at: string
  /** 0 if it is older than its account in the books: the owner has booked it by hand. */
  is_booked: Generated<Bit>
}
