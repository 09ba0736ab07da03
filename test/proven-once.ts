/**
 * What `npm test` proves on one database although it can run on both, because its subject is not the database or
 * because a slow campaign proves the same on both. `npm run torture -- suite` runs all of it on both.
 */

/** Set by the torture campaign `suite`: every test file on every database, every crash point, every mutant. */
export const EVERYTHING = process.env.EVERY_TEST === '1'

/** Connections, files, access rules and outside services: the same code on both databases. */
const ON_SQLITE = [
  'server/admin/service-tests.http.test.ts',
  'server/admin/services.http.test.ts',
  'server/admin/storage-tests.http.test.ts',
  'server/browser-config/music.http.test.ts',
  'server/http/http.http.test.ts',
  'server/http/lingering-close.http.test.ts',
  'server/http/slow-readers.http.test.ts',
  'server/http/stop.http.test.ts',
  'server/maps/maps.http.test.ts',
  'server/payments/webhook-throttled.http.test.ts',
  'server/upload/full.http.test.ts',
  'server/upload/upload.http.test.ts',
  'test/access.http.test.ts',
  'test/commands.http.test.ts',
  'test/going-live.http.test.ts',
  'test/menus.http.test.ts',
  'test/pictures.http.test.ts',
  'test/secrets.http.test.ts',
  'test/site.http.test.ts',
]

/** The transactions and the limits here have more to fear from a database with many writers. */
const ON_POSTGRES = [
  'server/limits/guessing.http.test.ts',
  'server/limits/hoarding.http.test.ts',
  'server/limits/mail-flood.http.test.ts',
  'server/upload/stream.http.test.ts',
  'test/kill.http.test.ts',
  'test/product-saves.http.test.ts',
]

/** Files that `npm test` leaves out on this database, since it runs them on the other. */
export function provenElsewhere(database: 'sqlite' | 'postgres'): string[] {
  if (EVERYTHING) return []
  return database === 'sqlite' ? ON_POSTGRES : ON_SQLITE
}

/** Set by `npm run check`. */
const QUICK = process.env.QUICK_CHECK === '1'

/** What `npm run check` leaves to `npm test`, by what makes it slow. */
const SLOW = [
  // Servers in processes of their own, which serve the built site or are killed.
  'server/http/stop.http.test.ts',
  'server/pages/pages.http.test.ts',
  'test/commands.http.test.ts',
  'test/crash.http.test.ts',
  'test/first-start.http.test.ts',
  'test/going-live.http.test.ts',
  'test/menus.http.test.ts',
  'test/secrets.http.test.ts',
  'test/site.http.test.ts',
  // The whole shop once more with a guard removed.
  'test/mutants.test.ts',
  // Services that never answer, which is waited for.
  'server/admin/services.http.test.ts',
  'server/payments/webhook-throttled.http.test.ts',
  'server/providers/circuits.test.ts',
  // Every endpoint with every role, and with every wrong value.
  'test/access.http.test.ts',
  'test/fuzz.http.test.ts',
  // Many or large pictures.
  'server/pictures/decode.test.ts',
  'server/upload/upload.http.test.ts',
  'test/pictures.http.test.ts',
  // Connections that are slow on purpose.
  'server/http/slow-readers.http.test.ts',
  'server/http/wire.test.ts',
]

/** Files that this run leaves out of every project. */
export function leftOut(): string[] {
  return QUICK ? SLOW : []
}

/** All files named above, each of which must be there. */
export const NAMED: readonly string[] = [...ON_SQLITE, ...ON_POSTGRES, ...SLOW]
