/**
 * Counts the calls that a limit allows, and refuses those above it: 429 with Retry-After. On SQLite the counts are in memory,
 * because there is only one process; on PostgreSQL they are in a table.
 */
import { CompiledQuery } from 'kysely'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { plural } from '#shared/kernel/counts.ts'
import { isOutage } from '../db/failures.ts'
import type { Db } from '../db/schema.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../errors.ts'

/** A number of points per duration in seconds. */
type Rule = { readonly points: number; readonly duration: number }

/**
 * Creates the counter of a rule.
 * @param isFinal whether points are never given back. If so, a key above its limit is refused from memory, without a
 * query
 */
export type Counters = (name: string, rule: Rule, isFinal?: boolean) => Counter

type Counter = Pick<RateLimiterAbstract, 'get' | 'consume' | 'penalty' | 'reward' | 'delete'>

/** Counts nothing, for benchmarks and load tests, whose requests come from one address. */
export const withoutLimits: Counters = () => ({
  get: async () => null,
  consume: async () => NO_POINTS,
  penalty: async () => NO_POINTS,
  reward: async () => NO_POINTS,
  delete: async () => false,
})
const NO_POINTS = new RateLimiterRes()

/** Counts are lost at a restart. */
export const countersInMemory: Counters = (name, rule) => new RateLimiterMemory({ ...rule, keyPrefix: name })

/**
 * Counters that all instances share. While the database does not respond, every instance counts in its own memory. The
 * limits then apply per instance, which is harmless, because most requests fail during the outage anyway.
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
      // A migration creates the table, and a job of the shop deletes expired rows.
      tableCreated: true,
      clearExpiredByTimeout: false,
      insuranceLimiter: new RateLimiterMemory(options),
      ...(isFinal ? { inMemoryBlockOnConsumed: rule.points } : {}),
    })
  }
}

/** Maximum time in milliseconds to wait for the database. */
const TIMEOUT = 3000
/** Milliseconds after a failure during which the database is not queried. */
const PAUSE = 2000

type Statement = { text: string; values: unknown[] }

/** An object with the interface of a `pg` client that uses the shop's own connections. */
function clientOf(db: Db, log: Pick<Log, 'warn'>) {
  let failedAt = -Infinity
  return {
    query: async ({ text, values }: Statement) => {
      if (performance.now() - failedAt < PAUSE) throw new Error('The database did not answer a moment ago')
      try {
        const { rows } = await withTimeout(db.executeQuery(CompiledQuery.raw(text, values)))
        return { rows, rowCount: rows.length }
      } catch (error) {
        if (error instanceof TimedOut || isOutage(error)) failedAt = performance.now()
        log.warn(
          { err: error },
          'the database did not answer: for now, this instance counts its limits in memory',
        )
        throw error
      }
    },
  }
}

class TimedOut extends Error {
  override name = 'TimedOut'
  override message = 'The database did not answer in time'
}

async function withTimeout<T>(query: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut()), TIMEOUT)
  })
  // Ignore errors after the timeout.
  query.catch(() => {})
  try {
    return await Promise.race([query, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Milliseconds until the counter is reset. */
export type Wait = Pick<RateLimiterRes, 'msBeforeNext'>

/** Returns false if the count is above the limit. Rethrows other errors of the counter. */
export async function isWithin(counted: Promise<unknown>): Promise<boolean> {
  return (await exceeded(counted)) === null
}

/** Throws a refusal if the count is above the limit. */
export async function refuseAboveLimit(
  counted: Promise<unknown>,
  refusal: (wait: Wait) => Refusal = tooMany,
): Promise<void> {
  const wait = await exceeded(counted)
  if (wait) throw refusal(wait)
}

async function exceeded(counted: Promise<unknown>): Promise<Wait | null> {
  try {
    await counted
    return null
  } catch (error) {
    if (error instanceof RateLimiterRes) return error
    throw error
  }
}

function tooMany(wait: Wait): Refusal {
  return refuse('Too many requests. Please wait a little and try again', wait)
}

export function refuse(message: string, { msBeforeNext }: Wait): Refusal {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new Refusal(429, message, {}, { 'retry-after': String(seconds) })
}

/** The wait as text in minutes, rounded up. */
export function inMinutes({ msBeforeNext }: Wait): string {
  const minutes = Math.max(1, Math.ceil(msBeforeNext / 60_000))
  return plural(minutes, 'a minute', `${minutes} minutes`)
}
