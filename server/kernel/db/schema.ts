/**
 * All tables, the types of their rows, and which of them a backup contains. Units: cents, grams, ISO 8601 times in UTC,
 * booleans as 0 or 1.
 */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import { departmentFields } from '#shared/content/resources/department.ts'
import type {
  AccountLinks,
  Addresses,
  EmailChanges,
  Invitations,
  LinkKeys,
  RequestedAccounts,
} from './tables/accounts.ts'
import type { AccountingLines, AccountingMonths } from './tables/accounting.ts'
import type {
  DemoKind,
  DemoRows,
  ChangeLogLines,
  OrderNotes,
  Uploads,
  FormerBuyers,
  Shipments,
} from './tables/admin.ts'
import type { DiscountCodes, DiscountUses } from './tables/discounts.ts'
import type { GiftCardMoves, GiftCards, GiftCardUses } from './tables/gift-cards.ts'
import type {
  AuthenticatorApps,
  Passkeys,
  RecoveryCodes,
  SecretKeys,
  UsedChallenges,
} from './tables/factors.ts'
import type {
  ImportCategories,
  ImportedCategories,
  ImportedConsents,
  ImportedCustomers,
  ImportedProducts,
  ImportItems,
  ImportParts,
  ImportPictures,
  Imports,
} from './tables/imports.ts'
import type { Labels } from './tables/labels.ts'
import type { JobRuns, KnownNetworks, OrderNetworks, PlacingTurns, RateLimits } from './tables/limits.ts'
import type { Events, EventSignups } from './tables/events.ts'
import type {
  NewsletterConsents,
  NewsletterRecipients,
  Newsletters,
  NewsletterSubscribers,
  StockNotices,
  SuppressedAddresses,
} from './tables/newsletters.ts'
import type { PaymentMethodDeletions, PaymentMethods } from './tables/payment-methods.ts'
import type { MoneyFindings } from './tables/money.ts'
import type { Media, PageVersions } from './tables/pages.ts'
import type { ArtistPayouts, ArtistShares, Works } from './tables/works.ts'
import type { GreenLots, Roasts } from './tables/roastery.ts'
import { ROASTERY_TABLES } from './roastery-tables.ts'
import { described, kept, leftOut, type Table } from './table.ts'
import type { SavedCarts } from './tables/saved-carts.ts'
import type { Settings } from './tables/settings.ts'
import type {
  CoffeeEndings,
  CoffeeReplacements,
  RotationCoffees,
  SubscriptionDeliveries,
  SubscriptionItems,
  Subscriptions,
} from './tables/subscriptions.ts'
import type { Answers, Artists, Outbox, Messages, MenuPages } from './tables/content.ts'
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
  ProductSizes,
  Reviews,
  ShippingQuotes,
  Orders,
  OrderLines,
  StockMoves,
  OrderHistory,
  Payments,
  IdempotencyKeys,
} from './tables/shop.ts'

/**
 * The tables are in the restore order of a backup: a table comes after the tables that it references.
 *
 * `kept` and `leftOut` say whether a backup contains the rows, and name the type of the columns (`tables/`). `described`
 * is for a table that is kept and has the columns of a description (`resources` of shared/) and those of `Described`.
 */
