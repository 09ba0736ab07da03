/** Where calls are counted: in memory on SQLite, where one process is all there is; in a table on PostgreSQL. */
import { CompiledQuery } from 'kysely'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  type IRateLimiterOptions,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import { isOutage } from '../db/failures.ts'
import type { Db } from '../db/schema.ts'
import type { Log } from '../log.ts'

/** Points for each duration in seconds. */
export type Rule = { readonly points: number; readonly duration: number }

/**
 * Makes the counter of a rule.
 * @param isFinal nothing takes points back: a key over its limit is then refused from memory, without a query
 */
export type Counters = (name: string, rule: Rule, isFinal?: boolean) => RateLimiterAbstract

/** A restart forgets what was counted. */
export const countersInMemory: Counters = (name, rule) => new RateLimiterMemory({ ...rule, keyPrefix: name })

/**
 * Counters that all instances share. While the database does not answer, every instance counts in its own memory: the
 * limits then hold for each of them, and the call itself meets the outage and says so.
 */
export function countersInTable(db: Db, log: Pick<Log, 'warn'>): Counters {
  const storeClient = clientOf(db, log)
  return (name, rule, isFinal = false) => {
    const options: IRateLimiterOptions = { ...rule, keyPrefix: name }
    return new RateLimiterPostgres({
      ...options,
      storeClient,
      storeType: 'client',
      tableName: 'rate_limits',
      // The migration makes it, and a job of the shop sweeps it.
      tableCreated: true,
      clearExpiredByTimeout: false,
      insuranceLimiter: new RateLimiterMemory(options),
      ...(isFinal ? { inMemoryBlockOnConsumed: rule.points } : {}),
    })
  }
}

/** Milliseconds: a count waits no longer for the database, and after an outage it is not asked for so long. */
const PATIENCE = 3000
const PAUSE = 2000

type Statement = { text: string; values: unknown[] }

/** What the library takes for a client of `pg`: it asks in the connections that the shop has anyway. */
function clientOf(db: Db, log: Pick<Log, 'warn'>) {
  let failedAt = -Infinity
  return {
    query: async ({ text, values }: Statement) => {
      if (performance.now() - failedAt < PAUSE) throw new Error('The database did not answer a moment ago')
      try {
        const { rows } = await inTime(db.executeQuery(CompiledQuery.raw(text, values)))
        return { rows, rowCount: rows.length }
      } catch (error) {
        if (error instanceof Late || isOutage(error)) failedAt = performance.now()
        log.warn({ err: error }, 'limits are counted in memory for now, by each instance for itself')
        throw error
      }
    },
  }
}

class Late extends Error {
  override name = 'Late'
  override message = 'The database did not answer in time'
}

async function inTime<T>(query: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late()), PATIENCE)
  })
  // When it fails after that, the shop has long gone on.
  query.catch(() => {})
  try {
    return await Promise.race([query, late])
  } finally {
    clearTimeout(timer)
  }
}
