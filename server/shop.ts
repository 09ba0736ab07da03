/** What every verb is handed: the database, the outside services, the clock. Nothing ambient. */
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
  /** How the last call of each kind went. */
  outcomes: Outcomes
  /** Which kinds of calls are left out just now, because the service does not answer them. */
  circuits: Circuits
  config: Config
  /** For verbs that no call leads to, and those that are handed no visit. */
  limits: Limits
  clock: Clock
  log: Log
  /**
   * Facts of a stored picture path, bundled or uploaded, or null when there is no such picture.
   * @param shows what it is said to show where nobody has described it
   */
  pictureOf: (path: string, shows?: string) => PictureFacts | null
  /** The pictures that came with the product. */
  bundled: Pictures
  uploads: Uploads
  /** Drops kept answers that show what was changed, here and at the other instances; call it after the commit. */
  changed: (change: Change) => void
  /** Rung after a commit that left mail in the outbox. */
  mailSignal: Signal
  /** Rung when there may be news of a parcel. */
  parcelSignal: Signal
  /** Rung after a webhook was written down. */
  paypalSignal: Signal
  /** Ends the process when this point was named for a crash test. */
  crash: (point: CrashPoint) => void
}

/**
 * `stock` is the small change that every order makes: pages may show the old count for a few seconds. Sold out is no
 * such change. `gone` says that something was taken off the site: no copy of it may be shown again, however old.
 */
export type Change = { tag: Tag; id?: string; stock?: boolean; gone?: boolean }
