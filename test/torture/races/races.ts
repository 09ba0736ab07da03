/** The list of all races, and the code that runs one and checks the database afterwards. */
import { appendFileSync } from 'node:fs'
import { MANY_CONNECTIONS, onPostgres } from '../../database.ts'
import { violations } from '../../invariants.ts'
import { openShop } from '../../shop.ts'
import { addRandomDelays } from '../random-delays.ts'
import { recordPaymentCalls } from '../payment-calls.ts'
import * as accounts from './accounts.ts'
import * as content from './content.ts'
import * as events from './events.ts'
import * as labels from './labels.ts'
import * as lastUses from './last-uses.ts'
import * as money from './money.ts'
import type { Race, RaceTrack } from './race.ts'
import * as refunds from './refunds.ts'
import * as stock from './stock.ts'

/** Everything that these files export is a race. */
export const RACES: Race[] = [stock, money, refunds, labels, accounts, content, events, lastUses].flatMap(
  (races): Race[] => Object.values(races),
)

/** A shop that uses the database with random delays; the tests use `db` without delays. */
export async function openTrack(): Promise<RaceTrack> {
  const { paymentCalls, wrap } = recordPaymentCalls()
  const shop = await openShop({ providers: wrap, connections: MANY_CONNECTIONS })
  const delayed = addRandomDelays(shop.db)
  shop.shop.db = delayed.db
  return { ...shop, paymentCalls, delayed }
}

/** The report of a race, one line of JSON, which the campaign reads. */
export type RaceReport = {
  race: string
  database: 'sqlite' | 'postgres'
  mutant: string | null
  trials: number
  violations: string[]
  seconds: number
}

/**
 * Runs a race `trials` times and returns the violations. With RACE_REPORT set, it also writes a report to this file.
 * A mutant is detected with the first violation, which ends the race.
 */
export async function runRace(race: Race, track: RaceTrack, trials: number): Promise<string[]> {
  const start = performance.now()
  const wrong: string[] = []
  const mutant = process.env.MUTANT ?? null
  let done = 0
  do {
    wrong.push(...(await runOnce(race, track)))
    done++
    if (mutant !== null && wrong.length > 0) break
  } while (done < trials)
  const report: RaceReport = {
    race: race.name,
    database: onPostgres ? 'postgres' : 'sqlite',
    mutant,
    trials: done,
    violations: wrong,
    seconds: (performance.now() - start) / 1000,
  }
  if (process.env.RACE_REPORT) appendFileSync(process.env.RACE_REPORT, `${JSON.stringify(report)}\n`)
  return wrong
}

async function runOnce(race: Race, track: RaceTrack): Promise<string[]> {
  try {
    const wrong = await race.run(track)
    const blockingCalls = track.delayed.blockingCalls.splice(0).map((what) => `Inside a transaction: ${what}`)
    return [...wrong, ...blockingCalls, ...(await violations(track.db)), ...(await capturesToRefund(track))]
  } catch (error) {
    // A failure of the setup is a violation too.
    return [`The race could not be run: ${(error as Error).stack ?? String(error)}`]
  }
}

/** Captures that must be refunded, because they should not have been made. */
async function capturesToRefund(track: RaceTrack): Promise<string[]> {
  const rows = await track.db
    .selectFrom('payments')
    .select(['order_id', 'problem'])
    .where('state', '=', 'refund_due')
    .execute()
  return rows.map((row) => `A capture must be refunded: ${JSON.stringify(row)}`)
}
