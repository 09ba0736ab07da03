/** Kysely over PostgreSQL, for a shop that has outgrown one machine. */
import { PostgresDialect, type Dialect } from 'kysely'
import pg from 'pg'
import { dropLostConnections } from './lost-connections.ts'

const INT8 = 20

/** The application name of a shop's connections: a restore refuses to run while there are any. */
export const SHOP_NAME = 'FRAME'

/** Counts and sums come as int8, which pg hands over as text; ours fit a double. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => ((oid as number) === INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

/** Milliseconds until the kernel first asks whether the other side of a quiet connection is still there. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5000 }

/** What every connection of ours has in common. Times in milliseconds. */
export const connectionOptions = (url: string) => ({
  connectionString: url,
  application_name: SHOP_NAME,
  connectionTimeoutMillis: 5000,
  ...KEEP_ALIVE,
  types,
})

/**
 * Time limits of a statement that somebody waits for, in milliseconds. The server ends it first and says so; only a
 * server that says nothing at all runs into the read timeout. A transaction that its process has left gives its locks
 * back after `idle_in_transaction_session_timeout`.
 */
const WAITED_FOR = {
  statement_timeout: 5000,
  lock_timeout: 3000,
  idle_in_transaction_session_timeout: 10_000,
}
const READ_TIMEOUT_MS = 7000

/** Nobody waits for a migration or a restore: its statements may take as long as they need, once they have the lock. */
const UNHURRIED = { lock_timeout: 10_000 }

type Options = {
  poolSize: number
  /** For migrations and restores: no limit on how long a statement runs. */
  unhurried?: boolean
}

/** @param url postgres:// address */
export function postgresDialect(url: string, { poolSize, unhurried = false }: Options): Dialect {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    ...(unhurried ? UNHURRIED : WAITED_FOR),
    max: poolSize,
    idleTimeoutMillis: 30_000,
  })
  dropLostConnections(pool, unhurried ? 0 : READ_TIMEOUT_MS)
  return new PostgresDialect({ pool })
}
