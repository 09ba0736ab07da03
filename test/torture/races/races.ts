/** All races, and how one is run: the track is laid, the race is run, the books are read. */
import { appendFileSync } from 'node:fs'
import { onPostgres } from '#test/database.ts'
import { violations } from '#test/invariants.ts'
import { openShop } from '#test/shop.ts'
import { roughen } from '../rough.ts'
import { countTakings } from '../takings.ts'
import { oneFeatured, oneMenu } from './house.ts'
import { labelFound, labelLate, labelTwenty, voidTwenty } from './labels.ts'
import { cancelAgainstPay, expiryAgainstPay, onePaymentTwoOrders, oneTwoTabs, payTwenty } from './money.ts'
import { demoteEachOther, removedBuyer, reviewTwice, sameEmail } from './people.ts'
import type { Race, RaceTrack } from './race.ts'
import { refundAgainstShip, refundItemTwenty, refundTwenty, returnTwenty } from './refunds.ts'
import { crossedCarts, editAmongSales, lastBag, sameKey, sameKeyLastBag } from './stock.ts'

export const RACES: Race[] = [
  lastBag,
  crossedCarts,
  sameKey,
  sameKeyLastBag,
  payTwenty,
  oneTwoTabs,
  onePaymentTwoOrders,
  expiryAgainstPay,
  cancelAgainstPay,
  refundTwenty,
  refundItemTwenty,
  returnTwenty,
  refundAgainstShip,
  labelTwenty,
  labelFound,
  labelLate,
  voidTwenty,
  editAmongSales,
  sameEmail,
  reviewTwice,
  demoteEachOther,
  removedBuyer,
  oneFeatured,
  oneMenu,
]

/** A shop whose verbs drive on the rough database, while the test itself looks through the plain one. */
export async function openTrack(): Promise<RaceTrack> {
  const { takings, through } = countTakings()
  const shop = await openShop({ providers: through })
  const rough = roughen(shop.db)
  shop.shop.db = rough.db
  return { ...shop, takings, rough }
}

/** What a campaign reads back from its runs: one line of JSON per race. */
export type RaceReport = {
  race: string
  database: 'sqlite' | 'postgres'
  mutant: string | null
  trials: number
  violations: string[]
  seconds: number
}

/**
 * Runs a race so many times and answers what went wrong; with RACE_REPORT set, writes it down there too.
 * A mutant has lost with the first thing that goes wrong.
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
    const strays = track.rough.strays.splice(0).map((what) => `Inside a transaction: ${what}`)
    return [...wrong, ...strays, ...(await violations(track.db)), ...(await moneyToReturn(track))]
  } catch (error) {
    // A shop that cannot even be set up for the race has broken a promise too.
    return [`The race could not be run: ${(error as Error).stack ?? String(error)}`]
  }
}

/** Money that came in where none was due would be returned, but should not have been taken. */
async function moneyToReturn(track: RaceTrack): Promise<string[]> {
  const rows = await track.db
    .selectFrom('payments')
    .select(['order_id', 'problem'])
    .where('state', '=', 'refund_due')
    .execute()
  return rows.map((row) => `Money was taken that must go back: ${JSON.stringify(row)}`)
}
