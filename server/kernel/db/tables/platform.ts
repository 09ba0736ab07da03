/** The tables that every feature uses: settings, the change log, uploads, limits, jobs. */
import type { ChangeLogSubject } from '#shared/platform/api/change-log.ts'

export type Settings = {
  /** The name of the group, such as `shipping`. */
  id: string
  version: number
  /** JSON of the columns of the group's description (shared/platform/settings). */
  value: string
  updated_at: string
}

export type ChangeLogLines = {
  id: string
  at: string
  actor_id: string | null
  actor: string
  subject: ChangeLogSubject
  subject_id: string
  subject_name: string
  action: string
  changes: string
}

/** A bulk change: the id of its line in the change log. `action` is JSON. */
export type BulkChanges = { id: string; list: string; action: string; undo_of: string | null }

/** A row of a bulk change that is done. `changes` and `kept` are JSON. */
export type BulkRows = {
  bulk_id: string
  row_id: string
  name: string
  version: string
  changes: string
  kept: string
}

export type Uploads = {
  file: string
  facts: string
  bytes: number
  actor_id: string | null
  unnamed_since: string | null
  created_at: string
}

export type IdempotencyKeys = {
  /** The id of a user, or `guest ` and an email address. */
  user_id: string
  route: string
  key: string
  body_hash: string
  status: number
  reply: string
  created_at: string
}

export type RateLimits = {
  key: string
  points: number
  /** Milliseconds since 1970. */
  expire: number | null
}

export type JobRuns = {
  name: string
  /** ISO 8601 in UTC. */
  next_at: string
}

/** An earlier address of a row of a table with addresses. */
export type FormerSlugs = {
  kind: 'products' | 'events' | 'artists' | 'departments'
  slug: string
  record_id: string
  created_at: string
}

/** The keys that encrypt secrets, encrypted with the master key (server/platform/keys/ring.ts). */
export type DataKeys = { id: string; master: string; wrapped: string; created_at: string }

/** A connection to an outside service that an owner has made on screen. */
export type ServiceConnections = {
  id: string
  service: 'payments' | 'shipping' | 'mail' | 'maps' | 'storage'
  version: number
  /** JSON of the values that are not secret. */
  fields: string
  /** JSON of the secrets, encrypted. */
  secrets: string
  /** JSON of the last characters of secrets. */
  endings: string
  saved_by: string
  saved_at: string
  /** Null for the current connection of the service. */
  replaced_at: string | null
}

/** The copying of pictures between the data folder and a bucket that an owner has connected. */
export type PictureCopies = {
  service: 'storage'
  run: string
  direction: 'bucket' | 'folder'
  copied: number
  total: number
  problem: string
  attempts: number
  next_at: string
  switched_at: string | null
}
