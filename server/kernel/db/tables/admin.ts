/** The tables of 003-desk.sql, 006-desk-lists.sql and 031-demo-rows.sql: the change log, notes, uploads, shipments, the demo. */
import type { ChangeLogSubject } from '#shared/platform/api/change-log.ts'

export type ChangeLogLines = {
  id: string
  at: string
  actor_id: string | null
  actor: string
  subject: ChangeLogSubject
  subject_id: string
  subject_name: string
  action: string
  changes: string
}

export type OrderNotes = {
  id: string
  order_id: string
  at: string
  actor: string
  text: string
}

export type Uploads = {
  file: string
  facts: string
  bytes: number
  actor_id: string | null
  unnamed_since: string | null
  created_at: string
}

export type FormerBuyers = {
  order_id: string
  search_text: string
}

export type Shipments = {
  order_id: string
  tracking_number: string
  tracking_url: string
}

/** The table of an invented row. */
export type DemoKind =
  | 'products'
  | 'users'
  | 'orders'
  | 'stock_moves'
  | 'reviews'
  | 'messages'
  | 'events'
  | 'artists'
  | 'menu_pages'
  | 'green_lots'
  | 'roasts'
  | 'recipes'
  | 'batches'
  | 'coffee_lots'

/** `id` is the file for pages of the menu. */
export type DemoRows = { kind: DemoKind; id: string }
