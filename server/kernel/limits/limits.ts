/**
 * Limits how often one network, account or mailbox may cause costly work, calls or mails. decisions/029-rate-limits.md
 */
import type { Config } from '../config/config.ts'
import type { Db } from '../db/schema.ts'
import { countersInMemory, countersInTable, type Counters } from './counters.ts'
import { limitDiscountCodes } from './guessing-discount-codes.ts'
import { limitGiftCards } from './guessing-gift-cards.ts'
import { limitGuesses } from './guessing.ts'
import { limitMails } from './mailing.ts'
import { networkOf } from './network.ts'
import { refuseAboveLimit } from './refusal.ts'
import { RULES } from './rules.ts'
import type { Log } from '../log.ts'

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
  const counters = databaseUrl ? countersInTable(db, log) : countersInMemory
  const durations = new Map<string, number>()
  const limits = createLimits(rateLimits, (name, rule, isFinal) => {
    durations.set(name, rule.duration)
    return counters(name, rule, isFinal)
  })
  return { ...limits, durations }
}

/** @param on false switches all limits off, for benchmarks and load tests, whose requests come from one address */
function createLimits(on: boolean, counters: Counters) {
  const calls = Object.fromEntries(
    Object.entries(RULES).map(([name, rule]) => [name, counters(name, rule, true)]),
  ) as Record<keyof typeof RULES, ReturnType<Counters>>

  return {
    /** Whether limits are on. */
    on,
    /** Counts one call from an address. Throws 429 with Retry-After if the count is above the limit. */
    async count(rule: keyof typeof RULES, ip: string): Promise<void> {
      if (on) await refuseAboveLimit(calls[rule].consume(networkOf(ip)))
    },
    ...limitGuesses(on, counters),
    ...limitDiscountCodes(on, counters),
    ...limitGiftCards(on, counters),
    ...limitMails(on, counters),
  }
}
