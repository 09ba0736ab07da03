/**
 * All tables, the types of their rows, and which of them a backup contains. Units: cents, grams, ISO 8601 times in UTC,
 * booleans as 0 or 1.
 */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import { departmentFields } from '#shared/content/resources/department.ts'
import type * as people from './tables/people.ts'
import type * as catalog from './tables/catalog.ts'
import type * as checkout from './tables/checkout.ts'
import type * as counter from './tables/counter.ts'
import type * as payments from './tables/payments.ts'
import type * as ledger from './tables/ledger.ts'
import type * as shipping from './tables/shipping.ts'
import type * as subscriptions from './tables/subscriptions.ts'
import type * as roastery from './tables/roastery.ts'
import type * as content from './tables/content.ts'
import type * as mail from './tables/mail.ts'
import type * as platform from './tables/platform.ts'
import type * as backoffice from './tables/backoffice.ts'
import type * as wholesale from './tables/wholesale.ts'
import type * as van from './tables/deliveries.ts'
import type * as rhythm from './tables/wholesale-rhythm.ts'
import { described, kept, leftOut, type Table } from './table.ts'

/**
 * The tables are in the restore order of a backup: a table comes after the tables that it references.
 *
 * `kept` and `leftOut` say whether a backup contains the rows, and name the type of the columns (`tables/`). `described`
 * is for a table that is kept and has the columns of a description (`resources` of shared/) and those of `Described`.
 */