export const TABLES = {
  users: kept<Users>(),
  // Left out, so that a stolen backup contains no valid session. After a restore, all users must sign in again.
  sessions: leftOut<Sessions>(),
  // Left out, so that a stolen backup contains no valid link.
  account_links: leftOut<AccountLinks>(),
  passkeys: kept<Passkeys>(),
  // Left out, because they expire within minutes.
  used_challenges: leftOut<UsedChallenges>(),
  // Included with encrypted secrets. A backup does not contain the key.
  authenticator_apps: kept<AuthenticatorApps>(),
  recovery_codes: kept<RecoveryCodes>(),
  secret_keys: leftOut<SecretKeys>(),
  email_changes: kept<EmailChanges>(),
  // Left out, so that a stolen backup contains no invitation. The owner invites again.
  invitations: leftOut<Invitations>(),
  addresses: kept<Addresses>(),
  // Left out, because a stolen backup must not allow signing links. After a restore, guests request new links.
  link_keys: leftOut<LinkKeys>(),
  departments: described(departmentFields),
  products: kept<Products>(),
  product_sizes: kept<ProductSizes>(),
  imported_products: kept<ImportedProducts>(),
  imported_categories: kept<ImportedCategories>(),
  imported_customers: kept<ImportedCustomers>(),
  imported_consents: kept<ImportedConsents>(),
  import_pictures: kept<ImportPictures>(),
  // Left out, because an unfinished import is repeated with its file.
  imports: leftOut<Imports>(),
  import_parts: leftOut<ImportParts>(),
  import_items: leftOut<ImportItems>(),
  import_categories: leftOut<ImportCategories>(),
  reviews: kept<Reviews>(),
  shipping_quotes: kept<ShippingQuotes>(),
  orders: kept<Orders>(),
  // Left out, because they expire after a day, and a guest can request an account again.
  requested_accounts: leftOut<RequestedAccounts>(),
  order_lines: kept<OrderLines>(),
  discount_codes: kept<DiscountCodes>(),
  discount_uses: kept<DiscountUses>(),
  stock_moves: kept<StockMoves>(),
  order_history: kept<OrderHistory>(),
  subscriptions: kept<Subscriptions>(),
  subscription_items: kept<SubscriptionItems>(),
  subscription_deliveries: kept<SubscriptionDeliveries>(),
  rotation_coffees: kept<RotationCoffees>(),
  coffee_endings: kept<CoffeeEndings>(),
  coffee_replacements: kept<CoffeeReplacements>(),
  ...ROASTERY_TABLES,
  order_notes: kept<OrderNotes>(),
  former_buyers: kept<FormerBuyers>(),
  shipments: kept<Shipments>(),
  labels: kept<Labels>(),
  payment_methods: kept<PaymentMethods>(),
  payment_method_deletions: kept<PaymentMethodDeletions>(),
  payments: kept<Payments>(),
  refunds: kept<Refunds>(),
  refund_lines: kept<RefundLines>(),
  refund_items: kept<RefundItems>(),
  disputes: kept<Disputes>(),
  // The key of the encrypted codes is not in the backup (server/checkout/gift-cards/codes.ts).
  gift_cards: kept<GiftCards>(),
  gift_card_moves: kept<GiftCardMoves>(),
  gift_card_uses: kept<GiftCardUses>(),
  // Included, so that a webhook that is sent again after the restore has no second effect.
  paypal_events: kept<PaypalEvents>(),
  tracking_reports: kept<TrackingReports>(),
  money_findings: kept<MoneyFindings>(),
  accounting_months: kept<AccountingMonths>(),
  accounting_lines: kept<AccountingLines>(),
  // Included, so that an order that is sent again after the restore is not placed twice.
  idempotency_keys: kept<IdempotencyKeys>(),
  outbox: kept<Outbox>(),
  messages: kept<Messages>(),
  answers: kept<Answers>(),
  artists: kept<Artists>(),
  works: kept<Works>(),
  artist_shares: kept<ArtistShares>(),
  artist_payouts: kept<ArtistPayouts>(),
  events: kept<Events>(),
  event_signups: kept<EventSignups>(),
  newsletter_subscribers: kept<NewsletterSubscribers>(),
  newsletter_consents: kept<NewsletterConsents>(),
  suppressed_addresses: kept<SuppressedAddresses>(),
  newsletters: kept<Newsletters>(),
  newsletter_recipients: kept<NewsletterRecipients>(),
  stock_notices: kept<StockNotices>(),
  // The links of their mails are signed with a key that is not in the backup (server/platform/sessions/signed-links.ts).
  saved_carts: kept<SavedCarts>(),
  menu_pages: kept<MenuPages>(),
  uploads: kept<Uploads>(),
  media: kept<Media>(),
  page_versions: kept<PageVersions>(),
  settings: kept<Settings>(),
  record_lines: kept<ChangeLogLines>(),
  // Counts of the last minutes and hours; they start at zero after a restore.
  rate_limits: leftOut<RateLimits>(),
  // Left out: the networks are stored again with the next sign-in. Until then, a password reset unlocks the sign-in.
  known_networks: leftOut<KnownNetworks>(),
  // Left out: network addresses of visitors, which are needed for only two days.
  order_networks: leftOut<OrderNetworks>(),
  // Rows that exist only to be locked.
  placing_turns: leftOut<PlacingTurns>(),
  // Left out: every job may run at once after a restore.
  job_runs: leftOut<JobRuns>(),
  shop_facts: kept<{ key: string; value: string }>(),
  demo_rows: kept<DemoRows>(),
  setup_marks: kept<{ mark: string; made_at: string; made_by: string }>(),
}

