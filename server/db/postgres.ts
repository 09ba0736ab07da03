/** Kysely over PostgreSQL, for a shop that has outgrown one machine. */
import { PostgresDialect, type Dialect } from 'kysely'
import pg from 'pg'

const INT8 = 20

/** By which a shop's connections are known, so that a restore does not pull the tables away under it. */
export const SHOP_NAME = 'FRAME'

/** Counts and sums come as int8, which pg hands over as text; ours fit a double. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => ((oid as number) === INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

/**
 * @param url postgres:// address
 * @param onIdleError told when a connection is lost; without a listener that would end the process
 */
export function postgresDialect(
  url: string,
  options: { poolSize: number; onIdleError: (error: Error) => void },
): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: SHOP_NAME,
    max: options.poolSize,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5000,
    lock_timeout: 3000,
    types,
  })
  pool.on('error', options.onIdleError)
  // The pool listens to idle connections only; one that is lost while in use would end the process.
  pool.on('connect', (client) => client.on('error', options.onIdleError))
  return new PostgresDialect({ pool })
}
