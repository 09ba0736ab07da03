/**
 * Limits how often one network, account or mailbox may cause costly work, calls or mails. decisions/029-rate-limits.md
 */
import type { Config } from '../config/config.ts'
import type { Db } from '../db/schema.ts'
import {
  countersInMemory,
  countersInTable,
  withoutLimits,
  type Counters,
  refuseAboveLimit,
} from './counters.ts'
import { limitDiscountCodes, limitGiftCards, limitGuesses } from './guessing.ts'
import { limitMails } from './mailing.ts'
import { networkOf, sweepNetworks } from './networks.ts'
import { RULES, TOKEN_CALLS } from './rules.ts'
import type { Log } from '../log.ts'
import { DAY, MINUTE, SECOND, isoIn, type Clock } from '../time/clock.ts'

export type Limits = ReturnType<typeof createLimits> & {
  /** The seconds after which the counts of each rule end, by the name of the rule. */
  readonly durations: ReadonlyMap<string, number>
}

/** The limits of a shop: in the database on PostgreSQL, shared by all instances; in memory on SQLite. */
export function openLimits(
  { rateLimits, databaseUrl }: Pick<Config, 'rateLimits' | 'databaseUrl'>,
  db: Db,
  log: Log,
): Limits {
  const counted = databaseUrl ? countersInTable(db, log) : countersInMemory
  const counters = rateLimits ? counted : withoutLimits
  const durations = new Map<string, number>()
  const limits = createLimits(rateLimits, (name, rule, isFinal) => {
    durations.set(name, rule.duration)
    return counters(name, rule, isFinal)
  })
  return { ...limits, durations }
}

function createLimits(on: boolean, counters: Counters) {
  const calls = Object.fromEntries(
    Object.entries(RULES).map(([name, rule]) => [name, counters(name, rule, true)]),
  ) as Record<keyof typeof RULES, ReturnType<Counters>>
  const tokenCalls = counters('token', TOKEN_CALLS, true)

  return {
    /** Whether limits are on. */
    on,
    /** Counts one call from an address. Throws 429 with Retry-After if the count is above the limit. */
    async count(rule: keyof typeof RULES, ip: string): Promise<void> {
      await refuseAboveLimit(calls[rule].consume(networkOf(ip)))
    },
    /** Counts one call with an API token. Throws 429 with Retry-After if the count is above the limit. */
    async countToken(id: string): Promise<void> {
      await refuseAboveLimit(tokenCalls.consume(id))
    },
    ...limitGuesses(counters),
    ...limitDiscountCodes(counters),
    ...limitGiftCards(counters),
    ...limitMails(counters),
  }
}

/** Rows of orders are kept longer than any hold, and longer than the day that is checked when an order is placed. */
const ORDERS_KEPT = 2 * DAY

type Sweeping = { db: Db; clock: Clock; realClock: Clock; limits: Pick<Limits, 'durations'> }

/** Deletes expired counts, and rows that no limit needs. */
export async function sweepLimits(shop: Sweeping): Promise<void> {
  const { db, clock, realClock, limits } = shop
  const now = realClock.now().getTime()
  await db.deleteFrom('rate_limits').where('expire', '<', now).execute()
  // A count that ends later than its rule says was made by a clock that was ahead. It would block people for as long.
  for (const [name, seconds] of limits.durations)
    await db
      .deleteFrom('rate_limits')
      .where('key', '>', `${name}:`)
      .where('key', '<', `${name};`)
      .where('expire', '>', now + seconds * SECOND + MINUTE)
      .execute()
  await db.deleteFrom('order_networks').where('placed_at', '<', isoIn(clock, -ORDERS_KEPT)).execute()
  await db.deleteFrom('placing_turns').where('at', '<', isoIn(clock, -ORDERS_KEPT)).execute()
  await sweepNetworks(shop)
}
