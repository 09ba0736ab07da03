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
  'server/config/music.http.test.ts',
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

/**
 * Groups that `npm run check` leaves to `npm test`: they start servers of their own in processes, need the built site,
 * kill, race, or wait for real clocks.
 */
export const SLOW = [
  'server/cache/last-good.http.test.ts',
  'server/cache/share-changes.http.test.ts',
]
