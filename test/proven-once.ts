/**
 * Tests that `npm test` runs on one database although they can run on both, because they are not about the database or
 * because a slow campaign tests the same on both. `npm run torture -- suite` runs all of them on both.
 */

/** Set by the torture campaign `suite`: all test files on both databases, all crash points, all mutants. */
export const EVERYTHING = process.env.EVERY_TEST === '1'

/** Connections, files, access rules, pages, texts and outside services: the same code on both databases. */
export const ON_SQLITE = [
  'server/backoffice/today/service-tests.http.test.ts',
  'server/backoffice/today/services.http.test.ts',
  'server/backoffice/today/storage-tests.http.test.ts',
  'server/backoffice/backup/damaged.http.test.ts',
  'server/site/browser-config/music.http.test.ts',
  'server/platform/http/http.http.test.ts',
  'server/platform/http/lingering-close.http.test.ts',
  'server/platform/http/pipelining.http.test.ts',
  'server/platform/http/slow-readers.http.test.ts',
  'server/platform/http/stop.http.test.ts',
  'server/mail/sending/every-mail.http.test.ts',
  'server/mail/kinds/texts.http.test.ts',
  'server/checkout/maps/maps.http.test.ts',
  'server/site/pages/pages.http.test.ts',
  'server/payments/events/webhook-forged.http.test.ts',
  'server/payments/events/webhook-throttled.http.test.ts',
  'server/site/seo/seo.http.test.ts',
  'server/shipping/labels/label-faults.http.test.ts',
  'server/shipping/labels/label-files.http.test.ts',
  'server/shipping/labels/label-test-mode.http.test.ts',
  'server/start/sandbox-process.http.test.ts',
  'server/platform/upload/full.http.test.ts',
  'server/platform/upload/stream.http.test.ts',
  'server/platform/upload/upload.http.test.ts',
  'test/access.http.test.ts',
  'test/commands.http.test.ts',
  'test/going-live.http.test.ts',
  'test/menus.http.test.ts',
  'test/pictures.http.test.ts',
  'test/secrets.http.test.ts',
  'test/site.http.test.ts',
]

/**
 * Transactions and limits, where a database with many concurrent writers is the harder case; several instances, and
 * outages of a database server. Wrong values, because PostgreSQL refuses more of them than SQLite.
 */
export const ON_POSTGRES = [
  'server/platform/cache/last-good.http.test.ts',
  'server/platform/cache/share-changes.http.test.ts',
  'server/kernel/limits/guessing.http.test.ts',
  'server/kernel/limits/hoarding.http.test.ts',
  'server/kernel/limits/instances.http.test.ts',
  'server/kernel/limits/mail-flood.http.test.ts',
  'server/start/sandbox-lock.http.test.ts',
  'server/platform/upload/instances.http.test.ts',
  'test/busy.http.test.ts',
  'test/fuzz.http.test.ts',
  'test/kill.http.test.ts',
  'test/outage.http.test.ts',
  'test/product-saves.http.test.ts',
]

/**
 * Files whose tests continue what the tests before them did. On PostgreSQL `npm test` runs them up to the last needed one
 * (test/statements/select.ts).
 */
export const IN_ORDER: readonly string[] = [
  'server/payments/accounting/closing.http.test.ts',
  'server/payments/accounting/gift-cards.http.test.ts',
  'server/catalog/artshow/artshow.http.test.ts',
  'server/backoffice/backup/backup.http.test.ts',
  'server/roastery/coffee-cost/margins.http.test.ts',
  'server/roastery/batches/cuppings.http.test.ts',
  'server/backoffice/demo/demo.http.test.ts',
  'server/backoffice/demo/demo-roastery.http.test.ts',
  'server/content/departments/departments.http.test.ts',
  'server/checkout/gift-cards/gift-cards.http.test.ts',
  'server/roastery/green/green.http.test.ts',
  'server/platform/http/health.http.test.ts',
  'server/backoffice/imports/customer-formats.http.test.ts',
  'server/backoffice/imports/customers.http.test.ts',
  'server/backoffice/imports/pictures.http.test.ts',
  'server/backoffice/imports/products.http.test.ts',
  'server/start/jobs/recount.http.test.ts',
  'server/content/menu/menu.http.test.ts',
  'server/content/newsletters/imported.http.test.ts',
  'server/content/newsletters/sending.http.test.ts',
  'server/checkout/orders/fulfill/handover.http.test.ts',
  'server/checkout/orders/recipients.http.test.ts',
  'server/catalog/products/import/export.http.test.ts',
  'server/catalog/products/import/foreign-import.http.test.ts',
  'server/backoffice/rehearsal/rehearsal.http.test.ts',
  'server/roastery/roast-day/simulated-days.http.test.ts',
  'server/roastery/roast-plan/roast-plan.http.test.ts',
  'server/backoffice/setup/setup.http.test.ts',
  'server/content/site-pages/site-pages.http.test.ts',
  'server/people/staff/staff.http.test.ts',
  'server/subscriptions/subscription-plan.http.test.ts',
  'server/platform/upload/sweep.http.test.ts',
]

