/** The dependencies of the shop's functions: the database, the outside services, the clock and others. */
import type { Tag } from '#shared/api/api.ts'
import type { Clock } from './time/clock.ts'
import type { Config } from './config/config.ts'
import type { CrashPoint } from './crash-points.ts'
import type { Db } from './db/schema.ts'
import type { PictureFacts } from '#shared/picture.ts'
import type { Signal } from './time/signal.ts'
import type { Limits } from './limits/limits.ts'
import type { Log } from './log.ts'
import type { Pictures } from './pictures/pictures.ts'
import type { Providers } from './providers/providers.ts'
import type { Outcomes } from './providers/outcomes.ts'
import type { Circuits } from './providers/watched.ts'
import type { Uploads } from './storage/uploads.ts'

export type Shop = {
  db: Db
  providers: Providers
  /** The outcome of the last call of each kind to an outside service. */
  outcomes: Outcomes
  /** The circuit breaker of each kind of call to an outside service. */
  circuits: Circuits
  config: Config
  /** Rate limits, for functions that do not get them with a request. */
  limits: Limits
  clock: Clock
  log: Log
  /**
   * Facts of a picture by its path, bundled or uploaded; null if there is no such picture.
   * @param alt the alternative text of a picture that has none
   */
  pictureOf: (path: string, alt?: string) => PictureFacts | null
  /** The pictures that are part of the product. */
  bundled: Pictures
  uploads: Uploads
  /** Drops cached responses that contain what changed, in this and in the other instances; call it after the commit. */
  changed: (change: Change) => void
  /** Sent after a commit that added mail to the outbox. */
  mailSignal: Signal
  /** Sent when there may be news about a parcel. */
  parcelSignal: Signal
  /** Sent after a webhook event was stored. */
  paypalSignal: Signal
  /** Kills the process if a crash test has named this point. */
  crash: (point: CrashPoint) => void
}

/** The signals of a shop: mail to send, news about parcels, webhook events of PayPal. */
export type SignalName = 'mailSignal' | 'parcelSignal' | 'paypalSignal'

/**
 * A change for the caches. `stock`: only a count in stock changed, by an order, and did not reach zero; pages may show
 * the old count for a few seconds. `gone`: something was removed from the site, so no cached copy of it may be shown,
 * not even a stale one during an outage.
 */
export type Change = { tag: Tag; id?: string; stock?: boolean; gone?: boolean }
