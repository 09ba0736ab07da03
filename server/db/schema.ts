/** All tables; `tables/` defines their columns. Units: cents, grams, ISO 8601 times in UTC, booleans as 0 or 1. */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { AccountLinks, EmailChanges } from './tables/accounts.ts'
import type { RecordLines, OrderNotes, Uploads, FormerBuyers, Shipments } from './tables/admin.ts'
import type { Labels } from './tables/labels.ts'
import type { JobRuns, KnownNetworks, OrderNetworks, PlacingTurns, RateLimits } from './tables/limits.ts'
import type { MoneyFindings } from './tables/money.ts'
import type { Answers, Outbox, Messages, Artists, MenuPages } from './tables/content.ts'
import type {
  Disputes,
  PaypalEvents,
  RefundItems,
  RefundLines,
  Refunds,
  TrackingReports,
} from './tables/refunds.ts'
import type {
  Users,
  Sessions,
  Products,
  Reviews,
  ShippingQuotes,
  Orders,
  OrderLines,
  StockMoves,
  OrderHistory,
  Payments,
  IdempotencyKeys,
} from './tables/shop.ts'

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
  refunds: Refunds
  refund_lines: RefundLines
  refund_items: RefundItems
  disputes: Disputes
  paypal_events: PaypalEvents
  tracking_reports: TrackingReports
  idempotency_keys: IdempotencyKeys
  outbox: Outbox
  messages: Messages
  answers: Answers
  artists: Artists
  menu_pages: MenuPages
  record_lines: RecordLines
  order_notes: OrderNotes
  uploads: Uploads
  former_buyers: FormerBuyers
  shipments: Shipments
  account_links: AccountLinks
  email_changes: EmailChanges
  labels: Labels
  money_findings: MoneyFindings
  rate_limits: RateLimits
  known_networks: KnownNetworks
  order_networks: OrderNetworks
  placing_turns: PlacingTurns
  job_runs: JobRuns
  shop_facts: { key: string; value: string }
}

export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

export type UserRow = Selectable<Users>
export type ProductRow = Selectable<Products>
export type ReviewRow = Selectable<Reviews>
export type QuoteRow = Selectable<ShippingQuotes>
export type OrderRow = Selectable<Orders>
export type OrderLineRow = Selectable<OrderLines>
export type PaymentRow = Selectable<Payments>
export type RefundRow = Selectable<Refunds>
export type RefundItemRow = Selectable<RefundItems>
export type DisputeRow = Selectable<Disputes>
export type PaypalEventRow = Selectable<PaypalEvents>
export type OutboxRow = Selectable<Outbox>
export type AccountLinkRow = Selectable<AccountLinks>
export type MessageRow = Selectable<Messages>
export type AnswerRow = Selectable<Answers>
export type ArtistRow = Selectable<Artists>
export type NewArtist = Insertable<Artists>
export type MenuPageRow = Selectable<MenuPages>
export type RecordRow = Selectable<RecordLines>
export type UploadRow = Selectable<Uploads>
export type ShipmentRow = Selectable<Shipments>
export type LabelRow = Selectable<Labels>
export type FindingRow = Selectable<MoneyFindings>
export type NewProduct = Insertable<Products>
