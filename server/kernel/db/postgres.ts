/** The Kysely dialect for PostgreSQL. */
import { PostgresDialect, type Dialect } from 'kysely'
import pg from 'pg'
import { dropLostConnections } from './lost-connections.ts'

const INT8 = 20

/** The application name of the shop's connections. A restore refuses to run while such connections exist. */
export const SHOP_NAME = 'FRAME'

/** Counts and sums are int8, which pg returns as text; the shop's values fit a double. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => ((oid as number) === INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

/** TCP keepalive; the delay is the milliseconds until the first probe on an idle connection. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5000 }

/** Options of every connection. Times in milliseconds. */
export const connectionOptions = (url: string) => ({
  connectionString: url,
  application_name: SHOP_NAME,
  connectionTimeoutMillis: 5000,
  ...KEEP_ALIVE,
  // Compiling a sum over a month of bookings takes PostgreSQL a second, and the sum itself some milliseconds.
  options: '-c jit=off',
  types,
})

/**
 * Time limits of statements of requests, in milliseconds. The server's limits are shorter than the read timeout, which
 * applies only if the server does not respond at all. If a process dies, the locks of its transactions are released
 * after `idle_in_transaction_session_timeout`.
 */
const REQUEST_LIMITS = {
  statement_timeout: 5000,
  lock_timeout: 3000,
  idle_in_transaction_session_timeout: 10_000,
}
const READ_TIMEOUT_MS = 7000

/** The limits for migrations and restores: statements have no time limit, only waiting for a lock has one. */
const WITHOUT_TIME_LIMITS = { lock_timeout: 10_000 }

type Options = {
  poolSize: number
  /** True for migrations and restores: statements have no time limit. */
  withoutTimeLimits?: boolean
}

/** @param url postgres:// address */
export function postgresDialect(url: string, options: Options): Dialect {
  return new PostgresDialect({ pool: openPool(url, options) })
}

/** @param url postgres:// address */
export function openPool(url: string, { poolSize, withoutTimeLimits = false }: Options): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    ...(withoutTimeLimits ? WITHOUT_TIME_LIMITS : REQUEST_LIMITS),
    max: poolSize,
    // Statements that are sent without waiting (together.ts) go out at once, not one per round trip.
    pipeline: true,
    idleTimeoutMillis: 30_000,
  })
  dropLostConnections(pool, withoutTimeLimits ? 0 : READ_TIMEOUT_MS)
  return pool
}
