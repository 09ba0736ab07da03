/** The tables of imports and of the demo. */
import type { Generated } from 'kysely'
import type { ImportAction, ImportKind, ImportState } from '#shared/backoffice/api/imports.ts'
import type { WebhookType } from '#shared/platform/webhook-events.ts'
import type { Bit, Versioned } from '../table.ts'
import type { ImportSource } from '#shared/platform/import-sources.ts'

export type Imports = {
  id: string
  kind: ImportKind
  source: ImportSource | null
  file_name: string
  state: ImportState
  row_count: number
  problem: Generated<string>
  actor_id: string
  actor: string
  claim: string | null
  claimed_until: string | null
  created_at: string
  started_at: string | null
  ended_at: string | null
  /** JSON: what there is to say about the file as a whole. */
  remarks: Generated<string>
}

export type ImportParts = { import_id: string; position: number; rows_json: string }

export type ImportItems = {
  import_id: string
  position: number
  first_row: number
  name: string
  detail: string
  action: ImportAction
  target_id: string | null
  state: Generated<'waiting' | 'done' | 'skipped'>
  /** JSON, like `changes`, `notes` and `problems`. */
  data: string
  changes: string
  notes: string
  problems: string
}

export type ImportCategories = {
  import_id: string
  position: number
  name: string
  products: number
  /** JSON: the names of some products. */
  examples: string
  category: string
  department_id: string | null
  is_chosen: 0 | 1
}

export type ImportPictures = {
  id: string
  product_id: string
  place: 'image' | 'second_image'
  url: string
  file_name: string
  state: 'waiting' | 'done' | 'failed'
  problem: Generated<string>
  actor_id: string
  actor: string
  claimed_until: Generated<string | null>
  created_at: string
}

export type ImportedProducts = {
  source: 'shopify' | 'woocommerce'
  /** The handle at Shopify, the ID or SKU at WooCommerce. */
  external_id: string
  product_id: string
}

export type ImportedCategories = {
  source: 'shopify' | 'woocommerce'
  /** As in the file of the other shop; empty for products without a category. */
  name: string
  category: string
  department_id: string | null
  updated_at: string
}

export type ImportedCustomers = {
  source: 'shopify' | 'woocommerce'
  /** The number of the customer at Shopify, of the user at WooCommerce. */
  external_id: string
  user_id: string
}

export type ImportedAccounts = {
  /** The name of the account in the file, as `nameKey` of shared/wholesale/name-key.ts makes it. */
  name_key: string
  company_id: string
}

export type ImportedConsents = {
  email: string
  source: ImportSource
  consented_at: string | null
  imported_at: string
  /** What happens with it (server/content/newsletters/imported-consents.ts). */
  state: Generated<'waiting' | 'queued' | 'asked' | 'accepted'>
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
  | 'discount_codes'
  | 'gift_cards'
  | 'subscriptions'
  | 'coffee_endings'
  | 'newsletters'
  | 'newsletter_subscribers'
  | 'record_lines'
  | 'artist_payouts'
  | 'companies'
  | 'price_lists'
  | 'van_routes'

/** `id` is the file for pages of the menu. */
export type DemoRows = { kind: DemoKind; id: string }

export type Webhooks = Versioned & {
  url: string
  /** JSON list (shared/platform/webhook-events.ts). */
  events: string
  /** Sealed (server/platform/keys), like `former_secret`, which signs too until `former_until`. */
  secret: string
  former_secret: string | null
  former_until: string | null
  is_on: Generated<Bit>
  /** Why the shop has switched it off. */
  off_reason: Generated<string>
  failing_since: string | null
  /** Nothing is sent before: an instance is sending, or the receiver has asked for a pause. */
  next_at: string
}

export type WebhookEvents = {
  id: string
  type: WebhookType
  /** JSON (server/platform/webhooks/events.ts). */
  about: string
  /** The only webhook that gets it; null for all that want it. */
  webhook_id: string | null
  /** Null until it was written for the webhooks that get the event. */
  body: string | null
  occurred_at: string
}

export type WebhookDeliveries = {
  id: string
  webhook_id: string
  event_id: string
  state: Generated<'waiting' | 'delivered' | 'failed'>
  attempts: Generated<number>
  next_at: string
  tried_at: string | null
  status: number | null
  problem: Generated<string>
}
