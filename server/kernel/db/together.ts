/**
 * Statements that are sent on one connection without waiting between them. On PostgreSQL all of them take one round trip
 * and one connection of the pool; on SQLite reads run one after another, and writes share a commit.
 */
import type { Compilable, CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { Db } from './schema.ts'

type Rows<Query> = Query extends Compilable<infer Row> ? Row[] : never

/**
 * Runs independent reads and returns their rows, in this order. Throws the error of the first one that fails. The reads
 * are not a snapshot: a change may be committed between two of them, as with reads that are sent one by one.
 */
export async function readTogether<const Queries extends readonly Compilable[]>(
  db: Db,
  ...queries: Queries
): Promise<{ -readonly [K in keyof Queries]: Rows<Queries[K]> }> {
  const rows = (await runTogether(db, queries)).map((result) => result.rows)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each query determines the type of its rows
  return rows as { -readonly [K in keyof Queries]: Rows<Queries[K]> }
}

/**
 * Runs statements in this order, each committed by itself. Returns their results after all have ended; throws the error of
 * the first one that failed.
 */
export async function runTogether(db: Db, queries: readonly Compilable[]): Promise<QueryResult<unknown>[]> {
  const compiled = queries.map((query) => query.compile())
  const sent = await db.getExecutor().provideConnection((connection) => sendTogether(connection, compiled))
  return sent.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

/** Sends all queries, and waits until each of them has a result or an error. */
export function sendTogether(
  connection: DatabaseConnection,
  queries: readonly CompiledQuery[],
): Promise<PromiseSettledResult<QueryResult<unknown>>[]> {
  return Promise.allSettled(queries.map((query) => connection.executeQuery(query)))
}
