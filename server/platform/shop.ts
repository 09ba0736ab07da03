/** The dependencies of the shop's functions: the database, the outside services, the clock and others. */
import type { Tag } from '#shared/start/api.ts'
import type { Clock, ShopClock } from '#server/kernel/time/clock.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { Crash } from '#server/kernel/crash-points.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import type { Signal, Task } from '#server/kernel/time/signal.ts'
import type { Limits } from '#server/kernel/limits/limits.ts'
import type { Log } from '#server/kernel/log.ts'
import type { Pictures } from '#server/kernel/pictures/pictures.ts'
import type { Providers } from '#server/providers/providers.ts'
import type { Outcomes } from '#server/providers/circuit.ts'
import type { Services } from '#server/providers/connect.ts'
import type { Circuits } from '#server/providers/watched.ts'
import type { Connections } from './service-connections.ts'
import type { PictureStore } from './storage/picture-store.ts'
import type { Uploads } from './storage/uploads.ts'

export type Shop = {
  db: Db
  providers: Providers
  /** The outcome of the last call of each kind to an outside service. */
  outcomes: Outcomes
  /** The circuit breaker of each kind of call to an outside service. */
  circuits: Circuits
  config: Config
  /** The credentials of the outside services that are used now, of the environment or entered by an owner. */
  services: Services
  /** The connections to outside services that an owner has saved. */
  connections: Connections
  /** Rate limits, for functions that do not get them with a request. */
  limits: Limits
  /** The time in the shop. A rehearsal sets it ahead. */
  clock: Clock
  /** The time outside of a rehearsal, for sessions: nobody is signed out because the clock was moved. */
  realClock: Clock
  rehearsal: Rehearsal
  log: Log
  /**
   * Sizes and description of a picture by its path, bundled or uploaded; null if there is no such picture.
   * @param alt the alternative text of a picture that has none
   */
  pictureOf: (path: string, alt?: string) => PictureFacts | null
  /** The pictures that are part of the product. */
  bundled: Pictures
  uploads: Uploads
  /** The files of `uploads`, whose place an owner can change. */
  pictureStore: PictureStore
  /**
   * Removes the cached responses that contain what changed, in this and in the other instances. Call it after the
   * commit.
   */
  changed: (change: Change) => void
  /**
   * The current value of a source: computed from all rows with the tag, and cached until they change
   * (cache/value-cache.ts).
   */
  cached: <T>(tag: Tag, source: Source<T>) => Promise<T>
  /** Raised after a commit that added mail to the outbox. */
  mailSignal: Signal
  /** Raised when a parcel may have a new status. */
  parcelSignal: Signal
  /** Raised after a webhook event was stored. */
  paypalSignal: Signal
  /** Raised after a commit that added work for imports: a file to read, or one to apply. */
  importSignal: Signal
  /** Raised when something is to be sent to a webhook at once. Events of the shop wait a few seconds. */
  webhookSignal: Signal
  /** Kills the process if a crash test has chosen this crash point. */
  crash: Crash
}

/** What moves the shop's clock (server/backoffice/rehearsal). */
export type Rehearsal = {
  clock: ShopClock
  /** Call it after the clock was set: removes cached responses, and sets the clock of the sandboxes. */
  onMove: (ahead: number) => void
  /** Runs every regular job once, one after another. */
  jobs: Task
}

/** How a value is computed from all rows with a tag. The object itself identifies the value. */
export type Source<T> = {
  read: (db: Db) => Promise<T>
  /**
   * The new value after a change of the rows with these ids. Must not modify `value`, because requests may still use
   * it.
   */
  update?: (db: Db, value: T, ids: readonly string[]) => Promise<T>
  /** A short text that differs after every change of the rows. */
  stateOf?: (db: Db) => Promise<string>
}

/** The signals of a shop: mail to send, news about parcels, webhook events of PayPal, imports, messages to webhooks. */
export type SignalName = 'mailSignal' | 'parcelSignal' | 'paypalSignal' | 'importSignal' | 'webhookSignal'

/**
 * A change for the caches. `stock`: an order has changed only a count in stock, and the count did not reach zero. Pages
 * may show the old count for a few seconds. `gone`: something was removed from the site. No cached copy of it may be
 * shown, not even a stale copy during an outage.
 */
export type Change = { tag: Tag; id?: string; stock?: boolean; gone?: boolean }
