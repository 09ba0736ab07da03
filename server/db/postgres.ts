/** Kysely over PostgreSQL, for a shop that has outgrown one machine. */
import { PostgresDialect, type Dialect } from 'kysely'
import pg from 'pg'

const INT8 = 20

/** Counts and sums come as int8, which pg hands over as text; ours fit a double. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => ((oid as number) === INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

/**
 * @param url postgres:// address
 * @param onIdleError told when an idle connection is lost; without a listener that would end the process
 */
export function postgresDialect(
  url: string,
  options: { poolSize: number; onIdleError: (error: Error) => void },
): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5000,
    lock_timeout: 3000,
    types,
  })
  pool.on('error', options.onIdleError)
  return new PostgresDialect({ pool })
}