export type Schema = {
  [T in keyof typeof TABLES]: (typeof TABLES)[T] extends Table<infer Columns> ? Columns : never
}

const names = Object.keys(TABLES) as (keyof Schema)[]

/** The tables that a backup contains, in the restore order. */
export const KEPT_TABLES = names.filter((name) => TABLES[name].isKept)
export const LEFT_OUT_TABLES = names.filter((name) => !TABLES[name].isKept)

export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

export type { DemoKind }
export type UserRow = Selectable<Users>
export type ProductRow = Selectable<Products>
export type SizeRow = Selectable<ProductSizes>
export type ReviewRow = Selectable<Reviews>
export type QuoteRow = Selectable<ShippingQuotes>
export type OrderRow = Selectable<Orders>
export type OrderLineRow = Selectable<OrderLines>
export type PaymentRow = Selectable<Payments>
export type PaymentMethodRow = Selectable<PaymentMethods>
export type PaymentMethodDeletionRow = Selectable<PaymentMethodDeletions>
export type RefundRow = Selectable<Refunds>
export type DisputeRow = Selectable<Disputes>
export type GiftCardRow = Selectable<GiftCards>
export type GiftCardMoveRow = Selectable<GiftCardMoves>
export type PaypalEventRow = Selectable<PaypalEvents>
export type OutboxRow = Selectable<Outbox>
export type InvitationRow = Selectable<Invitations>
export type AddressRow = Selectable<Addresses>
export type AccountLinkRow = Selectable<AccountLinks>
export type PasskeyRow = Selectable<Passkeys>
export type MessageRow = Selectable<Messages>
export type AnswerRow = Selectable<Answers>
export type ImportedConsentRow = Selectable<ImportedConsents>
export type ArtistRow = Selectable<Schema['artists']>
export type NewArtist = Insertable<Schema['artists']>
export type DiscountCodeRow = Selectable<DiscountCodes>
export type EventRow = Selectable<Events>
export type SignupRow = Selectable<EventSignups>
export type GreenLotRow = Selectable<GreenLots>
export type RoastRow = Selectable<Roasts>
export type SubscriberRow = Selectable<NewsletterSubscribers>
export type NewsletterRow = Selectable<Newsletters>
export type StockNoticeRow = Selectable<StockNotices>
export type SavedCartRow = Selectable<SavedCarts>
export type SubscriptionRow = Selectable<Subscriptions>
export type SubscriptionItemRow = Selectable<SubscriptionItems>
export type SubscriptionDeliveryRow = Selectable<SubscriptionDeliveries>
export type WorkRow = Selectable<Works>
export type DepartmentRow = Selectable<Schema['departments']>
export type MenuPageRow = Selectable<MenuPages>
export type ChangeLogRow = Selectable<ChangeLogLines>
export type MediaRow = Selectable<Media>
export type PageVersionRow = Selectable<PageVersions>
export type UploadRow = Selectable<Uploads>
export type ShipmentRow = Selectable<Shipments>
export type LabelRow = Selectable<Labels>
export type ImportRow = Selectable<Imports>
export type ImportItemRow = Selectable<ImportItems>
export type FindingRow = Selectable<MoneyFindings>
export type NewProduct = Insertable<Products>
export type NewSize = Insertable<ProductSizes>
