/** The tables of 015-limits.sql (rate limits, known networks of accounts, networks of orders) and 018-job-runs.sql. */

export type RateLimits = {
  key: string
  points: number
  /** Milliseconds since 1970. */
  expire: number | null
}

export type KnownNetworks = {
  user_id: string
  network_hash: string
  seen_at: string
}

export type OrderNetworks = {
  order_id: string
  network: string
  placed_at: string
  /** The guest’s mailbox (server/kernel/limits/mailing.ts); null for a signed-in user. */
  mailbox: string | null
}

export type PlacingTurns = {
  /** `account <id>` or `network <network>`. */
  holder: string
  at: string
}

export type JobRuns = {
  name: string
  /** ISO 8601 in UTC. */
  next_at: string
}
