/**
 * What a backup holds of every table. A new table does not compile until it is listed here, so that none is
 * forgotten. The order is the one in which rows can be put back: nothing before what it points to.
 */
import type { Schema } from '../db/schema.ts'

const TABLES: Record<keyof Schema, 'kept' | 'left out'> = {
  users: 'kept',
  // Everybody signs in again: a stolen backup opens no account that is signed in today.
  sessions: 'left out',
  // A stolen backup opens no account by a link either.
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
  // Kept, so that a webhook which comes again after the restore has no second effect.
  paypal_events: 'kept',
  tracking_reports: 'kept',
  money_findings: 'kept',
  // Kept, so that whoever sends an order again after the restore does not buy it twice.
  idempotency_keys: 'kept',
  outbox: 'kept',
  messages: 'kept',
  answers: 'kept',
  artists: 'kept',
  menu_pages: 'kept',
  uploads: 'kept',
  record_lines: 'kept',
  // Counts of the last minutes and hours: after a restore they begin anew.
  rate_limits: 'left out',
  // Owners are known again with their next sign-in; until then a password reset lets them in.
  known_networks: 'left out',
  // Addresses of visitors, which matter for two days.
  order_networks: 'left out',
  // Rows that exist only to be locked.
  placing_turns: 'left out',
  shop_facts: 'kept',
}

const names = Object.keys(TABLES) as (keyof Schema)[]

export const KEPT_TABLES = names.filter((name) => TABLES[name] === 'kept')
export const LEFT_OUT_TABLES = names.filter((name) => TABLES[name] === 'left out')