/** Files that `npm test` skips on this database, because it runs them on the other. */
export function provenElsewhere(database: 'sqlite' | 'postgres'): string[] {
  if (EVERYTHING) return []
  return database === 'sqlite' ? ON_POSTGRES : ON_SQLITE
}

/** Set by `npm run check`. */
const QUICK = process.env.QUICK_CHECK === '1'

/** Slow files that `npm run check` skips, grouped by the reason. */
const SLOW = [
  // Servers in child processes, which serve the built site or are killed.
  'server/platform/http/stop.http.test.ts',
  'server/site/pages/pages.http.test.ts',
  'server/start/sandbox-process.http.test.ts',
  'test/commands.http.test.ts',
  'test/crash.http.test.ts',
  'test/first-start.http.test.ts',
  'test/going-live.http.test.ts',
  'test/menus.http.test.ts',
  'test/secrets.http.test.ts',
  'test/site.http.test.ts',
  'test/upgrades/upgrades.http.test.ts',
  // The whole shop with a guard removed.
  'test/mutants.test.ts',
  // Services that never answer, fail, or are down for minutes.
  'server/backoffice/today/service-tests.http.test.ts',
  'server/backoffice/today/services.http.test.ts',
  'server/backoffice/today/storage-tests.http.test.ts',
  'server/mail/sending/outbox.http.test.ts',
  'server/payments/comparison/gaps.http.test.ts',
  'server/payments/events/webhook-forged.http.test.ts',
  'server/payments/events/webhook-throttled.http.test.ts',
  'server/providers/circuits.test.ts',
  'server/shipping/labels/label-faults.http.test.ts',
  'server/platform/storage/store.test.ts',
  // Hundreds of sign-ins or orders from one network.
  'server/platform/http/cross-site.test.ts',
  'server/kernel/limits/guest-holding.http.test.ts',
  'server/kernel/limits/limits.test.ts',
  // Every endpoint with every role, and with every wrong value.
  'test/access.http.test.ts',
  'test/fuzz.http.test.ts',
  // Many or large pictures.
  'server/catalog/coffee-lots/stickers.http.test.ts',
  'server/kernel/pictures/decode.test.ts',
  'server/kernel/pictures/variants.test.ts',
  'server/platform/upload/full.http.test.ts',
  'server/platform/upload/sweep.http.test.ts',
  'server/platform/upload/upload.http.test.ts',
  'test/pictures.http.test.ts',
  // Slow connections.
  'server/platform/http/slow-readers.http.test.ts',
  'server/platform/http/wire.test.ts',
  'server/platform/upload/stream.http.test.ts',
  // Backups of whole shops.
  'server/backoffice/backup/backup.http.test.ts',
  'server/backoffice/backup/damaged.http.test.ts',
  'server/backoffice/backup/restore.http.test.ts',
  // Files and lists with hundreds or thousands of rows.
  'server/backoffice/imports/large-files.http.test.ts',
  'server/backoffice/imports/products.http.test.ts',
  'server/mail/messages/inbox.http.test.ts',
  'server/checkout/orders/move/moved-orders.http.test.ts',
  'server/catalog/products/import/import.http.test.ts',
  // Sales of many days and time zones.
  'server/payments/accounting/accounting.http.test.ts',
  'server/backoffice/today/sales.http.test.ts',
  'server/checkout/orders/reports/sales.http.test.ts',
  // Many purchases at once, hundreds of random orders, random roast days, and the invented history of the demo.
  'server/roastery/delivery/capacity-races.http.test.ts',
  'server/checkout/orders/place/totals.http.test.ts',
  'server/roastery/roast-day/simulated-days.http.test.ts',
  'server/start/seed/history/invent.test.ts',
  'test/races.http.test.ts',
  // The descriptions that PayPal and Shippo publish, and test runners as child processes.
  'server/providers/paypal/published.test.ts',
  'server/providers/shippo/published.test.ts',
  'scripts/reports.test.ts',
  // Every regular expression.
  'test/patterns.test.ts',
]

/** Files that this run skips in every project. */
export function leftOut(): string[] {
  return QUICK ? SLOW : []
}

/** All files listed above; each must exist. */
export const NAMED: readonly string[] = [...ON_SQLITE, ...ON_POSTGRES, ...IN_ORDER, ...SLOW]
