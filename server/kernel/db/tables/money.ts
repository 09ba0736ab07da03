/** The table of 010-money.sql: findings of the payments check. */
import type { FindingKind } from '#shared/payments/api/payments-check.ts'

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
