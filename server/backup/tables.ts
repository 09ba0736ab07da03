/**
 * Which tables a backup contains. If a table is missing in this list, the code does not compile. The tables are listed
 * in restore order: a table comes after the tables that it references.
 */
import type { Schema } from '../db/schema.ts'

const TABLES: Record<keyof Schema, 'kept' | 'left out'> = {
  users: 'kept',
  // Left out, so that a stolen backup contains no valid session. After a restore, all users must sign in again.
  sessions: 'left out',
  // Left out, so that a stolen backup contains no valid link.
  account_links: 'left out',
  email_changes: 'kept',
  products: 'kept',
  reviews: 'kept',
  shipping_quotes: 'kept',
  orders: 'kept',
  order_lines: 'kept',
  stock_moves: 'kept',
  order_history: 'kept',
  order_notes: 'kept',
  former_buyers: 'kept',
  shipments: 'kept',
  labels: 'kept',
  payments: 'kept',
  refunds: 'kept',
  refund_lines: 'kept',
  refund_items: 'kept',
  disputes: 'kept',
  // Included, so that a webhook that is sent again after the restore has no second effect.
  paypal_events: 'kept',
  tracking_reports: 'kept',
  money_findings: 'kept',
  // Included, so that an order that is sent again after the restore is not placed twice.
  idempotency_keys: 'kept',
  outbox: 'kept',
  messages: 'kept',
  answers: 'kept',
  artists: 'kept',
  menu_pages: 'kept',
  uploads: 'kept',
  record_lines: 'kept',
  // Counts of the last minutes and hours; they start at zero after a restore.
  rate_limits: 'left out',
  // Left out: the networks are stored again with the next sign-in. Until then, a password reset unlocks the sign-in.
  known_networks: 'left out',
  // Left out: network addresses of visitors, which are needed for only two days.
  order_networks: 'left out',
  // Rows that exist only to be locked.
  placing_turns: 'left out',
  shop_facts: 'kept',
}

const names = Object.keys(TABLES) as (keyof Schema)[]

export const KEPT_TABLES = names.filter((name) => TABLES[name] === 'kept')
export const LEFT_OUT_TABLES = names.filter((name) => TABLES[name] === 'left out')
