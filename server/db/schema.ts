/** All tables on one page, as the migrations leave them. Cents, grams, ISO moments, 0/1 booleans. */
import type { OrderState } from '#shared/api/orders.ts'
import type { RecordSubject } from '#shared/api/record.ts'
import type { Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely'

export type Schema = {
  users: Users
  sessions: Sessions
  products: Products
  reviews: Reviews
  shipping_quotes: ShippingQuotes
  orders: Orders
  order_lines: OrderLines
  stock_moves: StockMoves
  order_history: OrderHistory
  payments: Payments
  idempotency_keys: IdempotencyKeys
  outbox: Outbox
  messages: Messages
  artists: Artists
  menu_pages: MenuPages
  record_lines: RecordLines
  order_notes: OrderNotes
  uploads: Uploads
  shop_facts: { key: string; value: string }
}

export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

export type UserRow = Selectable<Users>
export type SessionRow = Selectable<Sessions>
export type ProductRow = Selectable<Products>
export type QuoteRow = Selectable<ShippingQuotes>
export type OrderRow = Selectable<Orders>
export type OrderLineRow = Selectable<OrderLines>
export type PaymentRow = Selectable<Payments>
export type OutboxRow = Selectable<Outbox>
export type MessageRow = Selectable<Messages>
export type ArtistRow = Selectable<Artists>
export type MenuPageRow = Selectable<MenuPages>
export type RecordRow = Selectable<RecordLines>
export type UploadRow = Selectable<Uploads>
export type NewProduct = Insertable<Products>

type Bit = 0 | 1

type Users = {
  id: string
  name: string
  email: string
  password_hash: string
  is_admin: Bit
  created_at: string
  updated_at: string
}

type Sessions = {
  token_hash: string
  user_id: string
  created_at: string
  last_seen_at: string
  auth_at: string
  ip: string
  user_agent: string
}

type Products = {
  id: string
  user_id: string | null
  name: string
  price_cents: number
  image: string
  second_image: string
  brand: string
  category: string
  description: string
  origin: string
  cupping_note: string
  roasting_level: number
  size_grams: number | null
  count_in_stock: number
  is_draft: Bit
  search_text: string
  version: number
  created_at: string
  updated_at: string
  deleted_at: string | null
}

type Reviews = {
  id: string
  product_id: string
  user_id: string | null
  name: string
  rating: number
  comment: string
  created_at: string
}

type ShippingQuotes = {
  id: string
  user_id: string
  cart_hash: string
  address_hash: string
  cents: number
  shipment_id: string
  rate_id: string
  provider: string
  service: string
  service_token: string
  estimated_days: number | null
  parcel_grams: number
  created_at: string
  expires_at: string
}

type Orders = {
  id: string
  user_id: string | null
  buyer_name: string
  buyer_email: string
  state: OrderState
  address: string
  address2: string
  city: string
  ship_state: string
  postal_code: string
  country: string
  payment_method: string
  shipment_id: string
  rate_id: string
  shipping_service: string
  items_cents: number
  shipping_cents: number
  tax_cents: number
  total_cents: number
  created_at: string
  reserved_until: string
  paid_at: string | null
  shipped_at: string | null
  delivered_at: string | null
  closed_at: string | null
}

type OrderLines = {
  order_id: string
  product_id: string
  position: number
  name: string
  image: string
  category: string
  size_grams: number | null
  price_cents: number
  qty: number
}

type StockMoves = {
  id: string
  product_id: string
  order_id: string | null
  qty: number
  reason: 'order' | 'return' | 'edit' | 'opening'
  at: string
}

type OrderHistory = {
  id: string
  order_id: string
  at: string
  actor: string
  event: string
}

type Payments = {
  id: string
  order_id: string
  provider: string
  provider_order_id: string | null
  state:
    | 'created'
    | 'capture_started'
    | 'pending'
    | 'completed'
    | 'declined'
    | 'failed'
    | 'refund_due'
    | 'refunded'
  amount_cents: number
  currency: 'USD'
  create_request_id: string
  attempt: number
  capture_request_id: string | null
  capture_id: string | null
  payer_email: string | null
  problem: string | null
  captured_at: string | null
  created_at: string
  updated_at: string
}

type IdempotencyKeys = {
  user_id: string
  route: string
  key: string
  body_hash: string
  status: number
  reply: string
  created_at: string
}

type Outbox = {
  id: string
  dedupe_key: string
  recipient: string
  reply_to: string | null
  subject: string
  body_text: string
  body_html: string
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  next_at: string
  sent_at: string | null
  problem: string | null
  message_id: string
  created_at: string
}

type Messages = {
  id: string
  kind: 'contact' | 'wholesale'
  name: string
  email: string
  phone: string
  type_of_business: string
  qty: number
  social: string
  message: string
  outbox_id: string
  status: Generated<'new' | 'answered' | 'closed'>
  note: Generated<string>
  created_at: string
}

type Artists = {
  id: string
  name: string
  title: string
  script: string
  quote: string
  instagram: string
  website: string
  main_images: string
  other_images: string
  is_feat: Bit
  created_at: string
  updated_at: string
}

type MenuPages = {
  position: number
  file: string
  title: string
  lines: string
}

type RecordLines = {
  id: string
  at: string
  actor_id: string | null
  actor: string
  subject: RecordSubject
  subject_id: string
  subject_name: string
  action: string
  changes: string
}

type OrderNotes = {
  id: string
  order_id: string
  at: string
  actor: string
  text: string
}

type Uploads = {
  file: string
  facts: string
  bytes: number
  actor_id: string | null
  created_at: string
}