export const TABLES = {
  users: kept<people.Users>(),
  // Left out, so that a stolen backup contains no valid session. After a restore, all users must sign in again.
  sessions: leftOut<people.Sessions>(),
  // Left out, so that a restore revives no token that was revoked since.
  api_tokens: leftOut<people.ApiTokens>(),
  // Left out, so that a stolen backup contains no valid link.
  account_links: leftOut<people.AccountLinks>(),
  passkeys: kept<people.Passkeys>(),
  // Left out, because they expire within minutes.
  used_challenges: leftOut<people.UsedChallenges>(),
  // Included with encrypted secrets. A backup does not contain the key.
  authenticator_apps: kept<people.AuthenticatorApps>(),
  recovery_codes: kept<people.RecoveryCodes>(),
  secret_keys: leftOut<people.SecretKeys>(),
  email_changes: kept<people.EmailChanges>(),
  // Left out, so that a stolen backup contains no invitation. The owner invites again.
  invitations: leftOut<people.Invitations>(),
  addresses: kept<people.Addresses>(),
  price_lists: kept<wholesale.PriceLists>(),
  companies: kept<wholesale.Companies>(),
  locations: kept<wholesale.Locations>(),
  buyers: kept<wholesale.Buyers>(),
  certificates: kept<wholesale.Certificates>(),
  standing_orders: kept<rhythm.StandingOrders>(),
  standing_dates: kept<rhythm.StandingDates>(),
  standing_lines: kept<rhythm.StandingLines>(),
  // Left out, so that a stolen backup contains no valid link.
  week_links: leftOut<rhythm.WeekLinks>(),
  quiet_accounts: kept<rhythm.QuietAccounts>(),
  // Left out, because a stolen backup must not allow signing links. After a restore, guests request new links.
  link_keys: leftOut<people.LinkKeys>(),
  departments: described(departmentFields),
  former_slugs: kept<platform.FormerSlugs>(),
  products: kept<catalog.Products>(),
  product_sizes: kept<catalog.ProductSizes>(),
  imported_products: kept<backoffice.ImportedProducts>(),
  imported_categories: kept<backoffice.ImportedCategories>(),
  imported_customers: kept<backoffice.ImportedCustomers>(),
  imported_accounts: kept<backoffice.ImportedAccounts>(),
  imported_consents: kept<backoffice.ImportedConsents>(),
  import_pictures: kept<backoffice.ImportPictures>(),
  // Left out, because an unfinished import is repeated with its file.
  imports: leftOut<backoffice.Imports>(),
  import_parts: leftOut<backoffice.ImportParts>(),
  import_items: leftOut<backoffice.ImportItems>(),
  import_categories: leftOut<backoffice.ImportCategories>(),
  reviews: kept<catalog.Reviews>(),
  shipping_quotes: kept<checkout.ShippingQuotes>(),
  orders: kept<checkout.Orders>(),
  // Left out, because they expire after a day, and a guest can request an account again.
  requested_accounts: leftOut<people.RequestedAccounts>(),
  order_lines: kept<checkout.OrderLines>(),
  discount_codes: kept<checkout.DiscountCodes>(),
  discount_uses: kept<checkout.DiscountUses>(),
  stock_moves: kept<catalog.StockMoves>(),
  order_history: kept<checkout.OrderHistory>(),
  subscriptions: kept<subscriptions.Subscriptions>(),
  subscription_items: kept<subscriptions.SubscriptionItems>(),
  subscription_deliveries: kept<subscriptions.SubscriptionDeliveries>(),
  rotation_coffees: kept<subscriptions.RotationCoffees>(),
  coffee_endings: kept<subscriptions.CoffeeEndings>(),
  coffee_replacements: kept<subscriptions.CoffeeReplacements>(),
  green_lots: kept<roastery.GreenLots>(),
  lots_to_shop: kept<roastery.LotsToShop>(),
  roasts: kept<roastery.Roasts>(),
  roast_greens: kept<roastery.RoastGreens>(),
  recipes: kept<roastery.Recipes>(),
  recipe_roasts: kept<roastery.RecipeRoasts>(),
  roast_days: kept<roastery.RoastDays>(),
  roast_bookings: kept<roastery.RoastBookings>(),
  batches: kept<roastery.Batches>(),
  batch_greens: kept<roastery.BatchGreens>(),
  coffee_lots: kept<roastery.CoffeeLots>(),
  coffee_lot_batches: kept<roastery.CoffeeLotBatches>(),
  bags: kept<roastery.Bags>(),
  bag_uses: kept<roastery.BagUses>(),
  coffee_adjustments: kept<roastery.CoffeeAdjustments>(),
  roast_curves: kept<roastery.RoastCurves>(),
  cuppings: kept<roastery.Cuppings>(),
  packaging_costs: kept<roastery.PackagingCosts>(),
  order_notes: kept<checkout.OrderNotes>(),
  former_buyers: kept<checkout.FormerBuyers>(),
  // Left out: the server fills them when it starts.
  sold_names: leftOut<checkout.SoldNames>(),
  order_recipients: leftOut<checkout.OrderRecipients>(),
  shipments: kept<shipping.Shipments>(),
  parcels: kept<shipping.Parcels>(),
  parcel_lines: kept<shipping.ParcelLines>(),
  van_routes: kept<van.VanRoutes>(),
  van_route_stops: kept<van.VanRouteStops>(),
  run_stops: kept<van.RunStops>(),
  deliveries: kept<van.Deliveries>(),
  delivery_shorts: kept<van.DeliveryShorts>(),
  labels: kept<shipping.Labels>(),
  // Left out: what was bought is in `labels`, and the orders can be chosen again.
  label_batches: leftOut<shipping.LabelBatches>(),
  label_batch_rows: leftOut<shipping.LabelBatchRows>(),
  payment_methods: kept<payments.PaymentMethods>(),
  payment_method_deletions: kept<payments.PaymentMethodDeletions>(),
  payments: kept<payments.Payments>(),
  // Left out, because they expire within hours.
  express_checkouts: leftOut<payments.ExpressCheckouts>(),
  refunds: kept<payments.Refunds>(),
  refund_lines: kept<payments.RefundLines>(),
  refund_items: kept<payments.RefundItems>(),
  tenders: kept<payments.Tenders>(),
  disputes: kept<payments.Disputes>(),
  paper_numbers: kept<ledger.PaperNumbers>(),
  ledgers: kept<ledger.Ledgers>(),
  invoices: kept<ledger.Invoices>(),
  invoice_lines: kept<ledger.InvoiceLines>(),
  departures: kept<ledger.Departures>(),
  departure_lines: kept<ledger.DepartureLines>(),
  credit_notes: kept<ledger.CreditNotes>(),
  credit_note_lines: kept<ledger.CreditNoteLines>(),
  receipts: kept<ledger.Receipts>(),
  allocations: kept<ledger.Allocations>(),
  write_offs: kept<ledger.WriteOffs>(),
  invoice_payments: kept<ledger.InvoicePayments>(),
  reminders: kept<ledger.Reminders>(),
  invoice_reminders: kept<ledger.InvoiceReminders>(),
  statements_sent: kept<ledger.StatementsSent>(),
  // The key of the encrypted codes is not in the backup (server/checkout/gift-cards/codes.ts).
  gift_cards: kept<checkout.GiftCards>(),
  gift_card_moves: kept<checkout.GiftCardMoves>(),
  gift_card_uses: kept<checkout.GiftCardUses>(),
  counter_days: kept<counter.CounterDays>(),
  counter_moves: kept<counter.CounterMoves>(),
  gift_subscriptions: kept<subscriptions.GiftSubscriptions>(),
  // Included, so that a webhook that is sent again after the restore has no second effect.
  paypal_events: kept<payments.PaypalEvents>(),
  tracking_reports: kept<shipping.TrackingReports>(),
  money_findings: kept<payments.MoneyFindings>(),
  accounting_months: kept<payments.AccountingMonths>(),
  accounting_lines: kept<payments.AccountingLines>(),
  // Included, so that an order that is sent again after the restore is not placed twice.
  idempotency_keys: kept<platform.IdempotencyKeys>(),
  outbox: kept<mail.Outbox>(),
  messages: kept<mail.Messages>(),
  answers: kept<mail.Answers>(),
  // With the hashes of their links, which open nothing but the application.
  applications: kept<wholesale.Applications>(),
  certificate_files: kept<wholesale.CertificateFiles>(),
  certificate_file_parts: kept<wholesale.CertificateFileParts>(),
  artists: kept<catalog.Artists>(),
  works: kept<catalog.Works>(),
  artist_shares: kept<catalog.ArtistShares>(),
  artist_payouts: kept<catalog.ArtistPayouts>(),
  brew_guides: kept<content.BrewGuides>(),
  events: kept<content.Events>(),
  event_signups: kept<content.EventSignups>(),
  newsletter_subscribers: kept<content.NewsletterSubscribers>(),
  newsletter_consents: kept<content.NewsletterConsents>(),
  suppressed_addresses: kept<content.SuppressedAddresses>(),
  newsletters: kept<content.Newsletters>(),
  newsletter_recipients: kept<content.NewsletterRecipients>(),
  stock_notices: kept<catalog.StockNotices>(),
  // The links of their mails are signed with a key that is not in the backup (server/platform/sessions/signed-links.ts).
  saved_carts: kept<checkout.SavedCarts>(),
  menu_pages: kept<content.MenuPages>(),
  uploads: kept<platform.Uploads>(),
  media: kept<content.Media>(),
  page_versions: kept<content.PageVersions>(),
  settings: kept<platform.Settings>(),
  // Encrypted with the master key, which is not in the backup (server/platform/keys/master.ts).
  data_keys: kept<platform.DataKeys>(),
  service_connections: kept<platform.ServiceConnections>(),
  // Left out: a restore puts all pictures where the settings say, and then they are copied again.
  picture_copies: leftOut<platform.PictureCopies>(),
  record_lines: kept<platform.ChangeLogLines>(),
  bulk_changes: kept<platform.BulkChanges>(),
  bulk_rows: kept<platform.BulkRows>(),
  // Included with encrypted secrets. A backup does not contain the key.
  webhooks: kept<backoffice.Webhooks>(),
  // Left out: a restored shop must not tell again what happened before.
  webhook_events: leftOut<backoffice.WebhookEvents>(),
  webhook_deliveries: leftOut<backoffice.WebhookDeliveries>(),
  // Counts of the last minutes and hours; they start at zero after a restore.
  rate_limits: leftOut<platform.RateLimits>(),
  // Left out: the networks are stored again with the next sign-in. Until then, a password reset unlocks the sign-in.
  known_networks: leftOut<people.KnownNetworks>(),
  // Left out: network addresses of visitors, which are needed for only two days.
  order_networks: leftOut<checkout.OrderNetworks>(),
  // Rows that exist only to be locked.
  placing_turns: leftOut<checkout.PlacingTurns>(),
  // Left out: every job may run at once after a restore.
  job_runs: leftOut<platform.JobRuns>(),
  shop_facts: kept<{ key: string; value: string }>(),
  demo_rows: kept<backoffice.DemoRows>(),
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

export type DemoKind = backoffice.DemoKind
export type PictureCopyRow = Selectable<platform.PictureCopies>
export type UserRow = Selectable<people.Users>
export type ProductRow = Selectable<catalog.Products>
export type SizeRow = Selectable<catalog.ProductSizes>
export type ReviewRow = Selectable<catalog.Reviews>
export type QuoteRow = Selectable<checkout.ShippingQuotes>
export type OrderRow = Selectable<checkout.Orders>
export type OrderLineRow = Selectable<checkout.OrderLines>
export type PaymentRow = Selectable<payments.Payments>
export type ExpressRow = Selectable<payments.ExpressCheckouts>
export type PaymentMethodRow = Selectable<payments.PaymentMethods>
export type PaymentMethodDeletionRow = Selectable<payments.PaymentMethodDeletions>
export type RefundRow = Selectable<payments.Refunds>
export type TenderRow = Selectable<payments.Tenders>
export type InvoiceRow = Selectable<ledger.Invoices>
export type InvoiceLineRow = Selectable<ledger.InvoiceLines>
export type CreditNoteRow = Selectable<ledger.CreditNotes>
export type ReceiptRow = Selectable<ledger.Receipts>
export type DisputeRow = Selectable<payments.Disputes>
export type GiftCardRow = Selectable<checkout.GiftCards>
export type GiftCardMoveRow = Selectable<checkout.GiftCardMoves>
export type CounterDayRow = Selectable<counter.CounterDays>
export type CounterMoveRow = Selectable<counter.CounterMoves>
export type PaypalEventRow = Selectable<payments.PaypalEvents>
export type OutboxRow = Selectable<mail.Outbox>
export type InvitationRow = Selectable<people.Invitations>
export type AddressRow = Selectable<people.Addresses>
export type AccountLinkRow = Selectable<people.AccountLinks>
export type PasskeyRow = Selectable<people.Passkeys>
export type MessageRow = Selectable<mail.Messages>
export type AnswerRow = Selectable<mail.Answers>
export type ImportedConsentRow = Selectable<backoffice.ImportedConsents>
export type ArtistRow = Selectable<Schema['artists']>
export type NewArtist = Insertable<Schema['artists']>
export type BrewGuideRow = Selectable<content.BrewGuides>
export type DiscountCodeRow = Selectable<checkout.DiscountCodes>
export type EventRow = Selectable<content.Events>
export type SignupRow = Selectable<content.EventSignups>
export type GreenLotRow = Selectable<roastery.GreenLots>
export type RoastRow = Selectable<roastery.Roasts>
export type SubscriberRow = Selectable<content.NewsletterSubscribers>
export type NewsletterRow = Selectable<content.Newsletters>
export type StockNoticeRow = Selectable<catalog.StockNotices>
export type SavedCartRow = Selectable<checkout.SavedCarts>
export type SubscriptionRow = Selectable<subscriptions.Subscriptions>
export type SubscriptionItemRow = Selectable<subscriptions.SubscriptionItems>
export type GiftSubscriptionRow = Selectable<subscriptions.GiftSubscriptions>
export type SubscriptionDeliveryRow = Selectable<subscriptions.SubscriptionDeliveries>
export type WorkRow = Selectable<catalog.Works>
export type DepartmentRow = Selectable<Schema['departments']>
export type MenuPageRow = Selectable<content.MenuPages>
export type ChangeLogRow = Selectable<platform.ChangeLogLines>
export type MediaRow = Selectable<content.Media>
export type PageVersionRow = Selectable<content.PageVersions>
export type UploadRow = Selectable<platform.Uploads>
export type ShipmentRow = Selectable<shipping.Shipments>
export type ParcelRow = Selectable<shipping.Parcels>
export type ParcelLineRow = Selectable<shipping.ParcelLines>
export type LabelRow = Selectable<shipping.Labels>
export type LabelBatchRecord = Selectable<shipping.LabelBatches>
export type LabelBatchRow = Selectable<shipping.LabelBatchRows>
export type WebhookRow = Selectable<backoffice.Webhooks>
export type WebhookEventRow = Selectable<backoffice.WebhookEvents>
export type WebhookDeliveryRow = Selectable<backoffice.WebhookDeliveries>
export type ImportRow = Selectable<backoffice.Imports>
export type ImportItemRow = Selectable<backoffice.ImportItems>
export type FindingRow = Selectable<payments.MoneyFindings>
export type CompanyRow = Selectable<wholesale.Companies>
export type PriceListRow = Selectable<wholesale.PriceLists>
export type LocationRow = Selectable<wholesale.Locations>
export type BuyerRow = Selectable<wholesale.Buyers>
export type CertificateRow = Selectable<wholesale.Certificates>
export type VanRouteRow = Selectable<van.VanRoutes>
export type DeliveryRow = Selectable<van.Deliveries>
export type ApplicationRow = Selectable<wholesale.Applications>
export type StandingOrderRow = Selectable<rhythm.StandingOrders>
export type StandingDateRow = Selectable<rhythm.StandingDates>
export type WeekLinkRow = Selectable<rhythm.WeekLinks>
export type StandingLineRow = Selectable<rhythm.StandingLines>
export type NewProduct = Insertable<catalog.Products>
export type NewSize = Insertable<catalog.ProductSizes>
